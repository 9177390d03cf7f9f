// A loaded bundle: asks the engine, writes the log, notifies the listener, and replaces the engine on reload.
// Nothing here throws on an event, and nothing here can loosen what the engine decided.

import type { Decision, Manifest } from "../../language/contract.ts";
import { emit, type RuntimeListener } from "../../language/events.ts";
import { whyOf } from "../../language/load-error.ts";
import { closedPolicy } from "../bundle/closed-policy.ts";
import { failedDecision } from "../bundle/failed-decision.ts";
import {
  type PolicyStatus,
  Reloader,
  type ReloadOptions,
  type ReloadParts,
  type ReloadReport,
} from "../bundle/reload.ts";
import { copyEvent } from "../engine/event/copy-event.ts";
import type { Explanation, Policy } from "../engine/index.ts";
import type { BundleHooks } from "../external/runner.ts";
import type { DecisionRecorder } from "../log/record-decision.ts";

/** An engine and its external hooks, closed together. */
export interface LiveEngine {
  readonly policy: Policy;
  readonly hooks: BundleHooks | null;
}

export interface LoadedParts {
  readonly engine: LiveEngine;
  readonly target: string;
  readonly recorder: DecisionRecorder;
  readonly listener: RuntimeListener | undefined;
  readonly reload: Omit<ReloadParts<LiveEngine>, "use">;
}

export class LoadedPolicy {
  readonly target: string;
  readonly #parts: LoadedParts;
  readonly #reloader: Reloader<LiveEngine>;
  /** Hooks of replaced bundles, until the decisions that wait for them are made. */
  readonly #retiring = new Set<Promise<void>>();
  #engine: LiveEngine | null;
  #closed: ((event: unknown) => Decision) | null = null;

  constructor(parts: LoadedParts) {
    this.target = parts.target;
    this.#parts = parts;
    this.#engine = parts.engine;
    this.#reloader = new Reloader({ ...parts.reload, use: (engine) => this.#use(engine) });
  }

  get manifest(): Manifest {
    return this.#reloader.manifest;
  }

  get revision(): string {
    return this.#reloader.manifest.revision;
  }

  /** Decides one event. The event is read before this returns, so the caller may change it afterwards. */
  async decide(event: unknown): Promise<Decision> {
    const engine = this.#engine;
    if (engine === null || engine.hooks === null) return this.decideSync(event);
    const { recorder } = this.#parts;
    const decision = this.#askSoon(engine, event);
    if (recorder.isSilent) return decision;
    // The caller may change its event while hooks run.
    const recorded = decision instanceof Promise ? copyEvent(event) : event;
    return recorder.record(recorded, await decision);
  }

  /** Decides one event at once; an enforcing hook that matches counts as failed. */
  decideSync(event: unknown): Decision {
    const decision = this.#ask(event);
    const { recorder } = this.#parts;
    return recorder.isSilent ? decision : recorder.record(event, decision);
  }

  /** Decides one event and explains for each rule of its point why it did or did not fire. Neither logged nor counted. */
  explain(event: unknown): Explanation {
    if (this.#engine === null) return { decision: this.#ask(event), rules: [], context: null };
    try {
      return this.#engine.policy.explain(event);
    } catch (caught) {
      return {
        decision: failedDecision(event, this.revision, "P704", { why: whyOf(caught) }),
        rules: [],
        context: null,
      };
    }
  }

  /** Loads the bundle again; the active one stays unless the new one is sound. Marks and counters stay. */
  reload(options: ReloadOptions = {}): Promise<ReloadReport> {
    return this.#reloader.reload(options);
  }

  /** Reloads whenever the bundle's folder changes. */
  watch(): void {
    if (this.#engine !== null) this.#reloader.watch();
  }

  status(): PolicyStatus {
    return this.#reloader.status();
  }

  /** Ends the policy: later events fail. Closing twice is harmless. */
  async close(): Promise<void> {
    const engine = this.#engine;
    if (engine === null) return;
    this.#engine = null;
    this.#closed = closedPolicy(this.revision);
    this.#reloader.close();
    await engine.hooks?.close();
    await Promise.all(this.#retiring);
    this.#parts.recorder.close();
    emit(this.#parts.listener, { type: "policy_closed", revision: this.revision });
  }

  #use(engine: LiveEngine): void {
    const old = this.#engine;
    if (old === null) {
      void engine.hooks?.close();
      return;
    }
    this.#engine = engine;
    if (old.hooks === null) return;
    const retired = old.hooks.retire().finally(() => this.#retiring.delete(retired));
    this.#retiring.add(retired);
  }

  #askSoon(engine: LiveEngine, event: unknown): Decision | Promise<Decision> {
    try {
      return engine.policy.decideSoon(event);
    } catch (caught) {
      return failedDecision(event, this.revision, "P704", { why: whyOf(caught) });
    }
  }

  #ask(event: unknown): Decision {
    if (this.#engine === null) return (this.#closed ?? closedPolicy(this.revision))(event);
    try {
      return this.#engine.policy.decideSync(event);
    } catch (caught) {
      return failedDecision(event, this.revision, "P704", { why: whyOf(caught) });
    }
  }
}
