// Reads a log as a stream of lines: plain or gzip, recognised by its first bytes and not by its name.

import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type LogLine, lineSplitter, valueSplitter } from "./split-lines.ts";

const CHUNK_BYTES = 1024 * 1024;

/** Why a compressed log cannot be read further; earlier lines have been read. */
export class BrokenArchive extends Error {}

/** Lines in batches, so that a line costs no wait. `read` gets the number of bytes read so far. */
export async function* readLog(place: string, read: (bytes: number) => void): AsyncGenerator<readonly LogLine[]> {
  const handle = await open(place, "r");
  try {
    const chunks = chunksOf(handle, read);
    const first = await chunks.next();
    if (first.done === true) return;
    const all = withFirst(first.value, chunks);
    yield* linesOf(isGzip(first.value) ? unpacked(all) : all);
  } finally {
    await handle.close();
  }
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* chunksOf(handle: FileHandle, read: (bytes: number) => void): AsyncGenerator<Buffer, undefined> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return undefined;
    read(bytesRead);
    yield buffer.subarray(0, bytesRead);
  }
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false, highWaterMark: CHUNK_BYTES });
  const gunzip = source.pipe(createGunzip({ chunkSize: CHUNK_BYTES }));
  source.on("error", (error) => gunzip.destroy(error));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const isDamaged = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isDamaged ? new BrokenArchive("the compressed data is damaged or ends early") : error;
  } finally {
    gunzip.destroy();
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** An array, or an object that continues on the next line: a document and not lines. */
const document = /^\s*(?:\[|\{[ \t]*\r?\n)/;
const LOOK_BYTES = 4096;

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly LogLine[]> {
  let splitter = null;
  for await (const chunk of chunks) {
    const isFirst: boolean = splitter === null;
    const bytes: Buffer = isFirst && chunk.subarray(0, 3).equals(BOM) ? chunk.subarray(3) : chunk;
    splitter ??= document.test(bytes.subarray(0, LOOK_BYTES).toString("latin1")) ? valueSplitter() : lineSplitter();
    const lines = splitter.push(bytes);
    if (lines.length > 0) yield lines;
  }
  if (splitter !== null) yield splitter.end();
}
