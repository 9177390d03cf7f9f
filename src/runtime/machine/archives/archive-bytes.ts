// The bytes of an archive, read where they are needed and never more than the limit in all.

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

/** The most that is read of an archive, or inflated. */
export const MOST_BYTES = 16 * 1024 * 1024;

export interface ArchiveBytes {
  readonly size: number;
  /** So many bytes, fewer at the end; null: over the limit. */
  read(at: number, length: number): Buffer | null;
}

export class OpenArchive implements ArchiveBytes {
  readonly size: number;
  readonly #file: number;
  #left = MOST_BYTES;

  /** Throws when the file cannot be opened or is no regular file. */
  constructor(path: string) {
    if (!statSync(path).isFile()) throw new Error("not a regular file");
    this.#file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    const stats = fstatSync(this.#file);
    this.size = stats.isFile() ? stats.size : 0;
  }

  read(at: number, length: number): Buffer | null {
    const wanted = Math.max(0, Math.min(length, this.size - at));
    if (wanted > this.#left) return null;
    this.#left -= wanted;
    const bytes = Buffer.alloc(wanted);
    let done = 0;
    while (done < wanted) {
      const count = readSync(this.#file, bytes, done, wanted - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Bytes that were inflated. */
export const bytesIn = (bytes: Buffer): ArchiveBytes => ({
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
});
