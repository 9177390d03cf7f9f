// The bundles of several scopes as one policy. Owns their log and tells their listener; created by loadPolicies.

import { closedPolicy } from "./closed-policy.ts";
import type { Decision, Manifest, Scope } from "./contract.ts";
import { decideTogether, type Member, type Together } from "./decide-together.ts";
import { emit, type RuntimeListener } from "./events.ts";
import { failedDecision } from "./failed-decision.ts";
import { whyOf } from "./load-error.ts";
import type { DecisionRecorder } from "./record-decision.ts";
import type { ReloadReport } from "./reload.ts";

/** One bundle of a set. */
export interface SetMember extends Member {
  readonly dir: string;
  readonly manifest: Manifest;
}

export interface SetParts {
  readonly members: readonly SetMember[];
  readonly target: string;
  readonly recorder: DecisionRecorder;
  readonly listener: RuntimeListener | undefined;
  readonly gate: Together["gate"];
  readonly now: () => number;
  readonly timed: boolean;
  /** Looks at every folder again; gives the members that decide from now on, and how each scope fared. */
  readonly reopen: (members: readonly SetMember[]) => Promise<Reopened>;
}

export interface Reopened {
  readonly members: readonly SetMember[];
  readonly reports: { readonly [S in Scope]?: ReloadReport };
}

export class PolicySet {
  readonly target: string;
  readonly #parts: SetParts;
  #members: readonly SetMember[];
  #revision: string;
  #closed: ((event: unknown) => Decision) | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: SetParts) {
    this.target = parts.target;
    this.#parts = parts;
    this.#members = parts.members;
    this.#revision = revisionOf(parts.members);
  }

  /** The revisions of all bundles, inner scope first, joined by `+`: what decisions carry. */
  get revision(): string {
    return this.#revision;
  }

  /** The manifests of the bundles that decide, by scope. */
  get manifests(): { readonly [S in Scope]?: Manifest } {
    return Object.fromEntries(this.#members.map(({ scope, manifest }) => [scope, manifest]));
  }

  /** Decides one event. The event is read before this returns, so the caller may change it afterwards. */
  async decide(event: unknown): Promise<Decision> {
    return this.decideSync(event);
  }

  /** Decides one event at once. */
  decideSync(event: unknown): Decision {
    const decision = this.#parts.timed ? this.#timed(event) : this.#ask(event);
    const { recorder } = this.#parts;
    return recorder.isSilent ? decision : recorder.record(event, decision);
  }

  /** Looks at every bundle again. One that is not sound keeps its last good state; a repo bundle must still be trusted. */
  reload(): Promise<Reopened["reports"]> {
    const done = this.#last.then(() => this.#reload());
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Ends the set: later events fail. Closing twice is harmless. */
  async close(): Promise<void> {
    if (this.#closed !== null) return;
    this.#closed = closedPolicy(this.#revision);
    this.#parts.recorder.close();
    emit(this.#parts.listener, { type: "policy_closed", revision: this.#revision });
  }

  async #reload(): Promise<Reopened["reports"]> {
    if (this.#closed !== null) return {};
    const { members, reports } = await this.#parts.reopen(this.#members);
    this.#members = members;
    this.#revision = revisionOf(members);
    return reports;
  }

  #timed(event: unknown): Decision {
    const start = performance.now();
    const decision = this.#ask(event);
    return { ...decision, duration_us: Math.round((performance.now() - start) * 1000) };
  }

  #ask(event: unknown): Decision {
    if (this.#closed !== null) return this.#closed(event);
    const { gate, now } = this.#parts;
    try {
      return decideTogether({ members: this.#members, revision: this.#revision, gate, now }, event);
    } catch (caught) {
      return failedDecision(event, this.#revision, "P704", { why: whyOf(caught) });
    }
  }
}

const revisionOf = (members: readonly SetMember[]): string => members.map(({ revision }) => revision).join("+");
