// What a host's configuration must say to have a bundle as its hook.

import type { Point, Scope } from "../../language/contract.ts";
import { clearedWords } from "./started-words.ts";

export interface InstalledBundle {
  /** The worker's path, absolute. */
  readonly worker: string;
  readonly scope: Scope;
  readonly revision: string;
  /** The points at which the bundle has rules and the host asks. */
  readonly points: readonly Point[];
  readonly isWindows: boolean;
}

/** How long a host waits for the worker: its start, its rules and its hooks. */
export const WORKER_TIMEOUT_MS = 10_000;
/** When the worker gives up and refuses: while the host still listens. */
const WORKER_DEADLINE_MS = 9000;

/** A bundle of repo scope came with the repository: only the revision that somebody has looked at is accepted. */
export function workerCommand(bundle: InstalledBundle, host: string): readonly string[] {
  const { worker, scope, revision, isWindows } = bundle;
  const pin = scope === "repo" ? ["--scope", "repo", "--revision", revision] : [];
  const words = ["node", worker, "--as", host, "--deadline", String(WORKER_DEADLINE_MS), ...pin];
  return clearedWords(words, isWindows);
}
