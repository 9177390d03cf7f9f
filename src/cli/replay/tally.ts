// The totals of a replay. Counts are exact; lists of single events are bounded, so that memory does not grow with the log.

import type { Outcome } from "../../language/contract.ts";
import { proceeds } from "../../language/outcome.ts";
import { shown } from "../../runtime/engine/index.ts";
import type { Doubt, Replayed } from "./candidate.ts";
import { type Change, changeOf, type ReplayVerdict, verdictOf } from "./compare.ts";
import { previewOf, toolOf } from "./preview.ts";
import { type LogFormat, type RecordedEvent, type SkipReason, skipReasons } from "./recorded.ts";
import { type Fate, Timeline } from "./timeline.ts";

/** An event that is listed individually. */
export interface NotableEvent {
  /** `log:line` */
  readonly at: string;
  readonly point: string;
  readonly tool: string;
  /** The event in a few words, masked. */
  readonly event: string;
  readonly before: ReplayVerdict | null;
  readonly after: ReplayVerdict;
  /** Codes of failures of the recorded decision. */
  readonly failures: readonly string[];
  /** Facts that are not in the log. */
  readonly lacking: readonly string[];
}

export interface ChangedDecision extends NotableEvent {
  readonly change: Change;
}

export interface NotReplayable extends NotableEvent {
  readonly doubt: Doubt;
}

export interface ToolFigures {
  events: number;
  stopped: number;
  changed: number;
}

const MAX_LISTED = 1000;
const MAX_PLACES = 5;
const MAX_TOOLS = 64;
const MANY_TOOLS = "further tools";

export class Tally {
  lines = 0;
  events = 0;
  /** Events with a recorded decision, or in a comparison all that could be compared. */
  compared = 0;
  same = 0;
  /** Recorded under the revision that is replayed. */
  ofThisRevision = 0;
  readonly changed: { [C in Change]: number } = { tightened: 0, loosened: 0, rules: 0 };
  readonly doubts: { [K in Doubt["kind"]]: number } = { masked: 0, hook: 0, script: 0, state: 0 };
  readonly outcomes: { [O in Outcome]: number } = { pass: 0, allow: 0, ask: 0, respond: 0, block: 0, stop: 0 };
  /** Without anything to compare with. */
  unrecorded = 0;
  readonly changes: ChangedDecision[] = [];
  readonly notReplayable: NotReplayable[] = [];
  /** Events without a recorded decision that would not have proceeded. */
  readonly stopped: NotableEvent[] = [];
  stoppedUnrecorded = 0;
  readonly formats = new Map<LogFormat, number>();
  readonly nothing = new Map<string, number>();
  readonly skipped = new Map<SkipReason, { count: number; readonly places: string[] }>();
  readonly tools = new Map<string, ToolFigures>();
  readonly timeline = new Timeline();

  /** `other` is the decision of the other bundle in a comparison; null compares with the log. */
  add(record: RecordedEvent, log: string, line: number, replayed: Replayed, other: Replayed | null): void {
    const { decision, hasFired } = replayed;
    this.events++;
    this.outcomes[decision.outcome]++;
    const isStopped = !proceeds(decision.outcome);
    const fate: Fate = isStopped ? "stopped" : hasFired ? "spoken" : "silent";
    this.timeline.add(record.time, fate);
    const figures = this.#toolFigures(toolOf(record.event));
    figures.events++;
    if (isStopped) figures.stopped++;

    const doubt = replayed.doubt ?? other?.doubt ?? null;
    const before = other === null ? record.before : verdictOf(other.decision);
    if (record.before?.revision === decision.revision) this.ofThisRevision++;
    if (doubt !== null) {
      this.doubts[doubt.kind]++;
      if (this.notReplayable.length < MAX_LISTED)
        this.notReplayable.push({ ...found(record, `${log}:${line}`, before, replayed), doubt });
      return;
    }
    if (before === null) {
      this.unrecorded++;
      if (isStopped) this.stoppedUnrecorded++;
      if (isStopped && this.stopped.length < MAX_LISTED)
        this.stopped.push(found(record, `${log}:${line}`, null, replayed));
      return;
    }
    this.compared++;
    const after = verdictOf(decision);
    const change = changeOf(before, after);
    if (change === null) {
      this.same++;
      return;
    }
    this.changed[change]++;
    figures.changed++;
    if (this.changes.length < MAX_LISTED)
      this.changes.push({ ...found(record, `${log}:${line}`, before, replayed), change });
  }

  skip(reason: SkipReason, place: string): void {
    const known = this.skipped.get(reason);
    if (known === undefined) this.skipped.set(reason, { count: 1, places: [place] });
    else {
      known.count++;
      if (known.places.length < MAX_PLACES) known.places.push(place);
    }
  }

  pass(kind: string): void {
    // Kinds come from the log, and a hostile log may have many.
    const name = this.nothing.has(kind) || this.nothing.size < MAX_TOOLS ? kind : "further kinds";
    this.nothing.set(name, (this.nothing.get(name) ?? 0) + 1);
  }

  get changedTotal(): number {
    return this.changed.tightened + this.changed.loosened + this.changed.rules;
  }

  get doubtsTotal(): number {
    return Object.values(this.doubts).reduce((total, count) => total + count, 0);
  }

  get skippedTotal(): number {
    return [...this.skipped.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Reasons in the order of the table. */
  get skippedInOrder(): readonly (readonly [
    SkipReason,
    { readonly count: number; readonly places: readonly string[] },
  ])[] {
    return (Object.keys(skipReasons) as SkipReason[]).flatMap((reason) => {
      const found = this.skipped.get(reason);
      return found === undefined ? [] : [[reason, found] as const];
    });
  }

  #toolFigures(tool: string): ToolFigures {
    const known = this.tools.get(tool);
    if (known !== undefined) return known;
    if (this.tools.size >= MAX_TOOLS && tool !== MANY_TOOLS) return this.#toolFigures(MANY_TOOLS);
    const fresh = { events: 0, stopped: 0, changed: 0 };
    this.tools.set(tool, fresh);
    return fresh;
  }
}

function found(record: RecordedEvent, at: string, before: ReplayVerdict | null, replayed: Replayed): NotableEvent {
  return {
    at,
    point: String(record.event.point),
    tool: shown(toolOf(record.event)),
    event: previewOf(record.event),
    before: before === null ? null : { outcome: before.outcome, rules: before.rules },
    after: verdictOf(replayed.decision),
    failures: record.before?.failures ?? [],
    lacking: replayed.lacking,
  };
}
