// All mutants of a rule that are not provably the rule itself.

import type { Session } from "../diagnostics/session.ts";
import type { Span } from "../ir/ast.ts";
import type { IrCond, IrRule } from "../ir/ir.ts";
import { eachValue } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import { formOfRule } from "../logic/form.ts";
import { implies } from "../logic/implies.ts";
import type { Tables } from "../logic/tables.ts";
import type { Mutant } from "./mutant.ts";
import { mutateCondition } from "./mutate-condition.ts";
import { mutateEffects } from "./mutate-effects.ts";

export interface RuleMutants {
  readonly mutants: readonly Mutant[];
  /** Changes that were proved to change nothing. */
  readonly equivalent: number;
}

export function mutantsOfRule(rule: IrRule, model: Model, session: Session, tables: Tables): RuleMutants {
  const original = formOfRule(rule);
  const seen = new Set([JSON.stringify(rule.conditions.map(({ cond }) => cond))]);
  let equivalent = 0;
  const isNew = ({ rule: changed }: Mutant): boolean => {
    const key = JSON.stringify(changed.conditions.map(({ cond }) => cond));
    if (seen.has(key)) return false;
    seen.add(key);
    const form = formOfRule(changed);
    const isSame = implies(original, form, tables) && implies(form, original, tables);
    if (isSame) equivalent++;
    return !isSame;
  };
  const conditions = conditionMutants(rule, model, session).filter(isNew);
  return { mutants: [...conditions, ...effectMutants(rule, model, session)], equivalent };
}

function conditionMutants(rule: IrRule, model: Model, session: Session): readonly Mutant[] {
  const spans = model.partSpans[rule.id];
  return rule.conditions.flatMap((part, at) => {
    const whole = spans?.conditions[at] ?? spanOfRule(rule, model);
    const left: Mutant = {
      rule: { ...rule, conditions: rule.conditions.toSpliced(at, 1) },
      at: whole,
      text: part.text,
      change: "is removed",
    };
    const changed = mutateCondition(part.cond, model.ir).map((one): Mutant => {
      const place = placeOf(one.part, whole, model);
      return {
        rule: { ...rule, conditions: rule.conditions.with(at, { ...part, cond: one.cond }) },
        at: place,
        text: textOf(place, session),
        change: one.change,
      };
    });
    return isPromise(part.cond, rule) ? changed : [left, ...changed];
  });
}

/** Without the test of `tool` a rule that reads the tool's own fields does not compile. */
function isPromise(cond: IrCond, rule: IrRule): boolean {
  const value = cond.op === "compare" ? cond.left : cond.op === "in" ? cond.value : null;
  if (value?.op !== "field" || value.name !== "tool") return false;
  let reads = false;
  eachValue(rule, (one) => {
    if (one.op === "field" && one.name.startsWith("input.") && one.name !== "input.raw") reads = true;
  });
  return reads;
}

function effectMutants(rule: IrRule, model: Model, session: Session): readonly Mutant[] {
  const spans = model.partSpans[rule.id];
  return mutateEffects(rule).map(({ rule: changed, effect, change }) => {
    const at = (effect === null ? spans?.unknown : spans?.effects[effect]?.span) ?? spanOfRule(rule, model);
    return { rule: changed, at, text: textOf(at, session), change };
  });
}

const placeOf = (cond: IrCond, whole: Span, model: Model): Span => model.places.get(cond) ?? whole;

const spanOfRule = (rule: IrRule, model: Model): Span =>
  model.ruleSpans[rule.id] ?? { file: rule.file, start: 0, end: 0 };

function textOf({ file, start, end }: Span, session: Session): string {
  return (session.sources.get(file)?.text.slice(start, end) ?? "").replace(/\s+/g, " ").trim();
}
