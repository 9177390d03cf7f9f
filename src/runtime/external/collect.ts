// The output of a process: stored up to a cap, read and discarded beyond it, so that the writer never stalls on a full pipe.

import type { Readable } from "node:stream";

export interface Collected {
  /** The text so far; bytes that are not UTF-8 become replacement characters, a character cut by the cap is left out. */
  text(): string;
  isCut(): boolean;
}

export function collect(stream: Readable, capBytes: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  stream.on("data", (chunk: Buffer) => {
    const room = capBytes - size;
    if (chunk.length > room) isCut = true;
    if (room <= 0) return;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    chunks.push(kept);
    size += kept.length;
  });
  return {
    text: () => decode(Buffer.concat(chunks), isCut),
    isCut: () => isCut,
  };
}

/** Resolves when the stream has given everything or has failed. */
export function whenOver(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.readableEnded || stream.destroyed) resolve();
    for (const event of ["end", "close", "error"]) stream.once(event, () => resolve());
  });
}

function decode(bytes: Buffer, isCut: boolean): string {
  // The byte-order mark stays: the protocol decides whether an answer may begin with one.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // In stream mode an incomplete last character is omitted instead of replaced.
  return decoder.decode(bytes, { stream: isCut });
}
