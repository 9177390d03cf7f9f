// `policyc hook`: asks the resident process if there is one, and otherwise, or on any doubt about its answer, runs the
// hook.cjs of the bundle after verifying it. Loaded before anything else of the command line, because hosts wait for it.

import { writeReply } from "../bundle-worker/standard-streams.ts";
import { isResidentAt } from "../serve/run-folder.ts";
import { userStateFolder } from "../stores/state-folder.ts";
import { uptimeMs } from "../uptime.ts";
import type { HookRequest } from "./answer-hook.ts";
import { type HookArguments, readHookArguments } from "./arguments.ts";
import { askResident } from "./ask-resident.ts";
import { codePlace, readCode } from "./compiled-code.ts";
import type { HookBundle } from "./hook-bundle.ts";
import { keepCode } from "./keep-code.ts";
import { answerOf, loadRules, practiceOf } from "./load-rules.ts";
import { type Input, readInput } from "./read-input.ts";
import { runHook } from "./run-hook.ts";
import { scriptsWith } from "./scripts.ts";

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
    return decideHere(launch, options, null);
  const input = readInput(deadlineMs);
  if ("error" in input) return decideHere(launch, options, input);
  askResident({ ...options, serve, bundle }, input.text).then(
    (reply) => {
      if (reply === null) decideHere(launch, options, input);
      else process.exitCode = writeReply(reply);
    },
    () => decideHere(launch, options, input),
  );
}

function decideHere(launch: LaunchOptions, options: HookArguments, input: Input | null): void {
  const { words, importModule, bare, require } = launch;
  let afterwards = (): void => undefined;
  runHook({
    words,
    importModule,
    input,
    folder: (given) => given,
    rules: (bundle) => {
      const { module, keep } = loadCompiled(bundle, options.state, require);
      afterwards = keep;
      return answerOf(module);
    },
    bare: () => answerOf(bare()),
  });
  // Only of a hook that had time to spare.
  if (uptimeMs() < options.deadlineMs / 2) afterwards();
}

interface LoadedRules {
  readonly module: unknown;
  /** For later hooks; nothing where there is something already. */
  readonly keep: () => void;
}

function loadCompiled(bundle: HookBundle, state: string | null, require: NodeJS.Require): LoadedRules {
  const place = codePlace(state ?? userStateFolder(process.env), bundle);
  const code = place === null ? null : readCode(place);
  const scripts = scriptsWith(code ?? new Map());
  const module = loadRules(bundle, require, scripts.run);
  const practise = practiceOf(module);
  const keep = (): void => {
    if (place !== null && practise !== null && !scripts.isCompiled()) keepCode(place, scripts, () => practise(bundle));
  };
  return { module, keep };
}
