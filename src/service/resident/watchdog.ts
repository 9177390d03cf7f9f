// Kills this process if its main thread is stuck: waiting clients then see a closed connection at once, its locks are taken
// over, and hooks decide by themselves. It runs in a second thread, because timers of a stuck thread do not fire.

import { Worker } from "node:worker_threads";

const LOOK_MS = 2000;
/** Checks in a row without a heartbeat; a machine that slept causes one. */
const MOST_MISSED = 5;

const code = `
import { workerData } from "node:worker_threads";
import { writeSync } from "node:fs";
const beats = new Int32Array(workerData.beats);
let last = -1, missed = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === last ? missed + 1 : 0;
  last = now;
  if (missed < workerData.most) return;
  try { writeSync(2, "policyc serve: the process was stuck and has been killed\\n"); } catch {}
  process.kill(process.pid, "SIGKILL");
}, workerData.lookMs);
`;

export interface Watchdog {
  close(): void;
}

export function watchOver(options: { readonly lookMs?: number } = {}): Watchdog {
  const lookMs = options.lookMs ?? LOOK_MS;
  const beats = new SharedArrayBuffer(4);
  const count = new Int32Array(beats);
  const beat = setInterval(() => Atomics.add(count, 0, 1), lookMs / 4);
  beat.unref();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    workerData: { beats, lookMs, most: MOST_MISSED },
  });
  worker.on("error", () => undefined);
  worker.unref();
  return {
    close() {
      clearInterval(beat);
      void worker.terminate();
    },
  };
}
