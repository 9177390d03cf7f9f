// The queue in front of the worker thread. The worker has one event at a time, so a worker that does not answer is stuck on a
// known event. A stuck or lost worker is terminated and replaced, and every waiting call fails closed.
// Session state: the worker decides with its own copy and reports each change. The copy in this class outlives the worker;
// a new worker receives a session's state together with the first event of that session.

import { performance } from "node:perf_hooks";
import type { FailureCode } from "../../language/codes.ts";
import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision, Manifest } from "../../language/contract.ts";
import { whyOf } from "../../language/load-error.ts";
import { sessionOf } from "../bundle/completion-cap.ts";
import { failedDecision } from "../bundle/failed-decision.ts";
import { growingStore } from "../bundle/open-bundle.ts";
import type { WorkerStart } from "./worker-messages.ts";
import { type WorkerAnswer, WorkerThread } from "./worker-thread.ts";

export interface HostOptions {
  readonly deadlineMs: number;
  /** Calls that may wait; one more fails at once. */
  readonly queue: number;
  readonly onReplaced: (code: FailureCode, message: string) => void;
}

interface Call {
  readonly event: unknown;
  readonly endsAt: number;
  /** Null once the caller has its decision. */
  resolve: ((decision: Decision) => void) | null;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export class WorkerHost {
  readonly #options: HostOptions;
  readonly #mirror = growingStore();
  readonly #waiting: Call[] = [];
  #thread: WorkerThread | null;
  #start: WorkerStart;
  #next: WorkerThread | null = null;
  #current: (Call & { readonly sentAt: number }) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isBooting = false;
  #booting: Promise<void> = Promise.resolve();
  #broken: { readonly why: string; readonly until: number } | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #isClosed = false;

  constructor(thread: WorkerThread, options: HostOptions) {
    this.#options = options;
    this.#thread = thread;
    this.#start = thread.start;
    this.#mirror.admit(thread.start.manifest.counters);
    this.#listen(thread);
  }

  get #manifest(): Manifest {
    return this.#start.manifest;
  }

