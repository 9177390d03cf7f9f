// Reports a rule that can never fire, because its conditions contradict each other.

import { contradiction } from "../analyse/facts.ts";
import type { Model } from "../model.ts";
import type { Session } from "../session.ts";

export function impossibleCondition(model: Model, session: Session): void {
  for (const rule of model.ir.rules) {
    const why = contradiction(rule.conditions.map(({ cond }) => cond));
    const span = model.ruleSpans[rule.id];
    if (why !== null && span !== undefined) session.report("P430", span, { why });
  }
}
