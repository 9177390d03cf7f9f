// What is left out where a target cannot do it: rules of packs that are used `where supported`. All other rules get an error.

import type { Point } from "../../../language/contract.ts";
import type { Detail, Session } from "../../diagnostics/session.ts";
import type { IrCond, IrLeftOut, IrRule } from "../../ir/ir.ts";
import { condsOf, valuesOfCond } from "../../ir/ir-walk.ts";
import type { LoadedFile } from "../files/load-files.ts";
import type { RuleSpans } from "./rule-spans.ts";

/** Whose rule it is: of the author's own files, of a pack, or of a pack that is used `where supported`. */
export type Origin = "own" | "pack" | "where supported";

export function originOf({ isPack, isEntry, settings }: LoadedFile): Origin {
  if (!isPack || isEntry) return "own";
  return settings === null || settings.decl.supported === null ? "pack" : "where supported";
}

/** Why a target cannot carry out a rule, in a few words, and the diagnostic about it. */
export interface Problem {
  readonly why: string;
  /** `detail` replaces the help of the diagnostic. */
  readonly report: (detail?: Detail) => void;
}

/** One rule at one point of one target. */
export interface RulePlace {
  readonly rule: IrRule;
  readonly target: string;
  readonly point: Point;
  readonly spans: RuleSpans;
  readonly origin: Origin;
  /** What is left out of this rule so far. */
  readonly leftOut: IrLeftOut[];
}

/** Leaves out the rule, or the effect of this number, or reports why it cannot be carried out. */
export function leaveOut(place: RulePlace, effect: number | null, { why, report }: Problem): void {
  const { target, point, origin, leftOut, rule } = place;
  if (origin === "where supported") leftOut.push({ target, point, effect, why });
  else if (origin === "own") report();
  else {
    const pack = rule.file.replace(/\.policy$/, "");
    report({ help: `\`use "${pack}" where supported\` leaves the rule out on ${target}` });
  }
}

/** A rule while its targets are gone through. */
export interface Resolved {
  readonly rule: IrRule;
  readonly origin: Origin;
  readonly spans: RuleSpans;
  readonly leftOut: IrLeftOut[];
  readonly resolved: Record<string, Record<string, readonly number[]>>;
  readonly unknownOutcome: Record<string, Record<string, "ask" | "block">>;
  /** Targets on which the rule is evaluated at one of its points at least. */
  readonly standing: Set<string>;
}

export const newResolved = (rule: IrRule, spans: RuleSpans, origin: Origin): Resolved => ({
  rule,
  origin,
  spans,
  leftOut: [],
  resolved: {},
  unknownOutcome: {},
  standing: new Set(),
});

/** Every effect of the rule left out. */
export const nothingOf = (rule: IrRule): readonly number[] => rule.effects.map(() => -1);

/**
 * A rule that tests a label or counter which no rule sets on a target would be inert there, or always fire: it is left out with
 * the rules that would set it, and a rule of the author's own is an error.
 */
export function leaveOutReaders(rules: readonly Resolved[], targets: readonly string[], session: Session): void {
  if (rules.every(({ leftOut }) => leftOut.length === 0)) return;
  const setters = settersOf(rules);
  for (const target of targets) {
    // Leaving out one reader may leave another label without a rule that sets it.
    for (let left = true; left; ) {
      left = false;
      for (const one of rules) {
        if (!one.standing.has(target)) continue;
        const problem = unsetState(one, target, setters, session);
        if (problem === null) continue;
        left = true;
        one.standing.delete(target);
        for (const point of one.rule.points) leaveOutAt({ ...one, target, point }, one, problem);
      }
    }
  }
}

function leaveOutAt(place: RulePlace, one: Resolved, problem: Problem): void {
  const { target, point, rule } = place;
  leaveOut(place, null, problem);
  one.resolved[target] = { ...one.resolved[target], [point]: nothingOf(rule) };
}

/** By what they set: `mark secret-read`, `count pushes`. */
function settersOf(rules: readonly Resolved[]): ReadonlyMap<string, readonly Resolved[]> {
  const setters = new Map<string, Resolved[]>();
  for (const one of rules) {
    for (const effect of one.rule.effects.flat()) {
      if (effect.kind !== "mark" && effect.kind !== "count") continue;
      const key = effect.kind === "mark" ? `mark ${effect.label}` : `count ${effect.counter}`;
      setters.set(key, [...(setters.get(key) ?? []), one]);
    }
  }
  return setters;
}

/** The first label or counter that the rule tests and no rule sets on the target. */
function unsetState(
  { rule, spans }: Resolved,
  target: string,
  setters: ReadonlyMap<string, readonly Resolved[]>,
  session: Session,
): Problem | null {
  for (const [at, { cond }] of rule.conditions.entries()) {
    for (const key of stateRead(cond)) {
      const able = (setters.get(key) ?? []).filter((setter) => rule.shadow || !setter.rule.shadow);
      if (able.some(({ standing }) => standing.has(target))) continue;
      const [verb = "", name = ""] = key.split(" ");
      const done = verb === "mark" ? "marked" : "counted";
      const names = able.map((setter) => `\`${setter.rule.name}\``).join(", ");
      return {
        why: `\`${name}\` is never ${done} on ${target}`,
        report: (detail) =>
          session.report("P452", spans.conditions[at] ?? spans.rule, { name, done, target, rules: names }, detail),
      };
    }
  }
  return null;
}

function stateRead(cond: IrCond): ReadonlySet<string> {
  const found = new Set<string>();
  condsOf(cond, (inner) => {
    if (inner.op === "marked") found.add(`mark ${inner.label}`);
  });
  valuesOfCond(cond, (value) => {
    if (value.op === "counted") found.add(`count ${value.counter}`);
  });
  return found;
}
