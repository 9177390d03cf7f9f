// A replay as plain data: what `--format json` prints, and what the text and the page are made from.

import type { Outcome } from "../../language/contract.ts";
import { maskSecrets } from "../../runtime/engine/index.ts";
import type { Candidate, Doubt } from "./candidate.ts";
import type { Change } from "./compare.ts";
import type { LogFile } from "./find-logs.ts";
import { type SkipReason, skipReasons } from "./recorded.ts";
import { TIMED_EVERY } from "./rule-meter.ts";
import type { ChangedDecision, NotableEvent, NotReplayable, Tally, ToolFigures } from "./tally.ts";
import type { TimelineStep } from "./timeline.ts";

export interface BundleName {
  readonly name: string;
  readonly revision: string;
  readonly rules: number;
}

export interface RuleReport {
  readonly rule: string;
  readonly at: string;
  readonly effects: readonly string[];
  readonly fired: number;
  readonly unclear: number;
  readonly timed: number;
  readonly mean_us: number;
  readonly slowest_us: number;
}

export interface ReplayReport {
  readonly bundle: BundleName;
  readonly against: BundleName | null;
  readonly logs: readonly { readonly name: string; readonly bytes: number }[];
  readonly links_not_followed: readonly string[];
  readonly lines: number;
  readonly events: number;
  readonly formats: { readonly [format: string]: number };
  readonly compared: number;
  readonly same: number;
  readonly changed: { readonly total: number } & { readonly [C in Change]: number };
  readonly not_replayable: { readonly total: number } & { readonly [K in Doubt["kind"]]: number };
  readonly unrecorded: { readonly total: number; readonly stopped: number };
  readonly of_this_revision: number;
  readonly outcomes: { readonly [O in Outcome]: number };
  readonly rules: readonly RuleReport[];
  readonly never_fired: readonly string[];
  readonly timed_every: number;
  readonly tools: { readonly [tool: string]: ToolFigures };
  readonly timeline: { readonly step_ms: number; readonly untimed: number; readonly steps: readonly TimelineStep[] };
  /** The first ones; the numbers above count all. */
  readonly changes: readonly ChangedDecision[];
  readonly unreplayed: readonly NotReplayable[];
  readonly stopped: readonly NotableEvent[];
  readonly skipped: {
    readonly total: number;
    readonly reasons: readonly {
      readonly reason: SkipReason;
      readonly why: string;
      readonly count: number;
      readonly first: readonly string[];
    }[];
  };
  readonly without_event: { readonly [kind: string]: number };
  readonly unknown_facts: { readonly [fact: string]: number };
  readonly unresolved_paths: number;
  readonly unlisted_folders: number;
  readonly dropped_sessions: number;
}

export interface ReportParts {
  readonly tally: Tally;
  readonly candidate: Candidate;
  readonly bundle: string;
  readonly other: Candidate | null;
  readonly against: string | null;
  readonly logs: readonly LogFile[];
  readonly links: readonly string[];
}

export function reportOf({ tally, candidate, bundle, other, against, logs, links }: ReportParts): ReplayReport {
  const rules = candidate.manifest.rules.map(({ id, name, at, effects }): RuleReport => {
    const { fired, unclear, timed, meanUs, slowestUs } = candidate.meter.figures(id);
    return { rule: name, at, effects, fired, unclear, timed, mean_us: tenths(meanUs), slowest_us: tenths(slowestUs) };
  });
  return {
    bundle: nameOf(bundle, candidate),
    against: other === null || against === null ? null : nameOf(against, other),
    logs: logs.map(({ name, sizeBytes }) => ({ name, bytes: sizeBytes })),
    links_not_followed: links,
    lines: tally.lines,
    events: tally.events,
    formats: record(tally.formats),
    compared: tally.compared,
    same: tally.same,
    changed: { total: tally.changedTotal, ...tally.changed },
    not_replayable: { total: tally.doubtsTotal, ...tally.doubts },
    unrecorded: { total: tally.unrecorded, stopped: tally.stoppedUnrecorded },
    of_this_revision: tally.ofThisRevision,
    outcomes: tally.outcomes,
    rules,
    never_fired: rules.filter(({ fired }) => fired === 0).map(({ rule }) => rule),
    timed_every: TIMED_EVERY,
    tools: record(tally.tools),
    timeline: { step_ms: tally.timeline.stepMs, untimed: tally.timeline.untimed, steps: tally.timeline.steps() },
    changes: tally.changes,
    unreplayed: tally.notReplayable,
    stopped: tally.stopped,
    skipped: {
      total: tally.skippedTotal,
      reasons: tally.skippedInOrder.map(([reason, { count, places }]) => ({
        reason,
        why: skipReasons[reason],
        count,
        first: places,
      })),
    },
    without_event: record(tally.nothing),
    unknown_facts: record(candidate.unknownFacts),
    unresolved_paths: candidate.unresolved,
    unlisted_folders: candidate.unlisted,
    dropped_sessions: candidate.droppedSessions,
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

const nameOf = (name: string, { manifest }: Candidate): BundleName => ({
  name,
  revision: manifest.revision,
  rules: manifest.rules.length,
});

/** Names may come from the log: any text, `__proto__` too, and secrets among them. */
function record<V>(map: ReadonlyMap<string, V>): { readonly [name: string]: V } {
  const result: { [name: string]: V } = Object.create(null);
  for (const [name, value] of map) result[maskSecrets(name)] = value;
  return result;
}
