// On whose behalf a call is answered. Mostly that is this process itself; a resident process answers for others, and then
// nothing of its own folder, environment and arguments may count.

import { randomUUID } from "node:crypto";
import type { Decision, PolicyEvent } from "../language/contract.ts";
import type { Policy, SessionStore } from "../runtime/engine/index.ts";
import { type FileStoreOptions, fileStore } from "../runtime/stores/file.ts";
import type { CallArguments } from "./arguments.ts";
import { withoutLoaderVariables } from "./loader-variables.ts";

export interface Caller {
  readonly options: CallArguments;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** In the time of uptimeMs(). */
  readonly endsAt: number;
  /** Names the question: decided again under the same name, it counts once. */
  readonly ask: string;
  sessions(options: FileStoreOptions): SessionStore;
  /** What was made under the same key may be used again; only for bundles without external hooks. */
  policy(key: string, make: () => Policy, host: string): Policy;
  /** What was made for the same caller and host before, if that is known without a key. */
  madePolicy?(host: string): Policy | undefined;
  decided(host: string, event: PolicyEvent, decision: Decision): void;
}

/** This process asks for itself. */
export function ownCaller(options: CallArguments): Caller {
  return {
    options,
    environment: withoutLoaderVariables(process.env),
    // Asked for only where the host names no folder: it may have been deleted, and that is then what is wrong.
    get cwd() {
      return process.cwd();
    },
    endsAt: options.deadlineMs,
    ask: options.askId ?? newAskId(),
    sessions: fileStore,
    policy: (_, make) => make(),
    decided: () => undefined,
  };
}

/** 32 hexadecimal digits. As a UUID, because Node makes those many at a time: a resident process makes one per call. */
export const newAskId = (): string => randomUUID().replaceAll("-", "");
