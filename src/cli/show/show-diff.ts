// A diff for people, for programs, and as a Markdown table for a pull request.

import { eventDefaults } from "../../compiler/analyse/examples/event-literals.ts";
import { safeJson, visible } from "../../compiler/diagnostics/report/visible.ts";
import { USUAL_TIME } from "../../compiler/diff/candidates.ts";
import type { DiffRow, DiffWitness, PolicyDiff } from "../../compiler/diff/diff-policies.ts";
import { dataText } from "../../compiler/import/policy-text.ts";
import { givenData } from "../../compiler/prove/witness-text.ts";
import type { Decision, Json } from "../../language/contract.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";

const placeOf = ({ point, tool }: DiffRow): string => (tool === null ? point : `${point} ${tool}`);

/** A change that was observed, but is not proven to be the only one. */
const verdictOf = ({ verdict, isCertain }: DiffRow): string =>
  isCertain || verdict === "unknown" ? verdict : `${verdict}, as far as tested`;

export function diffText(found: PolicyDiff): string {
  const open = found.rows.filter(({ verdict }) => verdict !== "same");
  const rows = open.map((row) =>
    [
      `${placeOf(row)}: ${verdictOf(row)}`,
      ...(row.verdict === "unknown" ? [`  ${unknownText(row)}`] : []),
      ...row.witnesses.flatMap(witnessLines),
    ]
      .map(visible)
      .join("\n"),
  );
  return `${[...aboutLines(found), ...ruleLines(found).map(visible), ...rows, summary(found)].join("\n")}\n`;
}

const unknownText = ({ because }: DiffRow): string =>
  because === "session"
    ? "the rules are the same, but earlier events of a session may be decided differently and leave different labels, counts or files"
    : "the rules differ, but no event was found on which the decisions differ";

/** The event without fields that every example has, and the facts that one of the decisions needed. */
function worldOf({ event, given, before, old, now }: DiffWitness): { readonly [key: string]: Json } {
  const asked = new Set([...Object.keys(old.facts), ...Object.keys(now.facts)]);
  const facts = Object.fromEntries(Object.entries(given.facts).filter(([key]) => asked.has(key)));
  const filesGiven = [...asked].some((key) => key.startsWith("file_exists:"));
  const { files, ...others } = given;
  const asksDisk = [...asked].some((key) => /^(?:file_exists|file|tree|glob|archive):/.test(key));
  const isUsual = (given.time === USUAL_TIME && !isSpread(before)) || event.time !== undefined;
  return givenData({
    ...others,
    ...(files === undefined || !asksDisk ? {} : { files }),
    facts,
    filesGiven,
    time: isUsual ? null : given.time,
  });
}

/** Its events come at different times. */
const isSpread = (before: DiffWitness["before"]): boolean => before.some(({ given }) => given.time !== USUAL_TIME);

/** An event before, with how often it comes, and when, where that matters. */
function stepText({ event, given, times }: DiffWitness["before"][number], before: DiffWitness["before"]): string {
  const when = isSpread(before) && given.time !== null ? `, at ${given.time}` : "";
  return `${bareEvent(event)}${times === 1 ? "" : `, ${times} times`}${when}`;
}

function bareEvent(event: DiffWitness["event"]): string {
  const usual: { readonly [field: string]: Json | undefined } = {
    session_id: eventDefaults.session_id,
    workdir: eventDefaults.workdir,
    cwd: eventDefaults.workdir,
    tool_name: event.tool,
  };
  const kept = Object.entries(event).filter(
    ([name, value]) => !(Object.hasOwn(usual, name) && usual[name] === value) && name !== "call_id",
  );
  return dataText(Object.fromEntries(kept));
}

const changeText = ({ difference, targets }: DiffWitness): string =>
  `${difference === "other" ? "different" : difference}${targets === undefined ? "" : ` on ${targets.join(", ")}`}`;

function witnessLines(witness: DiffWitness): readonly string[] {
  const { event, before, old, now } = witness;
  const world = worldOf(witness);
  const first = before.map((step) => `    after ${stepText(step, before)}`);
  return [
    `  ${changeText(witness)}: ${decisionText(old)} -> ${decisionText(now)}`,
    ...first,
    `    on ${bareEvent(event)}`,
    ...(Object.keys(world).length === 0 ? [] : [`    given ${dataText(world)}`]),
  ];
}

