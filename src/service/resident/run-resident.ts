// The resident process that agent calls start on demand: one per user and program, without a terminal or a log. It exits after
// half an hour without a call.

import { rmSync } from "node:fs";
import { programId, runFiles } from "../client/run-folder.ts";
import { serve } from "./serve.ts";
import { watchOver } from "./watchdog.ts";

const IDLE_MS = 30 * 60 * 1000;

export interface ResidentOptions {
  readonly folder: string;
  /** The program that agent calls run. */
  readonly program: string;
  readonly version: string;
  readonly idleMs?: number;
}

/** Resolves when it has stopped, or when another process is already listening. */
export async function runResident({ folder, program, version, idleMs = IDLE_MS }: ResidentOptions): Promise<void> {
  const files = runFiles(folder, programId(program));
  try {
    const served = await serve({ files, bundles: [], port: null, version, idleMs, log: () => undefined });
    rmSync(files.starting, { force: true });
    const watchdog = watchOver();
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, served.stop);
    await served.ended;
    watchdog.close();
  } catch {
    // The start marker stays for a while, so that not every call tries again. Until then calls decide by themselves.
  }
}
