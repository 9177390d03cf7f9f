// One line of what a person types. After the end of the input (Ctrl-D) there is none: an ended stream never says so again, and
// waiting for it would end the process without a word.

import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export async function readLine(input: Readable): Promise<string> {
  if (input.readableEnded || input.destroyed) return "";
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}
