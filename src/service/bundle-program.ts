// Everything in hook.cjs except the rules: the engine, and the program around it. `policyc hook` and the resident process call
// it after verifying it; run by itself, it answers for the bundle it is part of.

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
  /** Runs it as `node hook.cjs` or `node worker.mjs`; `file` is the path it was started with. */
  start(file: string, importModule: (address: string) => Promise<unknown>): void;
}

export function programWith(makeRules: () => RulesModule): BundleProgram {
  let loaded: RulesModule | null = null;
  const rules = (): RulesModule => {
    loaded ??= makeRules();
    return loaded;
  };
  const answer: Answer = (request) => answerCall(request, rules);
  return {
    askedAs: ASKED_AS,
    answer,
    rules,
    start: (file, importModule) => runBundle({ file, args: process.argv.slice(2), importModule, answer, rules }),
  };
}
