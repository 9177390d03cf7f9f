// Pieces of a bundle's hook.txt, each only if its bytes are the ones that hook.cjs was built with.

import { openSync } from "node:fs";
import { sha256Hex } from "../late-crypto.ts";
import { inFolder } from "../plain-paths.ts";
import { READ_PLAIN, readPiece } from "../stores/private-files.ts";

export const REST_FILE = "hook.txt";

/** A piece of hook.txt, and the hash without which it is none. */
export type Place = readonly [start: number, end: number, sha256: string];
export type TakePiece = (...place: Place) => Buffer;

export interface RestFile {
  readonly folder: string;
  /** What whoever verified hook.cjs has opened or read beside it; undefined when it is to be opened. */
  readonly given: number | Uint8Array | undefined;
  /** Whether it is known without its hash that these are the bytes from a place on. */
  readonly isKnown?: (bytes: Buffer, start: number) => boolean;
}

export function restPieces({ folder, given, isKnown }: RestFile): TakePiece {
  let opened = given;
  return (start, end, sha256) => {
    opened ??= openSync(inFolder(folder, REST_FILE), READ_PLAIN);
    const bytes = typeof opened === "object" ? partOf(opened, start, end) : readPiece(opened, start, end - start);
    const isWhole = bytes.length === end - start;
    if (!isWhole || (isKnown?.(bytes, start) !== true && sha256Hex(bytes) !== sha256))
      throw new Error(`${REST_FILE} is not as it was built`);
    return bytes;
  };
}

function partOf(bytes: Uint8Array, start: number, end: number): Buffer {
  const part = bytes.subarray(start, end);
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
}
