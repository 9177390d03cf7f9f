// `policyc diff`: what changes between two policies, per point and tool. A change is shown by an event that both decide
// differently; `same` is said only where it is proven; where neither is had, it is unknown.

import type { Decision, Point } from "../../language/contract.ts";
import { outcomeAt, unknownAt } from "../check/rule-outcome.ts";
import type { Ir, IrRule } from "../ir/ir.ts";
import { eachValue } from "../ir/ir-walk.ts";
import type { MakeSealed, Sealed } from "../trial/emitted-policy.ts";
import { type ChangedRule, candidates, withUsualFacts } from "./candidates.ts";
import { compareDecisions, type Difference } from "./compare-decisions.ts";
import { type Row, rowsOf } from "./rows.ts";
import { wordsOf } from "./rule-key.ts";
import { shareTables } from "./shared-tables.ts";
import { type Compared, emitSealed, type Side, type Trace } from "./side.ts";

export type DiffVerdict = "same" | "tightened" | "loosened" | "mixed" | "unknown";

export interface DiffWitness extends Trace {
  readonly difference: Difference;
  readonly old: Decision;
  readonly now: Decision;
  /** The hosts on which it is so; left out where it is so on all of them. */
  readonly targets?: readonly string[];
}

export interface DiffRow {
  readonly point: Point;
  readonly tool: string | null;
  readonly verdict: DiffVerdict;
  /** False where an event shows the change and nothing proves that no other event shows another one. */
  readonly isCertain: boolean;
  /** One per difference that was seen. */
  readonly witnesses: readonly DiffWitness[];
  /** Why it is not proven to be the same: other rules, or what earlier events of the session may leave behind. */
  readonly because: "rules" | "session" | null;
}

export interface PolicyDiff {
  /** What of the two policies as a whole differs: language, scope, targets, the compiler that made a bundle. */
  readonly about: readonly { readonly what: string; readonly old: string; readonly now: string }[];
  readonly rows: readonly DiffRow[];
  readonly rules: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
    /** The same but for their words, severity, owner or documentation. */
    readonly reworded: readonly string[];
  };
  /** Events that were tried on both. */
  readonly tried: number;
}

/** Nothing is emitted where all is proven to be the same. */
export async function diffPolicies(
  compared: readonly [Compared, Compared],
  target: string,
  emit: (ir: Ir, target: string) => Promise<MakeSealed> = emitSealed,
): Promise<PolicyDiff> {
  const shared = shareTables(compared.map(({ ir }) => ir));
  const rows = rowsOf(compared, shared, target);
  const changed = distinct(rows.flatMap((row) => row.changed));
  const open = rows.filter(({ isSame }) => !isSame);
  const seen = new Map<string, Map<Difference, DiffWitness>>();
  let tried = 0;
  if (open.length > 0) {
    const makers = await Promise.all(compared.map(({ ir }) => emit(ir, target)));
    const sides = compared.map((side, at) => ({ ...side, makeSealed: makers[at] })) as [Side, Side];
    const irs = sides.map(({ ir }, at) => ({ ...ir, ...shared.tables, rules: shared.rules[at] ?? [] })) as [Ir, Ir];
    const facts = [...new Set(sides.flatMap(({ ir }) => factsOf(ir)))];
    const done = new Set<string>();
    for (const one of candidates(changed, sides, irs)) {
      const trace = withUsualFacts(one, facts);
      const key = JSON.stringify(trace);
      if (done.has(key)) continue;
      done.add(key);
      tried++;
      const witness = tellApart(trace, sides);
      if (witness === null) continue;
      const place = `${trace.event.point} ${toolOf(trace, sides)}`;
      const known = seen.get(place) ?? new Map<Difference, DiffWitness>();
      if (!known.has(witness.difference)) known.set(witness.difference, witness);
      seen.set(place, known);
    }
  }
  return {
    about: aboutOf(compared),
    rows: rows.map((row) => rowOf(row, [...(seen.get(`${row.point} ${row.tool}`)?.values() ?? [])], compared, target)),
    rules: ruleChanges(compared, changed),
    tried,
  };
}

function aboutOf(compared: readonly [Compared, Compared]): PolicyDiff["about"] {
  const tell = ({ ir, compiler }: Compared) => ({
    language: String(ir.language),
    scope: ir.scope,
    targets: ir.targets.toSorted().join(", "),
    compiler,
  });
  const [old, now] = [tell(compared[0]), tell(compared[1])];
  const whats = Object.keys(old) as (keyof typeof old)[];
  return whats.flatMap((what) => (old[what] === now[what] ? [] : [{ what, old: old[what], now: now[what] }]));
}

