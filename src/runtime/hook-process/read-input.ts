// All of stdin, read at once and within a time. Hosts take a hook that dies or hangs for one that agrees, so neither a
// writer that is late, nor one that never closes its end, nor a payload without end may do so.

import { isUtf8 } from "node:buffer";
import { readSync } from "node:fs";
import { isSystemError } from "../load-error.ts";
import { pause } from "../stores/pause.ts";
import { uptimeMs } from "../uptime.ts";
import { neverBlock } from "./never-block.ts";

/** Twice what an event may hold. */
const CAP_BYTES = 16 * 1024 * 1024;
/** Read to the end all the same up to here: a host whose writing fails may go on without an answer. */
const DRAINED_BYTES = 256 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

export type Input = { readonly text: string } | { readonly error: string };

/** `endsAt` is in the time of uptimeMs(). */
export function readInput(endsAt: number): Input {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    neverBlock(0);
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    while (size <= DRAINED_BYTES) {
      const length = readPiece(buffer, endsAt);
      if (length === null) return { error: "the payload cannot be read: stdin was not closed in time" };
      if (length === 0) break;
      size += length;
      if (size <= CAP_BYTES) pieces.push(Buffer.from(buffer.subarray(0, length)));
    }
  } catch (caught) {
    const code = isSystemError(caught) ? ` (${caught.code})` : "";
    return { error: `the payload cannot be read: stdin broke off${code}` };
  }
  if (size > CAP_BYTES) return { error: `the payload is larger than ${CAP_BYTES} bytes` };
  return textOf(Buffer.concat(pieces, size));
}

/** How many bytes were read, 0 at the end; null when none came in time. */
function readPiece(buffer: Buffer, endsAt: number): number | null {
  for (;;) {
    try {
      return readSync(0, buffer, 0, buffer.length, null);
    } catch (caught) {
      // Windows reports the end of a pipe as an error.
      if (isSystemError(caught) && caught.code === "EOF") return 0;
      if (!isSystemError(caught) || caught.code !== "EAGAIN") throw caught;
      if (uptimeMs() > endsAt) return null;
      pause(1);
    }
  }
}

function textOf(bytes: Buffer): Input {
  if (!isUtf8(bytes)) return { error: "the payload cannot be read: it is not UTF-8 text" };
  return { text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
}
