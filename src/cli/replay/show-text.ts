// A replay for people: the numbers that decide, then single events, then rules, then everything that was left out.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Doubt } from "./candidate.ts";
import { verdictText } from "./compare.ts";
import type { ReplayReport, RuleReport } from "./report.ts";
import type { ChangedDecision, NotableEvent, NotReplayable } from "./tally.ts";

const SLOWEST = 10;

/** `listed`: how many single events are shown of each kind. */
export function replayText(report: ReplayReport, listed: number): string {
  if (report.events === 0) return textOf([[headline(report)], leftOut(report)]);
  return textOf([
    summary(report),
    section("changed", report.changes.map(changeLines), listed, report.changed.total),
    section("not replayable", report.unreplayed.map(doubtLines), listed, report.not_replayable.total),
    section(
      "would have been stopped (no recorded decision to compare with)",
      report.stopped.map(stoppedLines),
      listed,
      report.unrecorded.stopped,
    ),
    firedRules(report),
    slowestRules(report),
    leftOut(report),
  ]);
}

const textOf = (sections: readonly (readonly string[])[]): string =>
  `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => visible(line)).join("\n"))
    .join("\n\n")}\n`;

const headline = ({ events, logs, bundle }: ReplayReport): string =>
  `${counted(events, "event")} of ${counted(logs.length, "log")} through ${bundle.name} (${bundle.revision.slice(0, 12)})`;

const number = (count: number): string => count.toLocaleString("en-US");

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

function summary(report: ReplayReport): readonly string[] {
  const { against, compared, same, changed, not_replayable: doubt, unrecorded } = report;
  const other = against === null ? "as recorded" : `as with ${against.name}`;
  return [
    headline(report),
    ...(compared === 0
      ? []
      : [`  ${number(same)} decided ${other}`, `  ${number(changed.total)} changed${changes(report)}`]),
    ...(doubt.total === 0 ? [] : [`  ${number(doubt.total)} not replayable: ${doubts(doubt)}`]),
    ...(unrecorded.total === 0
      ? []
      : [
          `  ${number(unrecorded.total)} without a recorded decision, of which ${number(unrecorded.stopped)} would have been stopped`,
        ]),
    `  outcomes: ${Object.entries(report.outcomes)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${number(count)} ${outcome}`)
      .join(", ")}`,
  ];
}

function changes({ changed }: ReplayReport): string {
  if (changed.total === 0) return "";
  const parts = [
    [changed.tightened, "tightened"],
    [changed.loosened, "loosened"],
    [changed.rules, "by other rules"],
  ] as const;
  return `: ${parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${number(count)} ${what}`)
    .join(", ")}`;
}

const doubtWords: { readonly [K in Doubt["kind"]]: string } = {
  masked: "a rule read a masked value",
  hook: "an external hook decides",
  script: "the text of a script at that time is not known",
  state: "the state of the session is uncertain after such a decision",
};

function doubts(found: ReplayReport["not_replayable"]): string {
  return (Object.keys(doubtWords) as Doubt["kind"][])
    .filter((kind) => found[kind] > 0)
    .map((kind) => `${number(found[kind])} because ${doubtWords[kind]}`)
    .join(", ");
}

function section(
  title: string,
  items: readonly (readonly string[])[],
  listed: number,
  total: number,
): readonly string[] {
  if (total === 0 || listed === 0) return [];
  const shown = items.slice(0, listed);
  const more = total - shown.length;
  return [title, ...shown.flat(), ...(more === 0 ? [] : [`  and ${number(more)} more`])];
}

const headOf = ({ at, point, tool }: NotableEvent): string => `  ${at}  ${point}${tool === point ? "" : ` ${tool}`}`;

const eventLine = ({ event }: NotableEvent): readonly string[] => (event === "" ? [] : [`      ${event}`]);

function changeLines(one: ChangedDecision): readonly string[] {
  const { change, before, after, failures } = one;
  const isTold = failures.length === 0 || before?.rules.length === 0;
  const failed = isTold ? "" : ` (recorded with ${failures.join(", ")})`;
  const was = before === null ? "" : `${verdictText(before)}${failed} -> `;
  const how = change === "rules" ? "other rules" : change;
  return [`${headOf(one)}: ${how}, ${was}${verdictText(after)}${lackingText(one)}`, ...eventLine(one)];
}

