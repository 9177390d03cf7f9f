// Answers events of the usual kind that nobody has asked about, so that what hooks call is compiled. Nothing of it is kept.
// Not a part of bundles, where all that it calls would count as what hooks call.

import type { Json } from "../contract.ts";
import type { Program } from "../core/index.ts";
import { memoryStore } from "../core/session.ts";
import { uptimeMs } from "../uptime.ts";
import { ownCaller } from "./caller.ts";
import type { HookBundle } from "./hook-bundle.ts";
import type { Answer } from "./run-hook.ts";
import { lines, others, plain } from "./usual-events.ts";

export interface LoadedRules {
  readonly answer: Answer;
  readonly program: () => Program;
}

const LONG_MS = 60_000;

/** False where rules have external hooks, which events that did not happen must not start. `note` is called after the most usual. */
export function practise({ answer, program }: LoadedRules, bundle: HookBundle, note: () => void): boolean {
  const { hooks, counters } = program();
  if (hooks.length > 0) return false;
  const caller = {
    ...ownCaller(["--agent", "claude-code"]),
    endsAt: uptimeMs() + LONG_MS,
    sessions: () => memoryStore({ counters }),
  };
  const importModule = (): Promise<never> => Promise.reject(new Error("there is nothing to import"));
  const ask = (payload: Json): void => {
    const progress = { input: { text: JSON.stringify(payload) } };
    answer({ words: [], bundle, importModule, progress, caller });
  };
  for (const payload of [...plain, ...lines]) ask(payload);
  note();
  for (const payload of others) ask(payload);
  return true;
}
