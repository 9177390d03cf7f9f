// The code of a verified bundle's hook.cjs, run: what it has to say how hooks are answered by its rules.

import { HOOK_FILE, type HookBundle } from "./hook-bundle.ts";
import { runModule } from "./module-code.ts";
import type { Answer } from "./run-hook.ts";

export const loadRules = ({ code, folder }: HookBundle, require: NodeJS.Require): unknown =>
  runModule(code, { name: HOOK_FILE, folder, require });

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
