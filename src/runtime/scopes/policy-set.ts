// The bundles of several scopes as one policy. Owns their log and notifies their listener; created by loadPolicies.

import type { Decision, Manifest, Scope } from "../../language/contract.ts";
import { emit, type RuntimeListener } from "../../language/events.ts";
import { whyOf } from "../../language/load-error.ts";
import { closedPolicy } from "../bundle/closed-policy.ts";
import { failedDecision } from "../bundle/failed-decision.ts";
import type { ReloadReport } from "../bundle/reload.ts";
import type { BundleHooks } from "../external/runner.ts";
import type { DecisionRecorder } from "../log/record-decision.ts";
import { decideScopes, decideScopesWithHooks, type Member, type ScopeSet } from "./decide-scopes.ts";

/** One bundle of a set. */
export interface SetMember extends Member {
  readonly dir: string;
  readonly manifest: Manifest;
  readonly hooks: BundleHooks | null;
}

export interface SetParts {
  readonly members: readonly SetMember[];
  readonly target: string;
  readonly recorder: DecisionRecorder;
  readonly listener: RuntimeListener | undefined;
  readonly gate: ScopeSet["gate"];
  readonly now: () => number;
  readonly timed: boolean;
  /** Checks every folder again; returns the members that decide from now on, and a report for each scope. */
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
  readonly #retiring = new Set<Promise<void>>();

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
    if (this.#closed !== null || this.#members.every(({ hooks }) => hooks === null)) return this.decideSync(event);
    const { recorder, timed } = this.#parts;
    const start = performance.now();
    const asked = copied(event);
    const decided = await this.#askAndWait(asked);
    const decision = timed ? { ...decided, duration_us: microseconds(start) } : decided;
    return recorder.isSilent ? decision : recorder.record(asked, decision);
  }

  /** Decides one event at once; an enforcing hook that matches counts as failed. */
  decideSync(event: unknown): Decision {
    const { recorder, timed } = this.#parts;
    const start = timed ? performance.now() : 0;
    const decided = this.#ask(event);
    const decision = timed ? { ...decided, duration_us: microseconds(start) } : decided;
    return recorder.isSilent ? decision : recorder.record(event, decision);
  }

  /** Checks every bundle again. An invalid one keeps its last good state; a repo bundle must still be trusted. */
  reload(): Promise<Reopened["reports"]> {
    const done = this.#last.then(() => this.#reload());
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Ends the set: later events fail. Closing twice is harmless. */
  async close(): Promise<void> {
    if (this.#closed !== null) return;
    this.#closed = closedPolicy(this.#revision);
    await Promise.all(this.#members.map(({ hooks }) => hooks?.close()));
    await Promise.all(this.#retiring);
    this.#parts.recorder.close();
    emit(this.#parts.listener, { type: "policy_closed", revision: this.#revision });
  }

  async #reload(): Promise<Reopened["reports"]> {
    if (this.#closed !== null) return {};
    const before = this.#members;
    const { members, reports } = await this.#parts.reopen(before);
    const isClosed = this.#closed !== null;
    for (const one of isClosed ? members : before) if (!(isClosed ? before : members).includes(one)) this.#retire(one);
    if (isClosed) return {};
    this.#members = members;
    this.#revision = revisionOf(members);
    return reports;
  }

  /** Ends the hooks of a replaced bundle after the decisions that wait for them. */
  #retire({ hooks }: SetMember): void {
    if (hooks === null) return;
    const retired = hooks.retire().finally(() => this.#retiring.delete(retired));
    this.#retiring.add(retired);
  }

  get #together(): ScopeSet {
    const { gate, now } = this.#parts;
    return { members: this.#members, revision: this.#revision, gate, now };
  }

  async #askAndWait(event: unknown): Promise<Decision> {
    const revision = this.#revision;
    try {
      return await decideScopesWithHooks(this.#together, event);
    } catch (caught) {
      return failedDecision(event, revision, "P704", { why: whyOf(caught) });
    }
  }

  #ask(event: unknown): Decision {
    if (this.#closed !== null) return this.#closed(event);
    try {
      return decideScopes(this.#together, event);
    } catch (caught) {
      return failedDecision(event, this.#revision, "P704", { why: whyOf(caught) });
    }
  }
}

const revisionOf = (members: readonly SetMember[]): string => members.map(({ revision }) => revision).join("+");

const microseconds = (start: number): number => Math.round((performance.now() - start) * 1000);

/** The caller may change its event while hooks run. What cannot be copied is not JSON, and the event check reports that. */
function copied(event: unknown): unknown {
  try {
    return structuredClone(event);
  } catch {
    return event;
  }
}
