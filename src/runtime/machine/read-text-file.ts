// The text of a file that may be a script: read once, bounded, and only if it did not change meanwhile.

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { isAbsent } from "../../language/load-error.ts";

const LONGEST_TEXT = 64 * 1024;

/** UTF-8 text of a regular file; null: absent; undefined: too long, binary, in another encoding, not readable, or changing. */
export function readTextFile(path: string): string | null | undefined {
  const bytes = readBytes(path);
  return bytes === null || bytes === undefined ? bytes : decodeText(bytes);
}

function readBytes(path: string): Buffer | null | undefined {
  try {
    // Looked at before it is opened: opening a device can act on it.
    if (!isReadable(statSync(path))) return undefined;
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    try {
      return readUnchanged(file);
    } finally {
      closeSync(file);
    }
  } catch (caught) {
    return isAbsent(caught) ? null : undefined;
  }
}

const isReadable = (stats: Stats): boolean => stats.isFile() && stats.size <= LONGEST_TEXT;

function readUnchanged(file: number): Buffer | undefined {
  const before = fstatSync(file);
  if (!isReadable(before)) return undefined;
  // One more than it should have: files of the system say that they are empty and are not.
  const bytes = Buffer.alloc(before.size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(file, bytes, length, bytes.length - length, length);
    length += count;
    if (count === 0 || length === bytes.length) break;
  }
  const after = fstatSync(file);
  const isUnchanged = length === before.size && after.size === before.size && after.mtimeMs === before.mtimeMs;
  return isUnchanged ? bytes.subarray(0, length) : undefined;
}

function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
