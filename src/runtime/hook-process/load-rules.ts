// The code of a verified bundle's hook.cjs, run: what it has to say how hooks are answered by its rules.

import { isAscii } from "node:buffer";
import { join } from "node:path";
import type { Program } from "../core/index.ts";
import { HOOK_FILE, type HookBundle } from "./hook-bundle.ts";
import type { TakePiece } from "./rest-pieces.ts";
import type { Answer } from "./run-hook.ts";
import type { RunScript } from "./scripts.ts";

/** Runs the verified bytes themselves; a path would let the disk answer a second time. `piece` takes verified pieces of the rest. */
export function loadRules(
  { code, rest, folder }: HookBundle,
  require: NodeJS.Require,
  run: RunScript,
  piece?: TakePiece,
): unknown {
  // The compiler escapes what is not ASCII, and such bytes need no decoding.
  const text = Buffer.from(code.buffer, code.byteOffset, code.byteLength).toString(isAscii(code) ? "latin1" : "utf8");
  const file = join(folder, HOOK_FILE);
  const module = { exports: {}, run, piece, ...(rest === null ? {} : { rest }) };
  const wrapped = `(function(exports,require,module,__filename,__dirname){${text}\n})`;
  const load = run(wrapped, HOOK_FILE, file) as (...given: readonly unknown[]) => void;
  load(module.exports, require, module, file, folder);
  return module.exports;
}

export function answerOf(module: unknown): Answer {
  if (typeof module === "object" && module !== null && "answer" in module && typeof module.answer === "function") {
    const { answer } = module;
    return (request) => answer(request);
  }
  throw new Error(`${HOOK_FILE} has no answer`);
}

/** Whether the code can answer for others than its own process: bundles of earlier versions cannot. */
export function servesOthers(module: unknown): boolean {
  return typeof module === "object" && module !== null && "serves" in module && module.serves === 1;
}

/** What the rules need beside events; null in bundles of earlier versions. */
export function programOf(module: unknown): (() => Program) | null {
  if (typeof module !== "object" || module === null || !("program" in module)) return null;
  const { program } = module;
  return typeof program === "function" ? () => program() as Program : null;
}
