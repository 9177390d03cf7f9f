// Serves a line protocol over streams: many calls at a time, each answered when it is done, none lost at the end.

import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { LineServer } from "../../hosts/shared/line-server.ts";
import { LineReader } from "./lines.ts";

/** Lines may contain whole conversations: the same limit as for events, with room for the envelope. */
const LINE_CAP_BYTES = 16 * 1024 * 1024;
const MOST_AT_ONCE = 64;

/** Resolves when the input is over and every answer is written. */
export async function serveLines(input: Readable, output: Writable, server: LineServer): Promise<void> {
  const working = new Set<Promise<void>>();
  const write = (line: string | null): void => {
    if (line !== null && output.writable) output.write(line);
  };
  const reader = new LineReader({
    capBytes: LINE_CAP_BYTES,
    onLine: (line) => {
      const work = server.answer(line.toString("utf8")).then(write);
      working.add(work);
      void work.finally(() => working.delete(work));
    },
    onTooLong: (head) => write(server.answerTooLong(head.toString("latin1"))),
  });
  // The reader of the answers has gone: the work is over, which is not a failure.
  output.on("error", () => input.destroy());
  try {
    for await (const chunk of input) {
      reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
      while (working.size >= MOST_AT_ONCE) await Promise.race(working);
      if (output.writableNeedDrain) await Promise.race([once(output, "drain"), once(output, "close")]);
    }
  } catch {
    // The stream broke off; earlier calls are still answered.
  }
  reader.end();
  await Promise.all(working);
}
