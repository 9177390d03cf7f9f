// What hook.cjs is made of beside the rules: the engine core, and the program around it. `policyc hook` and the resident
// process ask it once they have verified it; run by itself it answers for the bundle that it is part of.

import { type Answer, answerCall } from "./answer.ts";
import type { RulesModule } from "./decide.ts";
import { runBundle } from "./run-bundle.ts";
import { ASKED_AS } from "./run-module.ts";

export * from "../runtime/engine/index.ts";
export { lastResort } from "./last-resort.ts";

export interface BundleProgram {
  readonly askedAs: typeof ASKED_AS;
  readonly answer: Answer;
  readonly rules: () => RulesModule;
  /** Run by itself, as `node hook.cjs` or `node worker.mjs`, with the file by the name it was started under. */
  start(file: string, importModule: (address: string) => Promise<unknown>): void;
}

export function programWith(makeRules: () => RulesModule): BundleProgram {
  let made: RulesModule | null = null;
  const rules = (): RulesModule => {
    made ??= makeRules();
    return made;
  };
  const answer: Answer = (request) => answerCall(request, rules);
  return {
    askedAs: ASKED_AS,
    answer,
    rules,
    start: (file, importModule) => runBundle({ file, words: process.argv.slice(2), importModule, answer, rules }),
  };
}