const distinct = (changed: readonly ChangedRule[]): readonly ChangedRule[] => [
  ...new Map(changed.map((one) => [`${one.side} ${one.rule.id}`, one])).values(),
];

function factsOf(ir: Ir): readonly string[] {
  const keys: string[] = [];
  for (const rule of ir.rules) eachValue(rule, (value) => value.op === "fact" && keys.push(value.key));
  return keys;
}

/** Both decide the same session, each in a store of its own; null when they decide alike. */
function tellApart(trace: Trace, sides: readonly [Side, Side]): DiffWitness | null {
  const [old, now] = sides.map(({ makeSealed }) => decided(trace, makeSealed())) as [Decision, Decision];
  const difference = compareDecisions(old, now);
  return difference === null ? null : { ...trace, difference, old, now };
}

function decided({ event, given, before }: Trace, sealed: Sealed): Decision {
  for (const step of before) {
    sealed.give(step.given, step.event);
    for (let time = 0; time < step.times; time++) sealed.decide(step.event);
  }
  sealed.give(given, event);
  return sealed.decide(event);
}

/** The row an event belongs to: a tool that neither side knows is `other`. */
function toolOf({ event }: Trace, sides: readonly Side[]): string | null {
  if (typeof event.tool !== "string") return null;
  const named = [event.tool, typeof event.tool_name === "string" ? event.tool_name : ""];
  const declared = named.find((name) => sides.some(({ ir }) => Object.hasOwn(ir.tools, name)));
  return declared ?? event.tool;
}

function rowOf(
  row: Row,
  witnesses: readonly DiffWitness[],
  sides: readonly [Compared, Compared],
  target: string,
): DiffRow {
  const because = row.isSame ? null : row.isLocal ? ("session" as const) : ("rules" as const);
  const place = { point: row.point, tool: row.tool, because };
  if (row.isSame) return { ...place, verdict: "same", isCertain: true, witnesses: [] };
  const kinds = new Set(witnesses.map(({ difference }) => difference));
  const [only] = kinds;
  if (only === undefined) return { ...place, verdict: "unknown", isCertain: false, witnesses };
  if (kinds.size > 1 || only === "other") return { ...place, verdict: "mixed", isCertain: true, witnesses };
  return { ...place, verdict: only, isCertain: isOneWay(row, only, sides, target), witnesses };
}

/** Rules without `allow`, state and rewrites only tighten where they are added, and only loosen where they are removed. */
function isOneWay(row: Row, way: Difference, sides: readonly [Compared, Compared], target: string): boolean {
  const keepsState = sides.some(({ ir }) => ir.labels.length > 0 || Object.keys(ir.counters).length > 0);
  const wanted = way === "tightened" ? 1 : 0;
  return (
    !keepsState &&
    // There the agent is sent back at most three times in a row: one block more is one less later.
    row.point !== "before_completion_decision" &&
    row.point !== "accept_gate" &&
    row.changed.length > 0 &&
    row.changed.every(({ side, rule }) => side === wanted && onlyRestricts(rule, row.point, target))
  );
}

function onlyRestricts(rule: IrRule, point: Point, target: string): boolean {
  const outcome = outcomeAt(rule, target, point);
  const kinds = rule.effects.flat().map(({ kind }) => kind);
  const restricting = ["ask", "block", "stop"];
  return (
    restricting.includes(outcome) &&
    restricting.includes(unknownAt(rule, target, point)) &&
    kinds.every((kind) => restricting.includes(kind)) &&
    !rule.shadow
  );
}

/** Rules by name: a name on both sides is a change of that rule. */
function ruleChanges(sides: readonly [Compared, Compared], changed: readonly ChangedRule[]): PolicyDiff["rules"] {
  const names = (side: 0 | 1): ReadonlySet<string> =>
    new Set(changed.filter((one) => one.side === side).map(({ rule }) => rule.name));
  const [gone, come] = [names(0), names(1)];
  const both = [...gone].filter((name) => come.has(name));
  const untouched = (name: string): boolean => !gone.has(name) && !come.has(name);
  const words = new Map(sides[0].ir.rules.map((rule) => [rule.name, wordsOf(rule)]));
  const reworded = sides[1].ir.rules.filter(
    (rule) => untouched(rule.name) && words.has(rule.name) && words.get(rule.name) !== wordsOf(rule),
  );
  return {
    added: [...come].filter((name) => !both.includes(name)),
    removed: [...gone].filter((name) => !both.includes(name)),
    changed: both,
    reworded: reworded.map(({ name }) => name),
  };
}
