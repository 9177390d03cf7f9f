// The calling side of JSON-RPC 2.0 over lines: matches answers to calls and bounds everything else.
// Independent of processes. A peer may answer late, twice, out of order, or write anything at all: none of it reaches a
// call it does not belong to, and memory does not grow with what the peer writes.

import { isUtf8 } from "node:buffer";
import type { Json } from "../../language/contract.ts";
import { parseStrictText } from "../../language/strict-json.ts";
import { LineReader } from "./lines.ts";

export const LINE_CAP_BYTES = 1024 * 1024;
/** Lines and bytes a peer may write without one of them answering a call. */
const STRAY_LINES = 1000;
const STRAY_BYTES = 8 * 1024 * 1024;

export type RpcReply =
  | { readonly kind: "result"; readonly result: Json }
  /** The peer answered, but with an error or with nothing. */
  | { readonly kind: "error"; readonly message: string };

/** Why this peer can no longer be used. */
export type RpcFault = "oversize" | "flood";

export interface RpcOptions {
  send(line: string): void;
  /** Called once. The owner must then drop the peer. */
  onFault(fault: RpcFault): void;
}

/** Owns the calls that wait for an answer. */
export class RpcCalls {
  readonly #options: RpcOptions;
  readonly #reader: LineReader;
  readonly #waiting = new Map<number, (reply: RpcReply) => void>();
  #lastId = 0;
  #strayLines = 0;
  #strayBytes = 0;
  #remark: string | null = null;
  #isFaulty = false;
  #lastSign = performance.now();

  constructor(options: RpcOptions) {
    this.#options = options;
    this.#reader = new LineReader({
      capBytes: LINE_CAP_BYTES,
      onLine: (line) => this.#receive(line),
      onTooLong: () => this.#fault("oversize"),
    });
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** What was wrong with the last line that answered no call, for the message of a timeout. */
  get remark(): string | null {
    return this.#remark;
  }

  /** When the peer last answered any call, in time or late. */
  get lastSign(): number {
    return this.#lastSign;
  }

  /** Sends a call; `onReply` is called at most once, and never after `forget`. Ids count up and are never used again. */
  call(method: string, params: Json, onReply: (reply: RpcReply) => void): number {
    const id = ++this.#lastId;
    this.#waiting.set(id, onReply);
    this.#options.send(lineOf({ jsonrpc: "2.0", id, method, params }));
    return id;
  }

  forget(id: number): void {
    this.#waiting.delete(id);
  }

  push(chunk: Buffer): void {
    if (!this.#isFaulty) this.#reader.push(chunk);
  }

  #receive(line: Buffer): void {
    if (this.#isFaulty) return;
    const why = this.#settle(line);
    if (why === null) {
      this.#strayLines = 0;
      this.#strayBytes = 0;
      this.#remark = null;
      return;
    }
    this.#remark = why;
    this.#strayLines++;
    this.#strayBytes += line.length;
    if (this.#strayLines > STRAY_LINES || this.#strayBytes > STRAY_BYTES) this.#fault("flood");
  }

  /** Null when the line answered a call, otherwise why it did not. */
  #settle(line: Buffer): string | null {
    if (!isUtf8(line)) return "a line is not UTF-8 text";
    const parsed = parseStrictText(withoutMark(line).toString("utf8"));
    if ("error" in parsed) return `a line cannot be read: ${parsed.error}`;
    const message = parsed.value;
    if (message === null || typeof message !== "object" || Array.isArray(message)) return "a line is not an object";
    const { id, method, result, error } = message as { readonly [key: string]: Json };
    if (method !== undefined) return "it sent a request, which this protocol does not allow";
    if (typeof id === "string" && this.#waiting.has(Number(id)))
      return this.#reply(Number(id), { kind: "error", message: `its id is a string, not the number ${Number(id)}` });
    if (typeof id !== "number") return "the id of an answer is not a number";
    if (!(id > 0 && id <= this.#lastId)) return "an answer has an unknown id";
    this.#lastSign = performance.now();
    if (!this.#waiting.has(id)) return "an answer arrived late or twice";
    if (error !== undefined && error !== null) return this.#reply(id, { kind: "error", message: errorText(error) });
    if (result === undefined) return this.#reply(id, { kind: "error", message: "it has neither result nor error" });
    return this.#reply(id, { kind: "result", result });
  }

  #reply(id: number, reply: RpcReply): null {
    const onReply = this.#waiting.get(id);
    this.#waiting.delete(id);
    onReply?.(reply);
    return null;
  }

  #fault(fault: RpcFault): void {
    if (this.#isFaulty) return;
    this.#isFaulty = true;
    this.#options.onFault(fault);
  }
}

/** One JSON document per line. */
export function lineOf(message: { readonly [key: string]: Json }): string {
  return `${JSON.stringify(message)}\n`;
}

const SHOWN = 200;

function errorText(error: Json): string {
  if (error === null || typeof error !== "object" || Array.isArray(error)) return "it is an error without a message";
  const { code, message } = error as { readonly [key: string]: Json };
  const text = typeof message === "string" ? message.slice(0, SHOWN) : "without a text";
  return typeof code === "number" ? `it is the error ${code}: ${text}` : `it is an error: ${text}`;
}

/** Some runtimes begin their output with a byte-order mark. */
function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
}
