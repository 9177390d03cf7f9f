// `policyc hook`: asks the resident process if there is one, and otherwise, or on any doubt about its answer, runs the
// hook.cjs of the bundle after verifying it.

import type { HookReply } from "../../hosts/answer-as.ts";
import { writeReply } from "../bundle-worker/standard-streams.ts";
import { isResidentAt } from "../serve/run-folder.ts";
import type { HookRequest } from "./answer-hook.ts";
import { type HookArguments, readHookArguments } from "./arguments.ts";
import { askResident } from "./ask-resident.ts";
import { lastResort } from "./last-resort.ts";
import { answerOf, loadRules } from "./load-rules.ts";
import { type Input, readInput } from "./read-input.ts";
import { type Answer, runHook } from "./run-hook.ts";

export interface LaunchOptions {
  readonly words: readonly string[];
  readonly importModule: HookRequest["importModule"];
  /** Loads what answers without rules. */
  readonly bare: () => Answer;
  /** What the bundle's code loads modules of Node with. */
  readonly require: NodeJS.Require;
  /** Called when nothing is left to do. */
  readonly end: () => void;
}

export function launchHook(launch: LaunchOptions): void {
  const options = readHookArguments(launch.words);
  const { serve, bundle, capture, error, deadlineMs } = options;
  const isAsked = serve !== null && bundle !== null && capture === null && error === null && isResidentAt(serve);
  if (!isAsked) return decideHere(launch, options, null);
  const input = readInput(deadlineMs);
  if ("error" in input) return decideHere(launch, options, input);
  const answer = (reply: HookReply | null): void =>
    lastResort(() => {
      if (reply === null) return decideHere(launch, options, input);
      process.exitCode = writeReply(reply);
      launch.end();
    });
  askResident({ ...options, serve, bundle }, input.text).then(answer, () => answer(null));
}

function decideHere(launch: LaunchOptions, options: HookArguments, input: Input | null): void {
  const isOver = runHook({
    words: launch.words,
    options,
    importModule: launch.importModule,
    input,
    folder: (given) => given,
    rules: (bundle) => answerOf(loadRules(bundle, launch.require)),
    bare: launch.bare,
  });
  if (isOver) launch.end();
}