/** The outcome and the rules behind it. */
function decisionText({ outcome, reasons, warnings, notes, changes }: Decision): string {
  const said = [...reasons, ...warnings, ...notes].flatMap((one) =>
    one.shadow === true ? [`${one.rule} in shadow`] : rulesOfReason(one),
  );
  const rules = [...new Set(said)];
  const rewrites = Object.keys(changes ?? {}).map((field) => `set ${field}`);
  const more = [...rewrites, ...(rules.length === 0 ? [] : [`by ${rules.join(", ")}`])];
  return more.length === 0 ? outcome : `${outcome} (${more.join(" ")})`;
}

/** Differences in target or scope, which are not part of any row. */
const aboutLines = ({ about }: PolicyDiff): readonly string[] =>
  about.map(({ what, old, now }) => visible(`${what}: ${old} -> ${now}`));

function ruleLines({ rules }: PolicyDiff): readonly string[] {
  const lists = [
    ["added", rules.added],
    ["removed", rules.removed],
    ["changed", rules.changed],
    ["reworded", rules.reworded],
  ] as const;
  return lists.flatMap(([word, names]) => (names.length === 0 ? [] : [`rules ${word}: ${names.join(", ")}`]));
}

function summary({ rows, tried }: PolicyDiff): string {
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  const parts = ["loosened", "mixed", "unknown", "tightened", "same"]
    .map((verdict) => [verdict, count(verdict)] as const)
    .filter(([, number]) => number > 0)
    .map(([verdict, number]) => `${number} ${verdict}`);
  const events = tried === 0 ? "" : `; ${tried} events tried on both`;
  return `${parts.length === 0 ? "no rules on either side" : parts.join(", ")}${events}`;
}

export function diffJson(found: PolicyDiff): string {
  const decision = ({ outcome, reasons, warnings, notes, changes, result }: Decision) => ({
    outcome,
    reasons: reasons.map(({ rule, effect, message, at }) => ({ rule, effect, message, at })),
    warnings: warnings.map(({ rule, message }) => ({ rule, message })),
    notes: notes.map(({ rule, message }) => ({ rule, message })),
    ...(changes === undefined ? {} : { changes }),
    ...(result === undefined ? {} : { result }),
  });
  const rows = found.rows.map((row) => ({
    point: row.point,
    tool: row.tool,
    verdict: row.verdict,
    certain: row.isCertain,
    because: row.because,
    witnesses: row.witnesses.map((one) => ({
      difference: one.difference,
      ...(one.targets === undefined ? {} : { targets: one.targets }),
      event: one.event,
      given: givenData(one.given),
      before: one.before.map((step) => ({ event: step.event, given: givenData(step.given), times: step.times })),
      old: decision(one.old),
      new: decision(one.now),
    })),
  }));
  const about = Object.fromEntries(found.about.map(({ what, old, now }) => [what, { old, new: now }]));
  return `${safeJson({ version: 1, tool: "policyc", about, rules: found.rules, rows, tried: found.tried })}\n`;
}

export function diffMarkdown(found: PolicyDiff): string {
  const open = found.rows.filter(({ verdict }) => verdict !== "same");
  const rows = open.flatMap((row) => {
    const place = [row.point, row.tool ?? ""];
    if (row.witnesses.length === 0) return [[...place, verdictOf(row), unknownText(row), "", ""]];
    return row.witnesses.map((one) => [
      ...place,
      changeText(one),
      code([...one.before.map((step) => stepText(step, one.before)), eventAndWorld(one)].join(" then ")),
      decisionText(one.old),
      decisionText(one.now),
    ]);
  });
  const head = [
    ["Point", "Tool", "Change", "Event", "Before", "After"],
    ["---", "---", "---", "---", "---", "---"],
  ];
  const table = rows.length === 0 ? [] : [...head, ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  return `${["### Policy changes", "", summary(found), "", ...table, ...(table.length === 0 ? [] : [""]), ...[...aboutLines(found), ...ruleLines(found)].map((line) => `- ${cell(line)}`)].join("\n").trimEnd()}\n`;
}

function eventAndWorld(witness: DiffWitness): string {
  const world = worldOf(witness);
  return `${bareEvent(witness.event)}${Object.keys(world).length === 0 ? "" : ` given ${dataText(world)}`}`;
}

const code = (text: string): string => {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text}${fence}`;
};

/** Text from a policy must not end the cell or become markup of the surrounding page. */
const cell = (text: string): string => {
  const line = visible(text).replaceAll("|", "\\|");
  return /^`/.test(line) || line === "---" ? line : line.replace(/[<>&]/g, (char) => `&#${char.charCodeAt(0)};`);
};
