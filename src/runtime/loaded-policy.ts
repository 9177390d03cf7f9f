// A loaded bundle: asks the engine, writes the log, tells the listener. Owns the log's file until `close`.
// Nothing here throws on an event, and nothing here can loosen what the engine decided.

import { failureCodes, fillMessage } from "./codes.ts";
import type { Decision, Failure, Manifest } from "./contract.ts";
import type { Explanation, Policy } from "./core/index.ts";
import { emit, type RuntimeListener } from "./events.ts";
import { failedDecision, pointOf } from "./failed-decision.ts";
import { whyOf } from "./load-error.ts";
import { type DecisionLog, logRecord } from "./log.ts";

export interface Parts {
  readonly engine: Policy;
  readonly manifest: Manifest;
  readonly target: string;
  readonly log: DecisionLog | null;
  readonly listener: RuntimeListener | undefined;
  readonly now: () => number;
}

/** How often in a row a closed policy sends an agent back to work: as often as a rule may. */
const SENT_BACK = 3;

export class LoadedPolicy {
  readonly manifest: Manifest;
  readonly revision: string;
  readonly target: string;
  readonly #parts: Parts;
  #engine: Policy | null;
  #sentBack = 0;

  constructor(parts: Parts) {
    this.manifest = parts.manifest;
    this.revision = parts.manifest.revision;
    this.target = parts.target;
    this.#parts = parts;
    this.#engine = parts.engine;
  }

  /** Decides one event. The event is read before this returns, so the caller may change it afterwards. */
  async decide(event: unknown): Promise<Decision> {
    return this.decideSync(event);
  }

  /** Decides one event at once; an enforcing hook that matches counts as failed. */
  decideSync(event: unknown): Decision {
    const decision = this.#ask(event);
    const { log, listener } = this.#parts;
    if (log === null && listener === undefined) return decision;
    return this.#report(event, decision);
  }

  /** Decides one event and says for each rule of its point why it did or did not fire. Neither logged nor counted. */
  explain(event: unknown): Explanation {
    if (this.#engine === null) return { decision: this.#closed(event), rules: [], context: null };
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

  /** Ends the policy: later events fail. Closing twice is harmless. */
  async close(): Promise<void> {
    if (this.#engine === null) return;
    this.#engine = null;
    try {
      this.#parts.log?.close();
    } catch (caught) {
      this.#logFailed(whyOf(caught));
    }
    emit(this.#parts.listener, { type: "policy_closed", revision: this.revision });
  }

  #ask(event: unknown): Decision {
    if (this.#engine === null) return this.#closed(event);
    try {
      return this.#engine.decideSync(event);
    } catch (caught) {
      return failedDecision(event, this.revision, "P704", { why: whyOf(caught) });
    }
  }

  #closed(event: unknown): Decision {
    const decision = failedDecision(event, this.revision, "P714", {});
    const point = pointOf(event);
    if (point !== "before_completion_decision" && point !== "accept_gate") return decision;
    if (++this.#sentBack <= SENT_BACK) return decision;
    // A gate that can never open again must not keep an agent running for ever.
    const message = fillMessage(failureCodes.P709.message, { count: String(SENT_BACK) });
    return {
      ...decision,
      proceed: true,
      outcome: "pass",
      failures: [...decision.failures, { code: "P709", message }],
    };
  }

  /** Logs and tells; the outcome stays, a failing log only adds a failure. */
  #report(event: unknown, decision: Decision): Decision {
    const failed = this.#engine === null ? null : this.#write(event, decision);
    const told = failed === null ? decision : { ...decision, failures: [...decision.failures, failed] };
    if (told.failures.length > 0)
      emit(this.#parts.listener, {
        type: "decision_failed",
        revision: this.revision,
        outcome: told.outcome,
        failures: told.failures,
      });
    return told;
  }

  #write(event: unknown, decision: Decision): Failure | null {
    const { log, target, now } = this.#parts;
    if (log === null) return null;
    const why = this.#tryWrite(log, event, decision, { mode: log.mode, target, now });
    return why === null ? null : this.#logFailed(why);
  }

  #tryWrite(
    log: DecisionLog,
    event: unknown,
    decision: Decision,
    context: { readonly mode: DecisionLog["mode"]; readonly target: string; readonly now: () => number },
  ): string | null {
    try {
      return log.write(logRecord(event, decision, { ...context, now: context.now() }));
    } catch (caught) {
      return whyOf(caught);
    }
  }

  #logFailed(why: string): Failure {
    const message = fillMessage(failureCodes.P712.message, { why });
    emit(this.#parts.listener, { type: "log_failed", revision: this.revision, code: "P712", message });
    return { code: "P712", message };
  }
}
