// A long-running hook: started at its first call, restarted when it dies, ended when the policy is closed.
// While it keeps dying, calls fail at once instead of starting it over and over.

import type { KeepAliveProtocol, RpcCall } from "../../hosts/shared/keep-alive.ts";
import { type Decoded, noOpinion } from "../../hosts/shared/one-shot.ts";
import type { HookSpec } from "../../language/contract.ts";
import type { HookIdentity, RuntimeListener } from "../../language/events.ts";
import { emit } from "../../language/events.ts";
import { failed } from "../../language/hook-failure.ts";
import type { HookCompletion, HookEvent, HookFailure } from "../../language/hook-result.ts";
import { whyOf } from "../../language/load-error.ts";
import { Connection, type NoAnswer, policyClosed, unwanted } from "./connection.ts";
import { enforceGrant } from "./grants.ts";
import { changedFile, type HookPlace, inherited, namedFolder, type PreparedProgram, prepareProgram } from "./launch.ts";
import { report } from "./one-shot.ts";
import type { ProcessGroups } from "./process-group.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;
/** A process that lets this many calls in a row time out is stuck, and is replaced. */
const STUCK_AFTER = 3;

export interface ProcessRun {
  /** What is left of the decision's time; the hook gets the shorter of this and its own timeout. */
  readonly timeoutMs?: number;
  /** Gives up waiting; the process lives on. */
  readonly signal?: AbortSignal;
  readonly onEvent?: RuntimeListener | undefined;
}

export interface ProcessStatus {
  readonly state: "idle" | "starting" | "ready" | "waiting" | "closed";
  /** Starts so far. */
  readonly starts: number;
  /** Notifications that were dropped because the process did not read them. */
  readonly dropped: number;
  readonly lastError: string | null;
}

/** Prepares a hook when the policy is loaded; throws a PolicyLoadError when it could never run. */
export function prepareProcess(
  spec: HookSpec,
  protocol: KeepAliveProtocol,
  place: HookPlace,
  groups: ProcessGroups,
): ProcessHook {
  return new ProcessHook(spec, protocol, prepareProgram(spec, place), place, groups);
}

type Opened =
  | { readonly connection: Connection }
  | { readonly result: HookCompletion<HookFailure> & { readonly ok: false } };

/** Owns the current process of one hook. */
export class ProcessHook {
  readonly spec: HookSpec;
  readonly protocol: KeepAliveProtocol;
  readonly #program: PreparedProgram;
  readonly #place: HookPlace;
  readonly #groups: ProcessGroups;
  /** Connections whose processes may still exist. */
  readonly #connections = new Set<Connection>();
  #connection: Connection | null = null;
  #opening: Promise<Opened> | null = null;
  #isClosed = false;
  #starts = 0;
  #deaths = 0;
  #retryAt = 0;
  #lastError: string | null = null;
  #timeouts = 0;
  #unsent: RpcCall[] = [];
  #isDraining = false;
  #told = 0;
  #dropped = 0;
  #aside = 0;

  constructor(
    spec: HookSpec,
    protocol: KeepAliveProtocol,
    program: PreparedProgram,
    place: HookPlace,
    groups: ProcessGroups,
  ) {
    this.spec = spec;
    this.protocol = protocol;
    this.#program = program;
    this.#place = place;
    this.#groups = groups;
  }

