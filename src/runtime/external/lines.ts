// Splits bytes into lines, with a cap: a line is delivered whole or not at all, and the buffer is bounded.

const LINE_FEED = 0x0a;
/** How much of an oversized line is stored, to identify it. */
const HEAD_BYTES = 512;

export interface LineHandler {
  readonly capBytes: number;
  /** Without its line feed. As bytes, because the reader decides whether they are text. */
  onLine(line: Buffer): void;
  /** Once per line that is too long, with its beginning; the rest of it is skipped. */
  onTooLong(head: Buffer): void;
}

/** Owns the unfinished last line of a stream. */
export class LineReader {
  readonly #handler: LineHandler;
  #parts: Buffer[] = [];
  #size = 0;
  #isSkipping = false;

  constructor(handler: LineHandler) {
    this.#handler = handler;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** The stream is over: a last line without a line feed counts. */
  end(): void {
    if (this.#size > 0) this.#finish();
  }

  #add(part: Buffer): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#handler.capBytes) return;
    const head = Buffer.from(Buffer.concat(this.#parts, Math.min(this.#size, HEAD_BYTES)));
    this.#clear();
    this.#isSkipping = true;
    this.#handler.onTooLong(head);
  }

  #finish(): void {
    const [first] = this.#parts;
    const line = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const wasSkipped = this.#isSkipping;
    this.#clear();
    this.#isSkipping = false;
    if (!wasSkipped && line.length > 0) this.#handler.onLine(line);
  }

  #clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
