// Reports a rule that can never fire: two of its tests contradict each other, or `unless` excludes everything that `when` accepts.

import type { Session } from "../diagnostics/session.ts";
import type { Model } from "../ir/model.ts";
import { contradiction } from "../logic/contradicts.ts";
import { formsOfRule } from "../logic/form.ts";
import { tablesOf } from "../logic/tables.ts";
import { placeOfCond } from "./cond-place.ts";

export function impossibleCondition(model: Model, session: Session): void {
  const tables = tablesOf(model.ir);
  for (const rule of model.ir.rules) {
    const clash = contradiction(formsOfRule(rule), tables);
    if (clash === null) continue;
    const places = [placeOfCond(model, rule, clash.first), placeOfCond(model, rule, clash.second)] as const;
    const [first, second] = places.toSorted(
      (a, b) => Number(a.isUnless) - Number(b.isUnless) || a.span.start - b.span.start,
    );
    if (first === undefined || second === undefined) continue;
    if (second.isUnless && !first.isUnless) {
      const notes = [{ span: first.span, text: "the rule fires on this" }];
      session.report("P433", second.span, { rule: rule.name, why: clash.why }, { notes });
      continue;
    }
    const isOne = first.span.start === second.span.start && first.span.file === second.span.file;
    const notes = isOne ? [] : [{ span: first.span, text: "this test cannot be true at the same time" }];
    session.report("P430", second.span, { rule: rule.name, why: clash.why }, { notes });
  }
}
