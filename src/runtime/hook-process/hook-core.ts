// What hook.cjs is made of beside the rules: the engine core, and the process around one decision.

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { answerHook, type HookRequest } from "./answer-hook.ts";
import { readHookArguments } from "./arguments.ts";
import type { RulesModule } from "./decide-event.ts";
import { type Answer, runHook } from "./run-hook.ts";

export * from "../core/index.ts";
export { lastResort } from "./last-resort.ts";

export interface HookModule {
  /** Asked by `policyc hook`, which has verified the bundle. */
  readonly answer: Answer;
  /** Run by itself, as `node hook.cjs`; true when nothing is left to do. */
  start(file: string, importModule: HookRequest["importModule"]): boolean;
  /** It answers for the caller it is given, and not for the process it runs in: see load-rules.ts. */
  readonly serves: 1;
}

export function hookOf(makeRules: () => RulesModule): HookModule {
  let made: RulesModule | null = null;
  const rules = (): RulesModule => {
    made ??= makeRules();
    return made;
  };
  const answer: Answer = (request) => answerHook(request, rules);
  return {
    answer,
    serves: 1,
    start(file, importModule) {
      const own = dirname(file);
      const words = process.argv.slice(2);
      return runHook({
        words,
        options: readHookArguments(words),
        importModule,
        folder: (given) => {
          if (given === null || realpathSync.native(given) === realpathSync.native(own)) return own;
          throw new Error("--bundle is another folder than that of hook.cjs");
        },
        rules: () => answer,
        bare: () => (request) => answerHook(request, null),
      });
    },
  };
}
