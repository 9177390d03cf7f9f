// On whose behalf a hook is answered. Mostly that is this process itself; a resident process answers for others, and then
// nothing of its own folder, environment and arguments may count.

import type { Decision, PolicyEvent } from "../contract.ts";
import type { Policy, SessionStore } from "../core/index.ts";
import { type FileStoreOptions, fileStore } from "../stores/file.ts";
import { type HookArguments, readHookArguments } from "./arguments.ts";

export interface Caller {
  readonly options: HookArguments;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** In the time of uptimeMs(). */
  readonly endsAt: number;
  sessions(options: FileStoreOptions): SessionStore;
  /** What was made under the same key may be used again; only for bundles without external hooks. */
  policy(key: string, make: () => Policy, host: string): Policy;
  /** What was made for the same caller and host before, if that is known without a key. */
  madePolicy?(host: string): Policy | undefined;
  decided(host: string, event: PolicyEvent, decision: Decision): void;
}

/** This process asks for itself. */
export function ownCaller(words: readonly string[]): Caller {
  const options = readHookArguments(words);
  return {
    options,
    environment: process.env,
    // Asked for only where the host says no folder: it may have been deleted, which is then what is wrong.
    get cwd() {
      return process.cwd();
    },
    endsAt: options.deadlineMs,
    sessions: fileStore,
    policy: (_, make) => make(),
    decided: () => undefined,
  };
}
