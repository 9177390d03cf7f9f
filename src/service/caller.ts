// The process on whose behalf a call is answered. Usually that is this process itself. A resident process answers for others,
// and must then use their folder, environment and arguments instead of its own.

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
  /** On the clock of uptimeMs(). */
  readonly endsAt: number;
  /** The id of the call: a call that is decided twice under one id changes counters once. */
  readonly ask: string;
  /** Nothing on the disk may change: its sessions drop what is written to them. */
  readonly isLooking?: true;
  sessions(options: FileStoreOptions): SessionStore;
  /** May return an earlier policy with the same key; only for bundles without external hooks. */
  policy(key: string, make: () => Policy, host: string): Policy;
  /** An earlier policy for the same caller and host, if it can be found without a key. */
  cachedPolicy?(host: string): Policy | undefined;
  decided(host: string, event: PolicyEvent, decision: Decision): void;
}

/** This process as the caller. */
export function ownCaller(options: CallArguments): Caller {
  return {
    options,
    environment: withoutLoaderVariables(process.env),
    // Read only when the host names no folder: the working folder may have been deleted, and reading it then throws.
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

/** 32 hexadecimal digits. From a UUID because Node generates those in batches, and a resident process needs one per call. */
export const newAskId = (): string => randomUUID().replaceAll("-", "");
