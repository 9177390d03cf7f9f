// Reads all of stdin within a time limit. Hosts treat a hook that crashes or hangs as approval, so a slow writer, a pipe that
// is never closed and an endless payload must cause neither.

import { isUtf8 } from "node:buffer";
import { readSync } from "node:fs";
import { isSystemError } from "../language/load-error.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import { pause } from "../runtime/stores/pause.ts";
import { unblockStdin } from "./nonblocking-stdin.ts";

/** Twice the largest event. */
const CAP_BYTES = 16 * 1024 * 1024;
/** A larger payload is still read up to here and discarded: a host whose write fails may proceed without an answer. */
const DRAINED_BYTES = 256 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

export type ReadInput = { readonly text: string } | { readonly error: string };

/** `endsAt` is on the clock of uptimeMs(). */
export function readInput(endsAt: number): ReadInput {
  let buffer: Buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let size = 0;
  try {
    unblockStdin();
    while (size <= DRAINED_BYTES) {
      if (size === buffer.length && size <= CAP_BYTES) buffer = grown(buffer);
      // Beyond the cap, each piece overwrites the last.
      const length = readPiece(buffer, size <= CAP_BYTES ? size : 0, endsAt);
      if (length === null) return { error: "the payload cannot be read: stdin was not closed in time" };
      if (length === 0) break;
      size += length;
    }
  } catch (caught) {
    const code = isSystemError(caught) ? ` (${caught.code})` : "";
    return { error: `the payload cannot be read: reading stdin failed${code}` };
  }
  if (size > CAP_BYTES) return { error: `the payload is larger than ${CAP_BYTES} bytes` };
  return textOf(buffer.subarray(0, size));
}

/** A larger copy, with room for at most one byte above the cap. */
function grown(full: Buffer): Buffer {
  const buffer = Buffer.allocUnsafe(Math.min(full.length * 4, CAP_BYTES + 1));
  full.copy(buffer);
  return buffer;
}

/** How many bytes were read, 0 at the end; null when none arrived in time. */
function readPiece(buffer: Buffer, start: number, endsAt: number): number | null {
  for (;;) {
    try {
      return readSync(0, buffer, start, buffer.length - start, null);
    } catch (caught) {
      // Windows reports the end of a pipe as an error.
      if (isSystemError(caught) && caught.code === "EOF") return 0;
      if (!isSystemError(caught) || caught.code !== "EAGAIN") throw caught;
      if (uptimeMs() > endsAt) return null;
      pause(1);
    }
  }
}

function textOf(bytes: Buffer): ReadInput {
  if (!isUtf8(bytes)) return { error: "the payload cannot be read: it is not UTF-8 text" };
  return { text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
}
