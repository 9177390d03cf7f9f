// `policyc hook`: asks the resident process if there is one, and otherwise, or on any doubt about its answer, runs the
// hook.cjs of the bundle after verifying it.

import type { HookReply } from "../../hosts/answer-as.ts";
import { writeReply } from "../bundle-worker/standard-streams.ts";
import { isResidentAt } from "../serve/run-folder.ts";
import { userStateFolder } from "../stores/state-folder.ts";
import { uptimeMs } from "../uptime.ts";
import type { HookRequest } from "./answer-hook.ts";
import { type HookArguments, readHookArguments } from "./arguments.ts";
import type { OpenedBundle } from "./hook-bundle.ts";
import { interpretOnly } from "./interpret-only.ts";
import type { OwnCode } from "./keep-bundle.ts";
import { type KeptBundle, keptPlace } from "./kept-bundle.ts";
import { lastResort } from "./last-resort.ts";
import { answerOf, loadRules, programOf } from "./load-rules.ts";
import type { Input } from "./read-input.ts";
import { REST_FILE, restPieces } from "./rest-pieces.ts";
import { runHook } from "./run-hook.ts";
import { nothingCompiled, runUnkept } from "./scripts.ts";

/** What lies beside this program because few hooks need it. */
interface Beside {
  readonly "resident-hook": typeof import("./resident-hook.ts");
  readonly "keep-bundle": typeof import("./keep-bundle.ts");
}

export interface LaunchOptions {
  readonly words: readonly string[];
  readonly importModule: HookRequest["importModule"];
  /** Loads what lies beside this program; `bare-hook` answers without rules. */
  readonly load: (name: keyof Beside | "bare-hook") => unknown;
  readonly require: NodeJS.Require;
  /** Called when nothing is left to do. */
  readonly end: () => void;
  /** What an earlier hook has kept of a bundle; V8 is then told already to interpret only. */
  readonly kept: KeptBundle | null;
  /** What this process runs, to be kept for later ones; null: nothing is. */
  readonly own: OwnCode | null;
}

export function launchHook(launch: LaunchOptions): void {
  const options = readHookArguments(launch.words);
  const { serve, bundle, capture, error, deadlineMs } = options;
  const isAsked = serve !== null && bundle !== null && capture === null && error === null && isResidentAt(serve);
  const resident = isAsked ? loaded(launch, "resident-hook") : null;
  if (!isAsked || resident === null) return decideHere(launch, options, null);
  const input = resident.readInput(deadlineMs);
  if ("error" in input) return decideHere(launch, options, input);
  const answer = (reply: HookReply | null): void =>
    lastResort(() => {
      if (reply === null) return decideHere(launch, options, input);
      process.exitCode = writeReply(reply);
      launch.end();
    });
  resident.askResident({ ...options, serve, bundle }, input.text).then(answer, () => answer(null));
}

/** Null when it cannot be loaded: a hook does without, because one that dies counts as one that agrees. */
function loaded<N extends keyof Beside>({ load }: LaunchOptions, name: N): Beside[N] | null {
  try {
    return load(name) as Beside[N];
  } catch {
    return null;
  }
}

function decideHere(launch: LaunchOptions, options: HookArguments, input: Input | null): void {
  const { words, importModule, end, kept } = launch;
  let afterwards = (): void => undefined;
  const isOver = runHook({
    words,
    options,
    importModule,
    input,
    folder: (given) => given,
    kept,
    rules: (bundle) => {
      if (kept === null) interpretOnly();
      const { module, keep } = loadCompiled(bundle, options, launch);
      afterwards = keep;
      return answerOf(module);
    },
    bare: () => answerOf(launch.load("bare-hook")),
  });
  // Only of a hook that had time to spare.
  if (uptimeMs() < options.deadlineMs / 2) afterwards();
  if (isOver) end();
}

interface LoadedRules {
  readonly module: unknown;
  /** For later hooks; nothing where there is something already. */
  readonly keep: () => void;
}

function loadCompiled(bundle: OpenedBundle, options: HookArguments, launch: LaunchOptions): LoadedRules {
  const { kept, folder, rest, found } = bundle;
  const { own } = launch;
  const isKnown = (bytes: Buffer, start: number): boolean => kept?.isPiece(REST_FILE, bytes, start) === true;
  const piece = restPieces({ folder, given: rest ?? undefined, isKnown });
  const run = own?.scripts.with(kept?.code ?? nothingCompiled) ?? runUnkept;
  const module = loadRules(bundle, launch.require, run, piece);
  const keep = (): void => {
    if (own === null || options.error !== null || own.scripts.isCompiled()) return;
    const program = programOf(module);
    const place = keptPlace(options.state ?? userStateFolder(process.env), found, own.launcher);
    if (place === null || program === null) return;
    loaded(launch, "keep-bundle")?.keepBundle(place, bundle, own, { answer: answerOf(module), program });
  };
  return { module, keep };
}
