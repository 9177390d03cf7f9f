// The hooks of one loaded bundle: prepared at load, called by the engine, ended when the policy is closed.
// Imported only for bundles with hooks, because starting programs needs a large library.

import { setMaxListeners } from "node:events";
import { keepAliveProtocols, oneShotProtocols } from "../../hosts/protocols.ts";
import type { HookSpec } from "../../language/contract.ts";
import type { RuntimeListener } from "../../language/events.ts";
import { failed } from "../../language/hook-failure.ts";
import type { HookCompletion, HookEvent } from "../../language/hook-result.ts";
import { PolicyLoadError, shown } from "../../language/load-error.ts";
import type { VerifiedBundle } from "../bundle/read-bundle.ts";
import type { HookRunner, HookView } from "../engine/index.ts";
import { HookFiles } from "./hook-files.ts";
import type { HookPlace } from "./launch.ts";
import { type OneShotHook, prepareOneShot, runOneShot } from "./one-shot.ts";
import { type ProcessHook, prepareProcess } from "./process.ts";
import { ProcessGroups } from "./process-group.ts";
import { Slots } from "./slots.ts";

export interface RunnerOptions {
  readonly bundle: VerifiedBundle;
  readonly specs: readonly HookSpec[];
  readonly environment: HookPlace["environment"];
  readonly workspace: string | null;
  readonly listener: RuntimeListener | undefined;
}

/** How many one-shot hooks run at once; more wait for their turn within their deadline. */
const AT_ONCE = 64;
/** Observers that may run at once; a further event is dropped rather than piled up. */
const OBSERVERS_AT_ONCE = 16;

type Prepared =
  | { readonly kind: "one-shot"; readonly hook: OneShotHook }
  | { readonly kind: "process"; readonly hook: ProcessHook };

/** Owns the processes, the private copies of carried files and everything that must end with the policy. */
export class BundleHooks implements HookRunner {
  readonly #groups = new ProcessGroups();
  readonly #files: HookFiles;
  readonly #hooks: readonly Prepared[];
  readonly #specs: readonly HookSpec[];
  readonly #listener: RuntimeListener | undefined;
  readonly #abort = new AbortController();
  readonly #slots = new Slots(AT_ONCE);
  readonly #observers = new Set<Promise<unknown>>();
  readonly #asked = new Set<Promise<HookCompletion>>();
  #dropped = 0;

  /** Throws a PolicyLoadError when a hook could never run. */
  constructor(options: RunnerOptions) {
    const { bundle, specs, environment, workspace } = options;
    this.#specs = specs;
    this.#listener = options.listener;
    // Every pending call listens to it; Node treats more than ten listeners as a leak.
    setMaxListeners(0, this.#abort.signal);
    this.#files = new HookFiles(bundle);
    const place = { files: this.#files, environment, workspace };
    try {
      this.#hooks = specs.map((spec) => prepare(spec, place, this.#groups));
    } catch (caught) {
      this.#files.close();
      throw caught;
    }
  }

  /** The private folder of carried files: part of what policies must protect. */
  get folder(): string | null {
    return this.#files.folder;
  }

  /** Events that were not sent to observers because too many were pending. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether a hook may rewrite the event: such hooks run one after another. */
  maySet(hook: number): boolean {
    const may = this.#specs[hook]?.may ?? [];
    return may.includes("set") || may.includes("set system");
  }

  ruleOf(hook: number): string {
    return this.#specs[hook]?.rule ?? String(hook);
  }

  ask(hook: number, view: HookView, deadlineMs: number): Promise<HookCompletion> {
    const asked = this.#ask(hook, view, deadlineMs).finally(() => this.#asked.delete(asked));
    this.#asked.add(asked);
    return asked;
  }

  async #ask(hook: number, view: HookView, deadlineMs: number): Promise<HookCompletion> {
    const spec = this.#specs[hook];
    const prepared = this.#hooks[hook];
    if (spec === undefined || prepared === undefined)
      return failed("closed", { rule: String(hook), why: "there is no such hook" });
    const limitMs = Math.min(spec.timeout_ms, deadlineMs);
    if (limitMs <= 0) return failed("timeout", { rule: spec.rule, limit: "0" });
    const event = eventFor(spec, view);
    if (prepared.kind === "process") {
      return prepared.hook.ask(event, { timeoutMs: limitMs, signal: this.#abort.signal, onEvent: this.#listener });
    }
    const started = performance.now();
    const isMine = await this.#slots.take(limitMs);
    if (!isMine) return failed("timeout", { rule: spec.rule, limit: String(Math.round(limitMs)) });
    try {
      const timeoutMs = Math.max(1, limitMs - (performance.now() - started));
      return await this.#runOnce(prepared.hook, event, timeoutMs);
    } finally {
      this.#slots.give();
    }
  }

  tell(hook: number, view: HookView): void {
    const spec = this.#specs[hook];
    const prepared = this.#hooks[hook];
    if (spec === undefined || prepared === undefined || this.#abort.signal.aborted) return;
    const event = eventFor(spec, view);
    if (prepared.kind === "process") {
      prepared.hook.observe(event, this.#listener);
      return;
    }
    if (this.#observers.size >= OBSERVERS_AT_ONCE) {
      this.#dropped++;
      return;
    }
    const told = this.#runOnce(prepared.hook, event, spec.timeout_ms).finally(() => this.#observers.delete(told));
    this.#observers.add(told);
  }

  /** Ends the hooks once the decisions that wait for them are made: for a bundle that was replaced. */
  async retire(): Promise<void> {
    while (this.#asked.size > 0) await Promise.allSettled([...this.#asked]);
    await this.close();
  }

  /** Ends every hook and removes their private files. */
  async close(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#hooks.map(async ({ kind, hook }) => (kind === "process" ? hook.close() : undefined)));
    await Promise.allSettled([...this.#observers]);
    await this.#groups.close();
    this.#files.close();
  }

  #runOnce(hook: OneShotHook, event: HookEvent, timeoutMs: number): Promise<HookCompletion> {
    return runOneShot(hook, event, {
      groups: this.#groups,
      timeoutMs,
      signal: this.#abort.signal,
      onEvent: this.#listener,
    });
  }
}

function eventFor(spec: HookSpec, view: HookView): HookEvent {
  return { point: view.point, scope: view.scope, fields: view.fields, hookId: spec.rule };
}

function prepare(spec: HookSpec, place: HookPlace, groups: ProcessGroups): Prepared {
  const once = oneShotProtocols.get(spec.protocol);
  if (once !== undefined) return { kind: "one-shot", hook: prepareOneShot(spec, once, place) };
  const stays = keepAliveProtocols.get(spec.protocol);
  if (stays !== undefined) return { kind: "process", hook: prepareProcess(spec, stays, place, groups) };
  throw new PolicyLoadError("P633", { protocol: shown(spec.protocol), rule: spec.rule });
}
