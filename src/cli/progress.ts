// Says on a terminal what takes long. Nothing for quick work, nothing in pipes and CI.

import type { Io } from "./io.ts";

const AFTER_MS = 1000;

/** Runs the work and shows `label` on stderr from the first second on; the line is wiped at the end. */
export async function withProgress<T>(label: string, io: Io, work: () => Promise<T>): Promise<T> {
  if (!io.stderr.isTty) return work();
  const started = Date.now();
  const show = (): void => {
    io.stderr.write(`\r${label} ... ${Math.round((Date.now() - started) / 1000)} s`);
  };
  const timer = setInterval(show, AFTER_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (Date.now() - started >= AFTER_MS) io.stderr.write("\r\x1b[K");
  }
}
