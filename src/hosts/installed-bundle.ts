// What a host's configuration must say to have a bundle as its hook.

import type { Point, Scope } from "../runtime/contract.ts";

export interface InstalledBundle {
  /** The worker's path, absolute. */
  readonly worker: string;
  readonly scope: Scope;
  /** The points at which the bundle has rules and the host asks. */
  readonly points: readonly Point[];
}

/** How long a host waits for the worker: its start, its rules and its hooks. */
export const WORKER_TIMEOUT_MS = 10_000;

export const workerCommand = (worker: string, host: string): readonly string[] => ["node", worker, "--as", host];
