// A manifest for people: each rule as a sentence with its place, then what the whole set needs and costs.

import type { ManifestDraft } from "../../compiler/bundle/emit-manifest.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { dataText } from "../../compiler/import/policy-text.ts";
import { shortened } from "../../compiler/prove/witness-text.ts";
import type { Json, ManifestRule } from "../../language/contract.ts";
import { shortRevision } from "../../language/load-error.ts";
import { countRules } from "./count-rules.ts";

export function manifestText(manifest: ManifestDraft & { readonly revision?: string }): string {
  const targets = Object.keys(manifest.targets);
  const head = [
    `${countRules(manifest.rules.map((rule) => rule.at))}, scope ${manifest.scope}, ${targets.length === 1 ? "target" : "targets"} ${targets.join(", ")}`,
    ...(manifest.revision === undefined ? [] : [`revision ${shortRevision(manifest.revision)}`]),
    ...packsLine(manifest),
    ...leftOutLines(manifest.leftOut),
  ];
  const rules = manifest.rules.map((rule) => ruleText(rule, manifest));
  return `${[head.join("\n"), ...rules, needs(manifest).join("\n")].join("\n\n")}\n`;
}

/** `packs: std/egress, std/self (version 1.0.0)` */
function packsLine({ packs = {} }: ManifestDraft): readonly string[] {
  const versions = [...new Set(Object.values(packs))];
  return versions
    .map((version) => {
      const names = Object.keys(packs).filter((pack) => packs[pack] === version);
      return `packs: ${names.join(", ")} (version ${version})`;
    })
    .map(visible);
}

/** What the bundle does not enforce, by target and reason. */
export function leftOutLines(leftOut: ManifestDraft["leftOut"]): readonly string[] {
  return Object.entries(leftOut ?? {})
    .flatMap(([target, rows]) => {
      const byReason = new Map<string, Set<string>>();
      for (const { rule, effect, why } of rows) {
        const names = byReason.get(why) ?? new Set<string>();
        byReason.set(why, names.add(effect === null ? rule : `${rule} (${effect})`));
      }
      return [...byReason].map(([why, names]) => `left out on ${target}, because ${why}: ${[...names].join(", ")}`);
    })
    .map(visible);
}

function ruleText(rule: ManifestRule, manifest: ManifestDraft): string {
  const remarks = [
    ...(rule.severity === null ? [] : [`severity ${rule.severity}`]),
    ...(rule.owner === null ? [] : [`owner ${rule.owner}`]),
    ...(rule.shadow ? ["shadow: recorded, not enforced"] : []),
  ];
  const instead = Object.entries(manifest.targets).flatMap(([target, resolved]) =>
    resolved
      .filter((one) => one.rule === rule.name)
      .map(({ point, effect }) => `on ${target} at ${point}: ${effect} instead`),
  );
  const missing = Object.entries(manifest.leftOut ?? {}).flatMap(([target, leftOut]) =>
    leftOut
      .filter((one) => one.rule === rule.name)
      .map(({ point, effect, why }) => `on ${target} at ${point}: ${effect ?? "the rule"} is left out, because ${why}`),
  );
  return [
    `${rule.name} (${rule.at})`,
    `  ${rule.sentence}`,
    `  at ${rule.points.join(", ")}: ${rule.effects.join(", ")}`,
    ...[...instead, ...missing].map((line) => `  ${line}`),
    ...(remarks.length > 0 ? [`  ${remarks.join(", ")}`] : []),
    ...witnessLines(rule),
    ...(rule.doc === null ? [] : [`  ${rule.doc}`]),
  ]
    .map(visible)
    .join("\n");
}

const LONGEST_TEXT = 2000;

/** An event on which the rule fired when it was checked. */
function witnessLines({ witness }: ManifestRule): readonly string[] {
  if (witness === null) return ["  switched off by its parameters"];
  const text = ({ event, given }: { readonly event: Json; readonly given: Json }): string =>
    dataText(shortened(told(event), LONGEST_TEXT)) + (dataText(given) === "{}" ? "" : ` given ${dataText(given)}`);
  return [
    ...witness.before.map((step) => `  first ${text(step)}${step.times === 1 ? "" : `, ${step.times} times`}`),
    `  fires on ${text(witness)}`,
  ];
}

/** A manifest sorts its keys; people say where, with what, and then the rest. */
function told(event: Json): Json {
  if (typeof event !== "object" || event === null || Array.isArray(event)) return event;
  const { point = null, tool = null, ...rest } = event as Readonly<Record<string, Json>>;
  return { ...(point === null ? {} : { point }), ...(tool === null ? {} : { tool }), ...rest };
}

function needs({ facts, labels, counters, capabilities, cost }: ManifestDraft): readonly string[] {
  const list = (words: readonly string[]): string => (words.length === 0 ? "none" : words.join(", "));
  const windows = Object.entries(counters).map(
    ([name, ms]) => `${name} (${ms.map(durationText).join(", ") || "never read"})`,
  );
  const perPoint = Object.entries(cost.rulesPerPoint).map(([point, rules]) => `${point} ${rules}`);
  const tests = Object.entries(cost.testsPerPoint).map(([point, count]) => `${point} ${count.toLocaleString("en-US")}`);
  return [
    `facts: ${list(Object.entries(facts).map(([point, keys]) => `${keys.join(", ")} at ${point}`))}`,
    `labels: ${list(labels)}`,
    `counters: ${list(windows)}`,
    `capabilities: ${list(capabilities)}`,
    `rules per point: ${list(perPoint)}`,
    `cost: the largest group of rules selected by one value has ${cost.largestBucket}`,
    `most tests for one event: ${list(tests)}`,
  ].map(visible);
}

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "m"],
  [1000, "s"],
] as const;

function durationText(ms: number): string {
  const [size, unit] = UNITS.find(([size]) => ms % size === 0) ?? [1, "ms"];
  return `${ms / size}${unit}`;
}
