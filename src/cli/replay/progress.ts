// How far a replay is, and how fast: on a terminal only, on a line that is wiped before the result is printed.

import type { Sink } from "../base/io.ts";
import type { LogFile } from "./find-logs.ts";

const EVERY_MS = 500;
const MEGABYTE = 1024 * 1024;

export interface ShownProgress {
  readonly tell: (bytes: number, events: number) => void;
  readonly end: () => void;
}

export function progressOn(sink: Sink, logs: readonly LogFile[]): ShownProgress {
  if (!sink.isTty) return { tell() {}, end() {} };
  const total = logs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const started = performance.now();
  let shown = started;
  let isShown = false;
  return {
    tell(bytes, events) {
      const now = performance.now();
      if (now - shown < EVERY_MS) return;
      shown = now;
      isShown = true;
      const rate = Math.round(events / ((now - started) / 1000));
      sink.write(
        `\r\x1b[K${megabytes(bytes)} of ${megabytes(total)} MB, ${events.toLocaleString("en-US")} events, ${rate.toLocaleString("en-US")} per second`,
      );
    },
    end() {
      if (isShown) sink.write("\r\x1b[K");
    },
  };
}

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);
