// What a rule decides at one point of one target: its outcome when it fires, and when its condition is unknown.

import type { Outcome, Point } from "../../language/contract.ts";
import type { Ir, IrEffect, IrRule } from "../ir/ir.ts";
import { valuesOfCond } from "../ir/ir-walk.ts";
import { isTwoValued } from "../ir/two-valued.ts";

const strictness: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

export const isAsStrict = (a: Outcome, b: Outcome): boolean => strictness.indexOf(a) >= strictness.indexOf(b);

/** The effective effects, one per chain. */
export function effectsAt(rule: IrRule, target: string, point: Point): readonly IrEffect[] {
  const chosen = rule.resolved[target]?.[point];
  return rule.effects.map((chain, at) => chain[chosen?.[at] ?? 0]).filter((effect) => effect !== undefined);
}

export function outcomeAt(rule: IrRule, target: string, point: Point): Outcome {
  return strictest(effectsAt(rule, target, point).map(outcomeOf));
}

/** The effect of an unknown condition; `pass` where there is none. */
export function unknownAt(rule: IrRule, target: string, point: Point): Outcome {
  const effects = effectsAt(rule, target, point);
  if (!effects.some(({ kind }) => kind === "set" || isAsStrict(outcomeOf({ kind } as IrEffect), "ask"))) return "pass";
  const own = rule.unknown;
  return own === null || own.kind === "ask" ? (rule.unknownOutcome[target]?.[point] ?? "ask") : outcomeOf(own);
}

const outcomeOf = ({ kind }: IrEffect): Outcome => strictness.find((outcome) => outcome === kind) ?? "pass";

const strictest = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce((a, b) => (isAsStrict(a, b) ? a : b), "pass" as Outcome);

/** Every condition is true or false, whatever the event. */
export const isNeverUnknown = (rule: IrRule, ir: Ir): boolean =>
  rule.conditions.every(({ cond }) => isTwoValued(cond, { points: rule.points, tools: ir.tools }));

/** A value inside JSON may be of another type than the condition reads, which is an error when the event is decided. */
export function mayErr(rule: IrRule): boolean {
  let found = false;
  for (const { cond } of rule.conditions) {
    valuesOfCond(cond, (value) => {
      if (value.op === "json") found = true;
    });
  }
  return found;
}

/** Whether the condition reads labels or counters, which rules that mark or count see before they are complete. */
export function readsState(rule: IrRule): boolean {
  let found = false;
  const walk = (cond: IrRule["conditions"][number]["cond"]): void => {
    if (cond.op === "marked") found = true;
    else if (cond.op === "and" || cond.op === "or") cond.items.forEach(walk);
    else if (cond.op === "not") walk(cond.item);
    else if (cond.op === "any" || cond.op === "all") walk(cond.body);
    valuesOfCond(cond, (value) => {
      if (value.op === "counted") found = true;
    });
  };
  for (const { cond } of rule.conditions) walk(cond);
  return found;
}
