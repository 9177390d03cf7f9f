// A hook process from its start to its answer: the bundle is verified, its rules are asked within the time there is, and
// what ends without an answer, by an exception or by taking too long, is refused by whoever can speak for the host.

import { failureText } from "../load-error.ts";
import { uptimeMs } from "../uptime.ts";
import type { HookAnswer, HookRequest } from "./answer-hook.ts";
import type { HookArguments } from "./arguments.ts";
import { giveAnswer } from "./give-answer.ts";
import { type HookBundle, openHookBundle } from "./hook-bundle.ts";
import { endRefusing } from "./last-resort.ts";
import type { Input } from "./read-input.ts";
import { within } from "./within.ts";

export type Answer = (request: HookRequest) => HookAnswer;

export interface HookRun {
  readonly words: readonly string[];
  /** What the words say. */
  readonly options: HookArguments;
  readonly importModule: HookRequest["importModule"];
  /** What was read from stdin already. */
  readonly input?: Input | null;
  /** The bundle's folder; null when none is asked. Throws when it cannot be the one that was meant. */
  readonly folder: (given: string | null) => string | null;
  /** How to ask the rules of a verified bundle. */
  readonly rules: (bundle: HookBundle) => Answer;
  /** Answers without rules. */
  readonly bare: () => Answer;
}

/** Whether all is said and done; otherwise external hooks are waited for. */
export function runHook({ words, options, importModule, input = null, folder, rules, bare }: HookRun): boolean {
  const { bundle: given, revision, deadlineMs } = options;
  const request = { words, importModule, progress: { input } };
  let answer: HookAnswer | null = null;
  let bundle: HookRequest["bundle"] = null;
  try {
    const dir = folder(given);
    if (dir !== null) {
      // The time of the start-up counts too.
      const made = within(deadlineMs - uptimeMs(), () => {
        const opened = openHookBundle(dir, revision);
        return rules(opened)({ ...request, bundle: opened });
      });
      bundle = { error: `no decision within ${deadlineMs} ms` };
      answer = made?.value ?? null;
    }
  } catch (caught) {
    bundle = { error: failureText(caught).replace(/^policyc: /, "") };
  }
  try {
    return giveAnswer(answer ?? bare()({ ...request, bundle }), deadlineMs);
  } catch (caught) {
    endRefusing(failureText(caught));
    return false;
  }
}
