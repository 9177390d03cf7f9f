// Reports a rule that holds back or remembers what results say, and that failed calls escape: their text is an error, at another point.

import { hostOf } from "../../hosts/index.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrRule, IrValue } from "../ir/ir.ts";
import { eachValue, valuesOfCond, valuesOfEffect } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";

/** Effects by which a rule withholds a text or remembers that it was seen. */
const keeping: ReadonlySet<string> = new Set(["set", "block", "stop", "mark", "count"]);

export function failuresEscape(model: Model, session: Session): void {
  const { rules, targets } = model.ir;
  // A rule of the other point with the same condition makes it whole.
  const ofErrors = new Set(rules.filter(({ points }) => points.includes("after_tool_failure")).map(conditionOf));
  const isReported = targets.some((target) => hostOf(target)?.points.after_tool_failure !== undefined);
  if (!isReported) return;
  for (const rule of rules) {
    const isOfResults = rule.points.includes("after_tool_result") && !rule.points.includes("after_tool_failure");
    if (!isOfResults || rule.shadow || model.packFiles.has(rule.file)) continue;
    if (!readsOutput(rule) || !rule.effects.some(([first]) => first !== undefined && keeping.has(first.kind))) continue;
    if (ofErrors.has(conditionOf(rule))) continue;
    session.report("P442", spanOfRule(model, rule), { rule: rule.name });
  }
}

/** It tests or rewrites the text, and not whether the call went well or how long it took. */
function readsOutput(rule: IrRule): boolean {
  let reads = false;
  const look = (value: IrValue): void => {
    if (value.op !== "field") return;
    if (value.name === "output" || value.name === "returned") reads = true;
  };
  for (const { cond } of rule.conditions) valuesOfCond(cond, look);
  for (const effect of rule.effects.flat()) if (effect.kind === "set") valuesOfEffect(effect, look);
  eachValue(rule, (value) => {
    if (value.op === "field" && (value.name === "is_error" || value.name === "duration_ms")) reads = false;
  });
  return reads;
}

/** Conditions as text, with one name for what a call gave back. */
const conditionOf = ({ conditions }: IrRule): string =>
  JSON.stringify(conditions.map(({ cond }) => cond)).replaceAll(
    /"name":"(?:error|output|returned)"/g,
    '"name":"returned"',
  );