  /** Never rejects. The event is copied before this returns. */
  decide(event: unknown): Promise<Decision> {
    if (this.#waiting.length >= this.#options.queue)
      return Promise.resolve(this.#failed(event, "P717", { limit: String(this.#options.queue) }));
    if (this.#broken !== null && performance.now() < this.#broken.until)
      return Promise.resolve(this.#failed(event, "P718", { why: this.#broken.why }));
    return new Promise((resolve) => {
      const isNext = this.#thread !== null && this.#current === null && this.#waiting.length === 0;
      const queued = isNext ? { event } : copyOf(event);
      if (queued === null) return resolve(this.#failed(event, "P702", { why: NOT_JSON }));
      this.#waiting.push({ event: queued.event, endsAt: performance.now() + this.#options.deadlineMs, resolve });
      if (this.#thread === null) this.#boot();
      this.#advance();
    });
  }

  /** Lets another thread take over after the current call. */
  adopt(thread: WorkerThread): void {
    void this.#next?.end();
    this.#next = thread;
    this.#start = thread.start;
    this.#mirror.admit(thread.start.manifest.counters);
    if (this.#current === null) this.#takeOver();
  }

  /** Ends the thread; waiting calls fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll("P716", "the policy was closed");
    const threads = [this.#thread, this.#next];
    this.#thread = null;
    this.#next = null;
    this.#arm();
    await this.#booting;
    await Promise.all(threads.map((thread) => thread?.end()));
  }

  #listen(thread: WorkerThread): void {
    thread.listen({
      answered: (answer) => this.#answered(thread, answer),
      lost: (why) => this.#lost(thread, "P716", why),
    });
  }

  /** Sends the next call if the worker is free. */
  #advance(): void {
    while (this.#thread !== null && this.#current === null) {
      const call = this.#waiting.shift();
      if (call === undefined) break;
      this.#send(this.#thread, call);
    }
    this.#arm();
  }

  #send(thread: WorkerThread, call: Call): void {
    const session = sessionOf(call.event);
    const snapshot = thread.known.has(session) ? null : this.#mirror.store.snapshot(session);
    try {
      thread.ask({ event: call.event, state: snapshot === null ? null : { session, snapshot } });
    } catch {
      call.resolve?.(this.#failed(call.event, "P702", { why: NOT_JSON }));
      return;
    }
    thread.known.add(session);
    thread.hold();
    this.#current = Object.assign(call, { sentAt: performance.now() });
  }

  #answered(thread: WorkerThread, { decision, changes }: WorkerAnswer): void {
    if (thread !== this.#thread) return;
    for (const { session, change } of changes) this.#mirrorChange(session, change);
    const call = this.#current;
    this.#current = null;
    thread.release();
    call?.resolve?.(decision);
    if (this.#next !== null) this.#takeOver();
    this.#advance();
  }

  #mirrorChange(session: string, change: WorkerAnswer["changes"][number]["change"]): void {
    try {
      this.#mirror.store.commit(session, change);
    } catch {
      // The worker's own store is just as full, and its decision reports that.
    }
  }

  #takeOver(): void {
    const old = this.#thread;
    this.#thread = this.#next;
    this.#next = null;
    if (this.#thread !== null) this.#listen(this.#thread);
    void old?.end();
    this.#broken = null;
    this.#advance();
  }

  /** The worker is stuck or gone: every waiting call fails closed, and another worker is started. */
  #lost(thread: WorkerThread, code: FailureCode, why: string): void {
    if (thread !== this.#thread || this.#isClosed) return;
    this.#thread = null;
    void thread.end();
    this.#failAll("P716", why);
    this.#options.onReplaced(code, why);
    if (this.#next !== null) this.#takeOver();
    else this.#boot();
  }

  #boot(): void {
    if (this.#isBooting || this.#isClosed) return;
    this.#isBooting = true;
    const start = this.#start;
    this.#booting = WorkerThread.boot(start)
      .then((thread) => this.#booted(thread))
      .catch((caught: unknown) => this.#notBooted(whyOf(caught)))
      .finally(() => {
        this.#isBooting = false;
      });
  }

  async #booted(thread: WorkerThread): Promise<void> {
    if (this.#isClosed || this.#thread !== null) return thread.end();
    this.#broken = null;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#thread = thread;
    this.#listen(thread);
    this.#advance();
  }

  #notBooted(why: string): void {
    if (this.#thread !== null) return;
    this.#broken = { why, until: performance.now() + this.#pauseMs };
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    for (const call of this.#waiting.splice(0)) call.resolve?.(this.#failed(call.event, "P718", { why }));
    this.#arm();
  }

  /** One timer for all: calls are in order of arrival and have the same limit. */
  #arm(): void {
    const oldest = this.#current?.resolve ? this.#current : this.#waiting[0];
    const stuckAt = this.#current === null ? Infinity : this.#current.sentAt + this.#options.deadlineMs;
    const at = Math.min(oldest?.endsAt ?? Infinity, stuckAt);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = at === Infinity ? null : setTimeout(() => this.#expire(), Math.max(0, at - performance.now()) + 1);
  }

  #expire(): void {
    const now = performance.now();
    const limit = { limit: String(this.#options.deadlineMs) };
    const current = this.#current;
    if (current !== null && current.endsAt <= now) this.#settle(current, "P715", limit);
    while ((this.#waiting[0]?.endsAt ?? Infinity) <= now) {
      const call = this.#waiting.shift();
      if (call !== undefined) this.#settle(call, "P715", limit);
    }
    const isStuck = current !== null && current.sentAt + this.#options.deadlineMs <= now;
    if (isStuck && this.#thread !== null)
      this.#lost(this.#thread, "P715", fillMessage(failureCodes.P715.message, limit));
    this.#arm();
  }

  #failAll(code: FailureCode, why: string): void {
    const calls = [...(this.#current === null ? [] : [this.#current]), ...this.#waiting.splice(0)];
    this.#current = null;
    for (const call of calls) this.#settle(call, code, { why });
  }

  #settle(call: Call, code: FailureCode, holes: { readonly [hole: string]: string }): void {
    call.resolve?.(this.#failed(call.event, code, holes));
    call.resolve = null;
  }

  #failed(event: unknown, code: FailureCode, holes: { readonly [hole: string]: string }): Decision {
    return failedDecision(event, this.#manifest.revision, code, holes);
  }
}

const NOT_JSON = "it is not plain JSON, or nests deeper than 64 levels";

function copyOf(event: unknown): { readonly event: unknown } | null {
  try {
    return { event: structuredClone(event) };
  } catch {
    return null;
  }
}
