// `policyc hook`: asks the resident process if there is one, and otherwise, or on any doubt about its answer, runs the
// hook.cjs of the bundle after verifying it. Loaded before anything else of the command line, because hosts wait for it.

import { writeReply } from "../bundle-worker/standard-streams.ts";
import { isResidentAt } from "../serve/run-folder.ts";
import type { HookRequest } from "./answer-hook.ts";
import { readHookArguments } from "./arguments.ts";
import { askResident } from "./ask-resident.ts";
import { answerOf, loadRules } from "./load-rules.ts";
import { type Input, readInput } from "./read-input.ts";
import { runHook } from "./run-hook.ts";

export interface LaunchOptions {
  readonly words: readonly string[];
  readonly importModule: HookRequest["importModule"];
  /** Loads what answers without rules; it is large, and mostly not needed. */
  readonly bare: () => unknown;
  readonly require: NodeJS.Require;
}

export function launchHook(launch: LaunchOptions): void {
  const options = readHookArguments(launch.words);
  const { serve, bundle, capture, error, deadlineMs } = options;
  if (serve === null || bundle === null || capture !== null || error !== null || !isResidentAt(serve))
    return decideHere(launch, null);
  const input = readInput(deadlineMs);
  if ("error" in input) return decideHere(launch, input);
  askResident({ ...options, serve, bundle }, input.text).then(
    (reply) => {
      if (reply === null) decideHere(launch, input);
      else process.exitCode = writeReply(reply);
    },
    () => decideHere(launch, input),
  );
}

function decideHere({ words, importModule, bare, require }: LaunchOptions, input: Input | null): void {
  runHook({
    words,
    importModule,
    input,
    folder: (given) => given,
    rules: (bundle) => answerOf(loadRules(bundle, require)),
    bare: () => answerOf(bare()),
  });
}
