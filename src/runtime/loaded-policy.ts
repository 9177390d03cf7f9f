// A loaded bundle: asks the engine, writes the log, tells the listener, and swaps the engine on reload.
// Nothing here throws on an event, and nothing here can loosen what the engine decided.

import { closedPolicy } from "./closed-policy.ts";
import type { Decision, Manifest } from "./contract.ts";
import type { Explanation, Policy } from "./core/index.ts";
import { emit, type RuntimeListener } from "./events.ts";
import { failedDecision } from "./failed-decision.ts";
import { whyOf } from "./load-error.ts";
import type { DecisionRecorder } from "./record-decision.ts";
import { type PolicyStatus, Reloader, type ReloadOptions, type ReloadParts, type ReloadReport } from "./reload.ts";

export interface Parts {
  readonly engine: Policy;
  readonly target: string;
  readonly recorder: DecisionRecorder;
  readonly listener: RuntimeListener | undefined;
  readonly reload: Omit<ReloadParts<Policy>, "use">;
}

export class LoadedPolicy {
  readonly target: string;
  readonly #parts: Parts;
  readonly #reloader: Reloader<Policy>;
  #engine: Policy | null;
  #closed: ((event: unknown) => Decision) | null = null;

  constructor(parts: Parts) {
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
    return this.decideSync(event);
  }

  /** Decides one event at once; an enforcing hook that matches counts as failed. */
  decideSync(event: unknown): Decision {
    const decision = this.#ask(event);
    const { recorder } = this.#parts;
    return recorder.isSilent ? decision : recorder.record(event, decision);
  }

  /** Decides one event and says for each rule of its point why it did or did not fire. Neither logged nor counted. */
  explain(event: unknown): Explanation {
    if (this.#engine === null) return { decision: this.#ask(event), rules: [], context: null };
    try {
      return this.#engine.explain(event);
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
    if (this.#engine === null) return;
    this.#engine = null;
    this.#closed = closedPolicy(this.revision);
    this.#reloader.close();
    this.#parts.recorder.close();
    emit(this.#parts.listener, { type: "policy_closed", revision: this.revision });
  }

  #use(engine: Policy): void {
    if (this.#engine !== null) this.#engine = engine;
  }

  #ask(event: unknown): Decision {
    if (this.#engine === null) return (this.#closed ?? closedPolicy(this.revision))(event);
    try {
      return this.#engine.decideSync(event);
    } catch (caught) {
      return failedDecision(event, this.revision, "P704", { why: whyOf(caught) });
    }
  }
}
