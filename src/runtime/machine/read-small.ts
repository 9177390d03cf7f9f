// The text of a small regular file, read without following a named pipe into waiting.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Undefined when it is something else, or longer. Throws when there is none or it may not be read. */
export function readSmall(path: string, maxBytes: number): string | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    const buffer = Buffer.alloc(found.size);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(file, buffer, length, buffer.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return buffer.toString("utf8", 0, length);
  } finally {
    closeSync(file);
  }
}
