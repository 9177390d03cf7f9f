// Reports a rule that repeats another one: same points, conditions and effects, texts included.

import type { IrRule } from "../ir.ts";
import type { Model } from "../model.ts";
import type { Session } from "../session.ts";

export function repeatedRule(model: Model, session: Session): void {
  const seen = new Map<string, IrRule>();
  for (const rule of model.ir.rules) {
    const key = JSON.stringify([
      rule.points.toSorted(),
      rule.conditions.map(({ cond }) => cond),
      rule.effects,
      rule.unknown,
      rule.shadow,
    ]);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, rule);
      continue;
    }
    const span = model.ruleSpans[rule.id];
    const first = model.ruleSpans[other.id];
    if (span === undefined) continue;
    const notes = first === undefined ? [] : [{ span: first, text: "first written here" }];
    session.report("P432", span, { other: other.name }, { notes });
  }
}