const lackingText = ({ lacking }: NotableEvent): string =>
  lacking.length === 0 ? "" : ` (not in the log: ${lacking.join(", ")})`;

export function doubtText({ kind, what }: Doubt): string {
  return what.length === 0 ? doubtWords[kind] : `${doubtWords[kind]}: ${what.join(", ")}`;
}

const doubtLines = (one: NotReplayable): readonly string[] => [
  `${headOf(one)}: ${doubtText(one.doubt)}`,
  ...eventLine(one),
];

const stoppedLines = (one: NotableEvent): readonly string[] => [
  `${headOf(one)}: ${verdictText(one.after)}`,
  ...eventLine(one),
];

export const byFired = (a: RuleReport, b: RuleReport): number => b.fired - a.fired || (a.rule < b.rule ? -1 : 1);

function firedRules({ rules, never_fired: never }: ReplayReport): readonly string[] {
  const fired = rules.filter((rule) => rule.fired > 0).sort(byFired);
  const unclear = rules.filter((rule) => rule.unclear > 0).sort((a, b) => b.unclear - a.unclear);
  return [
    ...(fired.length === 0 ? ["no rule fired"] : ["fired"]),
    ...fired.map(({ fired: times, rule, at }) => `  ${number(times).padStart(9)}  ${rule} (${at})`),
    ...(unclear.length === 0 ? [] : ["could not be determined"]),
    ...unclear.map(({ unclear: times, rule, at }) => `  ${number(times).padStart(9)}  ${rule} (${at})`),
    ...(never.length === 0 ? [] : [`never fired: ${never.join(", ")}`]),
  ];
}

function slowestRules({ rules, timed_every: every }: ReplayReport): readonly string[] {
  const slowest = slowest10(rules);
  if (slowest.length === 0) return [];
  return [
    `slowest rules (tests are timed in every ${every}th event; the first rule that tests a command includes the time to parse it)`,
    ...slowest.map(
      ({ mean_us: mean, slowest_us: most, timed, rule }) =>
        `  ${mean.toFixed(1).padStart(9)} us, at most ${most.toFixed(1)}, in ${counted(timed, "test")}  ${rule}`,
    ),
  ];
}

export const slowest10 = (rules: readonly RuleReport[]): readonly RuleReport[] =>
  rules
    .filter(({ timed }) => timed > 0)
    .sort((a, b) => b.mean_us - a.mean_us)
    .slice(0, SLOWEST);

/** What the numbers above do not cover. */
export function leftOut(report: ReplayReport): readonly string[] {
  const { skipped, without_event: without, unknown_facts: facts } = report;
  const kinds = Object.entries(without).sort(([, a], [, b]) => b - a);
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...(skipped.total === 0 ? [] : [`skipped ${counted(skipped.total, "line")}`]),
    ...skipped.reasons.map(
      ({ why, count, first }) => `  ${number(count)} ${why}: ${first.join(", ")}${count > first.length ? ", ..." : ""}`,
    ),
    ...(total === 0
      ? []
      : [`without an event: ${kinds.map(([kind, count]) => `${number(count)} ${kind}`).join(", ")}`]),
    ...Object.entries(facts).map(
      ([fact, count]) => `unknown, because it is not in the log: ${fact} (${counted(count, "event")})`,
    ),
    ...(report.unresolved_paths === 0
      ? []
      : [
          `paths used as written, because the log does not say where links lead (${counted(report.unresolved_paths, "event")})`,
        ]),
    ...(report.unlisted_folders === 0
      ? []
      : [
          `folders, patterns and archives taken as empty, because the log does not list them (${counted(report.unlisted_folders, "event")})`,
        ]),
    ...(report.dropped_sessions === 0
      ? []
      : [`the state of ${counted(report.dropped_sessions, "session")} was dropped: there are too many sessions`]),
    ...(report.links_not_followed.length === 0
      ? []
      : [`links that were not followed: ${report.links_not_followed.join(", ")}`]),
  ];
}
