// What a host's configuration needs to run a bundle as its hook.

import type { Point, Scope } from "../../language/contract.ts";
import { clearedWords } from "./started-words.ts";

export interface InstalledBundle {
  /** The worker's path, absolute. */
  readonly worker: string;
  readonly scope: Scope;
  readonly revision: string;
  /** The points at which the bundle has rules and the host calls hooks. */
  readonly points: readonly Point[];
  readonly isWindows: boolean;
}

/** How long a host waits for the worker: start, rules and external hooks. */
export const WORKER_TIMEOUT_MS = 10_000;
/** When the worker gives up and refuses: while the host still waits. */
const WORKER_DEADLINE_MS = 9000;

/** A bundle of repo scope came with the repository: only the revision that a person has reviewed is accepted. */
export function workerCommand(bundle: InstalledBundle, host: string): readonly string[] {
  const { worker, scope, revision, isWindows } = bundle;
  const pin = scope === "repo" ? ["--scope", "repo", "--revision", revision] : [];
  const words = ["node", worker, "--as", host, "--deadline", String(WORKER_DEADLINE_MS), ...pin];
  return clearedWords(words, isWindows);
}
