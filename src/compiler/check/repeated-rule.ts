// Reports a rule that repeats another one: same points, conditions and effects, texts included, whatever the order and
// spelling of the parts.

import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";
import { formOfRule, keyOf } from "../logic/form.ts";
import { spanOfRule } from "./cond-place.ts";

export function repeatedRule(model: Model, session: Session): void {
  const seen = new Map<string, IrRule>();
  for (const rule of model.ir.rules) {
    const key = repeatKey(rule);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, rule);
      continue;
    }
    const notes = [{ span: spanOfRule(model, other), text: "first written here" }];
    session.report("P432", spanOfRule(model, rule), { other: other.name }, { notes });
  }
}

/** Equal for rules that do the same on the same events. */
export function repeatKey(rule: IrRule): string {
  return JSON.stringify([
    rule.points.toSorted(),
    keyOf(formOfRule(rule)),
    rule.effects.map((chain) => JSON.stringify(chain)).toSorted(),
    rule.unknown,
    rule.shadow,
  ]);
}
