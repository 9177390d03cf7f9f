// manifest.json: what the bundle is, for loaders, reviewers and `inspect`. The revision is filled in by bundle.ts.

import type { LeftOut, Manifest, ManifestRule, Point, ResolvedEffect } from "../../language/contract.ts";
import { setColumn } from "../../language/schema.ts";
import { isPackFile, PACKS_VERSION } from "../analyse/files/packs.ts";
import { largestGroup, planPoints } from "../emit/index-plan.ts";
import { worstCases } from "../emit/worst-case.ts";
import type { Ir, IrEffect, IrLeftOut, IrRule } from "../ir/ir.ts";
import { eachValue } from "../ir/ir-walk.ts";
import type { Witness } from "../prove/find-witness.ts";
import type { Witnesses } from "../prove/show-rules.ts";
import { witnessData } from "../prove/witness-text.ts";
import { ruleSentence } from "../sentence/sentence.ts";

export type ManifestDraft = Omit<Manifest, "revision" | "files">;

export function emitManifest(ir: Ir, compiler: string, witnesses: Witnesses = []): ManifestDraft {
  const plans = planPoints(ir);
  return {
    format: 1,
    language: 1,
    ir: 1,
    compiler,
    scope: ir.scope,
    targets: byKey(ir.targets.map((target) => [target, resolvedFor(target, ir.rules)])),
    ...leftOutOf(ir),
    ...versionsOf(packsOf(ir.rules)),
    rules: ir.rules.map((rule) => manifestRule(rule, ir, witnesses[rule.id] ?? null)),
    facts: byKey([...factsByPoint(ir)].sort(byFirst).map(([point, keys]) => [point, [...keys].sort()])),
    labels: ir.labels,
    counters: ir.counters,
    capabilities: capabilitiesUsed(ir.rules),
    cost: {
      largestBucket: Math.max(0, ...[...plans.values()].map(largestGroup)),
      rulesPerPoint: byKey([...plans].sort(byFirst).map(([point, plan]) => [point, plan.all.length])),
      testsPerPoint: byKey([...worstCases(plans, ir)].sort(byFirst)),
    },
  };
}

const byFirst = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : 1);

/** Keys may be any text, `__proto__` too. */
function byKey<V>(entries: readonly (readonly [string, V])[]): { readonly [key: string]: V } {
  const result: { [key: string]: V } = Object.create(null);
  for (const [key, value] of entries) result[key] = value;
  return result;
}

function manifestRule(rule: IrRule, ir: Ir, witness: Witness | null): ManifestRule {
  return {
    id: rule.id,
    name: rule.name,
    at: `${rule.file}:${rule.line}:${rule.column}`,
    points: rule.points,
    effects: rule.effects.map((chain) => chain.map(effectName).join(" else ")),
    shadow: rule.shadow,
    severity: rule.severity,
    owner: rule.owner,
    doc: rule.doc,
    sentence: ruleSentence(rule, ir),
    conditions: rule.conditions.map((part) => ({
      text: part.text,
      at: `${rule.file}:${part.line}:${part.column}`,
      operands: part.operands,
    })),
    witness: witness === null ? null : witnessData(witness),
  };
}

function effectName(effect: IrEffect): string {
  if (effect.kind === "set") return `set ${effect.field}`;
  if (effect.kind === "mark") return `mark ${effect.label}`;
  if (effect.kind === "ask" && effect.once === true) return "ask once";
  return effect.kind === "count" ? `count ${effect.counter}` : effect.kind;
}

/** Where a target cannot honour the first choice of a rule: the effects that stand instead. */
function resolvedFor(target: string, rules: readonly IrRule[]): readonly ResolvedEffect[] {
  const found: ResolvedEffect[] = [];
  for (const rule of rules) {
    for (const [point, choices] of Object.entries(rule.resolved[target] ?? {})) {
      for (const [at, choice] of choices.entries()) {
        const effect = choice === 0 ? undefined : rule.effects[at]?.[choice];
        if (effect !== undefined) found.push({ rule: rule.name, point: point as Point, effect: effectName(effect) });
      }
    }
  }
  return found;
}

/** What each target cannot do of packs that are used `where supported`; without a field where that is nothing. */
export function leftOutOf({ rules, targets }: Ir): Pick<Manifest, "leftOut"> {
  const rows = targets.flatMap((target): (readonly [string, readonly LeftOut[]])[] => {
    const found = rules.flatMap((rule) =>
      (rule.leftOut ?? []).filter((one) => one.target === target).map((one) => leftOutRow(rule, one)),
    );
    return found.length === 0 ? [] : [[target, found]];
  });
  return rows.length === 0 ? {} : { leftOut: byKey(rows) };
}

function leftOutRow(rule: IrRule, { point, effect, why }: IrLeftOut): LeftOut {
  const first = effect === null ? undefined : rule.effects[effect]?.[0];
  return { rule: rule.name, point, effect: first === undefined ? null : effectName(first), why };
}

/** Without a field where no pack is used. */
const versionsOf = (packs: readonly string[]): Pick<Manifest, "packs"> =>
  packs.length === 0 ? {} : { packs: byKey(packs.map((pack) => [pack, PACKS_VERSION])) };

const packsOf = (rules: readonly IrRule[]): readonly string[] =>
  [...new Set(rules.flatMap(({ file }) => (isPackFile(file) ? [file.replace(/\.policy$/, "")] : [])))].sort();

/** The facts conditions, messages and rewrites of each point may ask for. */
function factsByPoint(ir: Ir): ReadonlyMap<string, ReadonlySet<string>> {
  const facts = new Map<string, Set<string>>();
  for (const rule of ir.rules) {
    eachValue(rule, (value) => {
      if (value.op !== "fact") return;
      for (const point of rule.points) facts.set(point, (facts.get(point) ?? new Set<string>()).add(value.key));
    });
  }
  return facts;
}

/** Columns of the capability matrix that some rule needs as its first choice. */
function capabilitiesUsed(rules: readonly IrRule[]): readonly string[] {
  const used = new Set<string>();
  for (const rule of rules) {
    for (const effect of rule.effects.flatMap((chain) => chain.slice(0, 1))) {
      if (effect.kind === "set") for (const point of rule.points) used.add(setColumn(point, effect.field));
      else if (!["mark", "count", "run", "pass"].includes(effect.kind)) used.add(effect.kind);
    }
  }
  return [...used].sort();
}
