// The code of a verified bundle's hook.cjs, run: what it has to say how hooks are answered by its rules.

import type { Program } from "../core/index.ts";
import { HOOK_FILE, type HookBundle } from "./hook-bundle.ts";
import { runModule } from "./module-code.ts";
import type { TakePiece } from "./rest-pieces.ts";
import type { Answer } from "./run-hook.ts";
import type { RunScript } from "./scripts.ts";

/** `piece` takes verified pieces of the rest. */
export function loadRules(
  { code, rest, folder }: HookBundle,
  require: NodeJS.Require,
  run: RunScript,
  piece?: TakePiece,
): unknown {
  return runModule(code, { name: HOOK_FILE, folder, require, run }, { run, piece, rest: rest ?? undefined });
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
