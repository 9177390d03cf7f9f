// One run of a long-running hook: its process, the calls to it, and its end. Every pending call gets the reason when it ends.
// A connection ends once, for one reason; process.ts opens the next one.

import type { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { RpcCall } from "../../hosts/shared/keep-alive.ts";
import type { Json } from "../../language/contract.ts";
import type { HookFailureKind } from "../../language/hook-result.ts";
import { whenOver } from "./collect.ts";
import { LINE_CAP_BYTES, lineOf, RpcCalls, type RpcFault } from "./json-rpc.ts";
import type { ProcessGroups } from "./process-group.ts";
import { type Launch, type OpenProcess, openProcess } from "./spawn.ts";

/** How long to wait for remaining output of a process that has ended. */
const DRAIN_MS = 100;
const STDERR_KEPT = 4096;
/** A process that does not read lets calls pile up here; beyond this they fail at once. */
const UNREAD_BYTES = 32 * 1024 * 1024;
const MOST_WAITING = 1024;

/** Why a call has no answer: a kind, and what fills the holes of its message. */
export interface NoAnswer {
  readonly kind: HookFailureKind;
  readonly holes: { readonly [hole: string]: string };
  readonly remark?: string;
}

export type Reply = { readonly ok: true; readonly result: Json } | { readonly ok: false; readonly failure: NoAnswer };

export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export const unwanted: NoAnswer = { kind: "closed", holes: { why: "its answer is no longer needed" } };
export const policyClosed: NoAnswer = { kind: "closed", holes: { why: "the policy was closed" } };

/** Owns one process. */
export class Connection {
  readonly #child: OpenProcess;
  readonly #calls: RpcCalls;
  readonly #stderr: () => string;
  readonly #waiting = new Set<(reply: Reply) => void>();
  #ending: NoAnswer | null = null;
  #gone: Promise<void> | null = null;
  /** Resolves with the reason when the connection can no longer be used. */
  readonly ended: Promise<NoAnswer>;
  #tellEnd: (ending: NoAnswer) => void = () => {};

  static async open(launch: Launch, groups: ProcessGroups): Promise<Connection | { readonly spawnError: string }> {
    const child = await openProcess(launch, groups);
    return "spawnError" in child ? child : new Connection(child);
  }

  private constructor(child: OpenProcess) {
    this.#child = child;
    this.ended = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
    this.#calls = new RpcCalls({
      send: (line) => void child.stdin.write(line),
      onFault: (fault) => this.drop(faults[fault]),
    });
    this.#stderr = keepTail(child.stderr);
    child.stdout.on("data", (chunk: Buffer) => this.#calls.push(chunk));
    void this.#watch();
  }

  get isOpen(): boolean {
    return this.#ending === null;
  }

  /** The end of its stderr. */
  get stderr(): string {
    return this.#stderr();
  }

  /** Whether it has answered any call since then. */
  saidSomethingSince(time: number): boolean {
    return this.#calls.lastSign > time;
  }

  /** Never rejects. */
  call({ method, params }: RpcCall, { timeoutMs, signal }: CallLimits): Promise<Reply> {
    const refused = this.#refusal(signal);
    if (refused !== null) return Promise.resolve({ ok: false, failure: refused });
    return new Promise((resolve) => {
      const finish = (reply: Reply): void => {
        if (!this.#waiting.delete(finish)) return;
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#calls.forget(id);
        resolve(reply);
      };
      const onAbort = (): void => finish({ ok: false, failure: unwanted });
      const onTimeout = async (): Promise<void> => {
        // Timers run before input is read: data that arrived while this thread was busy still counts.
        await nextTurn();
        await nextTurn();
        const { remark } = this.#calls;
        const failure: NoAnswer = { kind: "timeout", holes: { limit: String(Math.round(timeoutMs)) } };
        finish({ ok: false, failure: remark === null ? failure : { ...failure, remark } });
      };
      this.#waiting.add(finish);
      const timer = setTimeout(() => void onTimeout(), Math.max(0, timeoutMs));
      signal?.addEventListener("abort", onAbort);
      const id = this.#calls.call(method, params, (reply) => {
        if (reply.kind === "result") finish({ ok: true, result: reply.result });
        else finish({ ok: false, failure: { kind: "malformed", holes: { why: reply.message } } });
      });
    });
  }

  /** Sends without an answer; false when the process is not reading, and nothing was sent. */
  notify({ method, params }: RpcCall): boolean {
    if (!this.isOpen || this.#child.stdin.writableNeedDrain) return false;
    this.#child.stdin.write(lineOf({ jsonrpc: "2.0", method, params }));
    return true;
  }

  /** Calls back when a process that was not reading has caught up. */
  onceDrained(then: () => void): void {
    this.#child.stdin.once("drain", then);
  }

  /** Fails pending calls and ends the process; the first reason is used. */
  drop(ending: NoAnswer): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    this.#gone ??= this.#child.end();
    for (const finish of [...this.#waiting]) finish({ ok: false, failure: ending });
    this.#tellEnd(ending);
  }

  /** Waits for the process to end by itself, then ends it. Resolves when no process is left. */
  async close(patienceMs: number): Promise<void> {
    if (this.#ending === null) {
      this.#ending = policyClosed;
      for (const finish of [...this.#waiting]) finish({ ok: false, failure: policyClosed });
      this.#gone = this.#leave(patienceMs);
      this.#tellEnd(policyClosed);
    }
    await this.#gone;
  }

  async #leave(patienceMs: number): Promise<void> {
    this.#child.stdin.end();
    const stop = new AbortController();
    await Promise.race([this.#child.exited, waited(patienceMs, stop.signal)]);
    stop.abort();
    await this.#child.end();
  }

  #refusal(signal: AbortSignal | undefined): NoAnswer | null {
    if (this.#ending !== null) return this.#ending;
    if (signal?.aborted) return unwanted;
    if (this.#waiting.size >= MOST_WAITING)
      return { kind: "closed", holes: { why: "too many calls are waiting for it" } };
    if (this.#child.stdin.writableLength > UNREAD_BYTES)
      return { kind: "closed", holes: { why: "it does not read its input" } };
    return null;
  }

  async #watch(): Promise<void> {
    const { exited, stdout } = this.#child;
    const stop = new AbortController();
    const first = await Promise.race([exited, whenOver(stdout).then(() => null)]);
    // Exit and output can arrive in either order: an answer still in transit counts, and the exit status says more.
    const exit = await Promise.race([
      first === null ? exited : whenOver(stdout).then(() => first),
      waited(DRAIN_MS, stop.signal).then(() => first),
    ]);
    stop.abort();
    this.drop(endingOf(exit));
  }
}

type Exit = Awaited<OpenProcess["exited"]>;

function endingOf(exit: Exit | null): NoAnswer {
  if (exit === null) return { kind: "closed", holes: { why: "it closed its output" } };
  if (exit.code === null) return { kind: "signal", holes: { signal: exit.signal ?? "a signal" } };
  if (exit.code === 0) return { kind: "closed", holes: { why: "its process exited" } };
  return { kind: "exit", holes: { exit: String(exit.code) } };
}

const faults: { readonly [F in RpcFault]: NoAnswer } = {
  oversize: { kind: "oversize", holes: { limit: String(LINE_CAP_BYTES), stream: "one line of stdout" } },
  flood: { kind: "malformed", holes: { why: "it writes lines that answer no call" } },
};

/** Resolves after the time or when aborted, and leaves no timer behind. */
async function waited(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal });
  } catch {
    // Stopped.
  }
}

/** Reads everything and stores the end, which says most about a failure. */
function keepTail(stream: Readable): () => string {
  let tail = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    const both = chunk.length >= STDERR_KEPT ? chunk : Buffer.concat([tail, chunk]);
    tail = Buffer.from(both.subarray(Math.max(0, both.length - STDERR_KEPT)));
  });
  // A character whose first bytes were cut off is left out.
  return () => tail.toString("utf8").replace(/^\ufffd{1,3}/, "");
}
