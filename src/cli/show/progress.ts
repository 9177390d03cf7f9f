// Shows on a terminal what takes long. Nothing for quick work, nothing in pipes and CI.
// A separate thread writes it, because compiling keeps this one busy for seconds.

import { Worker } from "node:worker_threads";
import type { Io } from "../base/io.ts";

const TICKER = `
  const { workerData: { label, fd }, parentPort } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  let seconds = 0;
  const write = (text) => { try { writeSync(fd, text); } catch {} };
  const timer = setInterval(() => write("\\r" + label + " ... " + ++seconds + " s"), 1000);
  parentPort.once("message", () => { clearInterval(timer); if (seconds > 0) write("\\r\\x1b[K"); parentPort.close(); });
`;

/** Runs the work and shows `label` on stderr from the first second on; the line is wiped before the result is printed. */
export async function withProgress<T>(label: string, io: Io, work: () => Promise<T>): Promise<T> {
  const { isTty, fd } = io.stderr;
  if (!isTty || fd === undefined) return work();
  const ticker = new Worker(TICKER, { eval: true, workerData: { label, fd } });
  const ended = new Promise((done) => ticker.once("exit", done));
  ticker.on("error", () => {});
  try {
    return await work();
  } finally {
    ticker.postMessage("end");
    await ended;
  }
}
