// Splits the bytes of a log into lines, or into the values of a JSON document, chunk by chunk. It buffers at most one line
// and drops a line that is too long while reading it: a log may be larger than memory, and hostile.

import { isUtf8 } from "node:buffer";

/** One line, or one value of a document; `problem` says why there is no text. */
export interface LogLine {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly text: string;
  readonly problem?: "oversize" | "not-utf8";
  /** The file ends inside it. */
  readonly open?: true;
}

/** The size of a decision about the largest possible event, written twice. */
export const LINE_LIMIT_BYTES = 16 * 1024 * 1024;

export interface Splitter {
  push(chunk: Buffer): readonly LogLine[];
  /** The rest when the file ends. */
  end(): readonly LogLine[];
}

const NEWLINE = 0x0a;

/** Bytes of an incomplete line; of a line past the limit only that fact is stored. */
class Pieces {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    if (this.#size > this.#limit) this.#parts = [];
    else this.#parts.push(bytes);
  }

  /** The whole line, or null when it was too long; then resets. */
  take(): Buffer | null {
    const [only, ...more] = this.#parts;
    const bytes =
      this.#size > this.#limit
        ? null
        : only !== undefined && more.length === 0
          ? only
          : Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return bytes;
  }
}

const blank = /^\s*$/;

function lineOf(line: number, bytes: Buffer | null): LogLine {
  if (bytes === null) return { line, text: "", problem: "oversize" };
  return isUtf8(bytes) ? { line, text: bytes.toString("utf8") } : { line, text: "", problem: "not-utf8" };
}

/** One value per line; blank lines are skipped. No chunk may be larger than the limit. */
export function lineSplitter(limit = LINE_LIMIT_BYTES): Splitter {
  const rest = new Pieces(limit);
  let line = 1;

  /** Whole lines: decoding and splitting them together costs half of doing it line by line. */
  const whole = (bytes: Buffer, found: LogLine[]): void => {
    if (isUtf8(bytes)) {
      for (const text of bytes.toString("utf8").split("\n")) keep(found, { line: line++, text });
      return;
    }
    for (let at = 0; at <= bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, at);
      const stop = end === -1 ? bytes.length : end;
      keep(found, lineOf(line++, bytes.subarray(at, stop)));
      at = stop + 1;
    }
  };
  const keep = (found: LogLine[], one: LogLine): void => {
    if (one.problem !== undefined || !blank.test(one.text)) found.push(one);
  };

  return {
    push(chunk) {
      const found: LogLine[] = [];
      let start = 0;
      if (!rest.isEmpty) {
        const end = chunk.indexOf(NEWLINE);
        rest.add(end === -1 ? chunk : chunk.subarray(0, end));
        if (end === -1) return found;
        keep(found, lineOf(line++, rest.take()));
        start = end + 1;
      }
      const last = chunk.lastIndexOf(NEWLINE);
      if (last >= start) whole(chunk.subarray(start, last), found);
      rest.add(chunk.subarray(Math.max(start, last + 1)));
      return found;
    },
    end() {
      if (rest.isEmpty) return [];
      const one = lineOf(line, rest.take());
      return one.problem === undefined && blank.test(one.text) ? [] : [{ ...one, open: true }];
    },
  };
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const opens = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const closes = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === NEWLINE;

/** The elements of a JSON array in any layout, or consecutive values that span several lines. */
export function valueSplitter(limit = LINE_LIMIT_BYTES): Splitter {
  const rest = new Pieces(limit);
  let line = 1;
  let begun = 0;
  let depth = 0;
  /** The array that holds the values is open. */
  let isInList = false;
  let isInText = false;
  let isEscaped = false;

  return {
    push(chunk) {
      const found: LogLine[] = [];
      let start = begun === 0 ? -1 : 0;
      const finish = (end: number): void => {
        rest.add(chunk.subarray(Math.max(start, 0), end));
        found.push(lineOf(begun, rest.take()));
        begun = 0;
        start = -1;
      };
      const begin = (at: number): void => {
        begun = line;
        start = at;
      };
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] as number;
        if (byte === NEWLINE) line++;
        if (isInText) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInText = false;
          continue;
        }
        if (depth === 0) {
          if (isBlank(byte) || byte === COMMA || closes(byte)) {
            if (begun !== 0) finish(at);
            if (closes(byte)) isInList = false;
            continue;
          }
          if (byte === 0x5b && !isInList && begun === 0) {
            isInList = true;
            continue;
          }
          if (begun === 0) begin(at);
        }
        if (byte === QUOTE) isInText = true;
        else if (opens(byte)) depth++;
        else if (closes(byte) && --depth === 0) finish(at + 1);
      }
      if (begun !== 0) rest.add(chunk.subarray(Math.max(start, 0)));
      return found;
    },
    end: () => (begun === 0 ? [] : [{ ...lineOf(begun, rest.take()), open: true }]),
  };
}
