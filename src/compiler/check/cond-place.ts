// The source span of a test of a rule. The test of a short quantifier has no span of its own: it has the quantifier's.

import type { Span } from "../ir/ast.ts";
import type { IrCond, IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";

/** The place of a test of the rule, and whether it is part of `unless`. */
export interface CondPlace {
  readonly span: Span;
  readonly isUnless: boolean;
}

export function placeOfCond(model: Model, rule: IrRule, wanted: IrCond): CondPlace {
  const whole = spanOfRule(model, rule);
  for (const [at, { cond, text }] of rule.conditions.entries()) {
    const outer = model.partSpans[rule.id]?.conditions[at] ?? whole;
    const span = within(cond, wanted, outer, model);
    if (span !== null) return { span, isUnless: text.startsWith("unless ") };
  }
  return { span: whole, isUnless: false };
}

export const spanOfRule = (model: Model, rule: IrRule): Span =>
  model.ruleSpans[rule.id] ?? { file: rule.file, start: 0, end: 0 };

function within(cond: IrCond, wanted: IrCond, outer: Span, model: Model): Span | null {
  const span = model.places.get(cond) ?? outer;
  if (cond === wanted) return span;
  if (cond.op === "not") return within(cond.item, wanted, span, model);
  if (cond.op === "any" || cond.op === "all") return within(cond.body, wanted, span, model);
  if (cond.op !== "and" && cond.op !== "or") return null;
  for (const item of cond.items) {
    const found = within(item, wanted, span, model);
    if (found !== null) return found;
  }
  return null;
}