  get status(): ProcessStatus {
    return { state: this.#state(), starts: this.#starts, dropped: this.#dropped, lastError: this.#lastError };
  }

  /** Calls the hook for one event; an observer is only notified. Never rejects. */
  async ask(event: HookEvent, run: ProcessRun = {}): Promise<HookCompletion<HookFailure>> {
    if (this.spec.observe !== null) {
      this.observe(event, run.onEvent);
      return { ok: true, answer: noOpinion };
    }
    const identity = this.#identity(event);
    const started = performance.now();
    emit(run.onEvent, { type: "hook_started", ...identity });
    let result: HookCompletion<HookFailure>;
    try {
      result = await this.#ask(event, run);
    } catch (caught) {
      result = failed("spawn", { rule: this.spec.rule, why: whyOf(caught) });
    }
    report(result, this.spec, identity, performance.now() - started, run.onEvent);
    return result;
  }

  /** Notifies an observer. Returns at once; events that it does not read in time are dropped. */
  observe(event: HookEvent, onEvent?: RuntimeListener): void {
    if (this.#isClosed) return;
    if (this.spec.observe === null) {
      this.#askAside(event, onEvent);
      return;
    }
    const message = this.protocol.observed(event, this.spec.observe ?? [], ++this.#told);
    if (message === null) return;
    if (this.#unsent.length >= this.protocol.observerBuffer) this.#dropped++;
    else this.#unsent.push(message);
    if (this.#connection?.isOpen) {
      this.#flush();
      return;
    }
    if (this.#opening !== null) return;
    void this.#open(event).then((opened) => {
      if ("connection" in opened) this.#flush();
      else report(opened.result, this.spec, this.#identity(event), 0, onEvent);
    });
  }

  /** Ends the process, if there is one. Calls that still wait fail; nothing is left when this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsent = [];
    await Promise.all([...this.#connections].map((connection) => connection.close(this.protocol.closeMs)));
    // A start that was still in progress when the policy was closed ends its process itself.
    await this.#opening;
    await Promise.all([...this.#connections].map((connection) => connection.close(this.protocol.closeMs)));
  }

  /** The hook of a shadow rule is called like any other, but nothing waits for its answer. */
  #askAside(event: HookEvent, onEvent: RuntimeListener | undefined): void {
    if (this.#aside >= this.protocol.observerBuffer) {
      this.#dropped++;
      return;
    }
    this.#aside++;
    void this.ask(event, { onEvent }).finally(() => {
      this.#aside--;
    });
  }

  async #ask(event: HookEvent, run: ProcessRun): Promise<HookCompletion<HookFailure>> {
    const call = this.protocol.encode(event);
    if (call === null) return this.#failed({ kind: "shape", holes: { why: `there is no call for ${event.point}` } });
    const started = performance.now();
    const limitMs = Math.min(this.spec.timeout_ms, run.timeoutMs ?? this.spec.timeout_ms);
    const opened = this.#connection?.isOpen
      ? { connection: this.#connection }
      : await this.#within(this.#open(event), limitMs, run.signal);
    if ("result" in opened) return opened.result;
    const { connection } = opened;
    const asked = performance.now();
    const reply = await connection.call(call, { timeoutMs: limitMs - (asked - started), signal: run.signal });
    if (!reply.ok) {
      if (reply.failure.kind === "timeout") this.#countTimeout(connection, asked);
      const holes = reply.failure.kind === "timeout" ? { limit: String(limitMs) } : reply.failure.holes;
      return this.#failed({ ...reply.failure, holes }, connection.stderr);
    }
    this.#timeouts = 0;
    this.#deaths = 0;
    return this.#settle(this.protocol.decode(reply.result, event), event, connection.stderr);
  }

  #settle(decoded: Decoded, event: HookEvent, stderr: string): HookCompletion<HookFailure> {
    if ("answer" in decoded) return enforceGrant({ ok: true, answer: decoded.answer }, this.spec, event);
    if ("shape" in decoded) return this.#failed({ kind: "shape", holes: { why: decoded.shape } }, stderr);
    const why = "failed" in decoded ? decoded.failed : decoded.malformed;
    return this.#failed({ kind: "malformed", holes: { why } }, stderr);
  }

  /** The open connection, the one being opened, or a new one, unless it is too early for that. */
  #open(event: HookEvent): Promise<Opened> {
    if (this.#isClosed) return this.#refused(policyClosed);
    if (this.#connection?.isOpen) return Promise.resolve({ connection: this.#connection });
    const wait = Math.ceil(this.#retryAt - performance.now());
    if (this.#opening === null && wait > 0)
      return this.#refused({
        kind: "closed",
        holes: { why: `it will be restarted in ${wait} ms, because ${this.#lastError}` },
      });
    this.#opening ??= this.#start(event).finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #start(event: HookEvent): Promise<Opened> {
    const { rule } = this.spec;
    const changed = changedFile(this.#program, this.#place.files);
    if (changed !== null) return { result: failed("file-changed", { rule, file: changed }) };
    this.#starts++;
    const { file, args } = this.#program;
    const launch = { file, args, env: this.#environment(), cwd: this.#folder(event) };
    const connection = await Connection.open(launch, this.#groups);
    if ("spawnError" in connection) {
      this.#died(connection.spawnError);
      return { result: failed("spawn", { rule, why: connection.spawnError }) };
    }
    this.#connections.add(connection);
    void connection.ended.then(async () => {
      await connection.close(0);
      this.#connections.delete(connection);
    });
    if (this.#isClosed) connection.drop(policyClosed);
    const hello = this.protocol.hello(this.spec);
    const reply = await connection.call(hello, { timeoutMs: this.protocol.helloMs });
    if (!reply.ok) {
      const result = this.#failed(helloFailure(hello.method, reply.failure), connection.stderr);
      connection.drop(reply.failure);
      this.#died(result.failure.message);
      return { result };
    }
    this.#timeouts = 0;
    this.#connection = connection;
    void connection.ended.then((ending) => this.#died(this.#failed(ending).failure.message));
    return { connection };
  }

  /** Each death in a row doubles the wait before the next start. */
  #died(why: string): void {
    this.#lastError = why;
    this.#retryAt = performance.now() + Math.min(FIRST_WAIT_MS * 2 ** this.#deaths, LONGEST_WAIT_MS);
    this.#deaths = Math.min(this.#deaths + 1, 16);
    this.#isDraining = false;
  }

  /** A process that is merely slow answers other calls, or this one later. */
  #countTimeout(connection: Connection, asked: number): void {
    this.#timeouts = connection.saidSomethingSince(asked) ? 0 : this.#timeouts + 1;
    if (this.#timeouts >= STUCK_AFTER)
      connection.drop({ kind: "closed", holes: { why: `it left ${this.#timeouts} calls in a row without an answer` } });
  }

  /** Limits the wait for a start, not the start itself. */
  async #within(opening: Promise<Opened>, limitMs: number, signal: AbortSignal | undefined): Promise<Opened> {
    let timer: NodeJS.Timeout | undefined;
    let onAbort = (): void => {};
    const limit = new Promise<Opened>((resolve) => {
      const giveUp = (failure: NoAnswer): void => resolve({ result: this.#failed(failure) });
      onAbort = () => giveUp(unwanted);
      const late: NoAnswer = { kind: "timeout", holes: { limit: String(limitMs) }, remark: "it was still starting" };
      timer = setTimeout(() => giveUp(late), limitMs);
      if (signal?.aborted) onAbort();
      signal?.addEventListener("abort", onAbort);
    });
    const opened = await Promise.race([opening, limit]);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    return opened;
  }

  #flush(): void {
    const connection = this.#connection;
    if (connection === null || this.#isDraining) return;
    while (this.#unsent[0] !== undefined && connection.notify(this.#unsent[0])) this.#unsent.shift();
    if (this.#unsent.length === 0) return;
    this.#isDraining = true;
    connection.onceDrained(() => {
      this.#isDraining = false;
      this.#flush();
    });
  }

  #environment(): { readonly [name: string]: string } {
    const { environment } = this.#place;
    return {
      ...inherited(this.protocol.inherits, environment),
      ...inherited(this.spec.env_names, environment),
      ...this.spec.env_values,
    };
  }

  #folder(event: HookEvent): string {
    const { workdir } = event.fields;
    const project = this.#place.workspace ?? (typeof workdir === "string" && workdir !== "" ? workdir : process.cwd());
    return namedFolder(this.spec, project) ?? project;
  }

  #state(): ProcessStatus["state"] {
    if (this.#isClosed) return "closed";
    if (this.#connection?.isOpen) return "ready";
    if (this.#opening !== null) return "starting";
    return performance.now() < this.#retryAt ? "waiting" : "idle";
  }

  #failed({ kind, holes, remark }: NoAnswer, stderr = ""): HookCompletion<HookFailure> & { readonly ok: false } {
    const result = failed(kind, { rule: this.spec.rule, ...holes }, stderr);
    if (remark === undefined) return result;
    return { ok: false, failure: { ...result.failure, message: `${result.failure.message}: ${remark}` } };
  }

  #refused(failure: NoAnswer): Promise<Opened> {
    return Promise.resolve({ result: this.#failed(failure) });
  }

  #identity(event: HookEvent): HookIdentity {
    const { rule, at } = this.spec;
    return {
      rule,
      at,
      point: event.point,
      protocol: this.protocol.name,
      scope: event.scope,
      hook_id: event.hookId,
    };
  }
}

/** A refused greeting means that the hook cannot be used; other reasons are passed on unchanged. */
function helloFailure(method: string, failure: NoAnswer): NoAnswer {
  if (failure.kind === "malformed") return { kind: "spawn", holes: { why: `${method} failed: ${failure.holes.why}` } };
  return { ...failure, remark: failure.remark === undefined ? method : `${method}: ${failure.remark}` };
}
