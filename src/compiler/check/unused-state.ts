// Reports a label that is marked, or a counter that is counted, and that no condition reads.

import type { Session } from "../diagnostics/session.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";

export function unusedState(model: Model, session: Session): void {
  const asked = new Set<string>();
  for (const rule of model.ir.rules) {
    eachCond(rule, (cond) => void (cond.op === "marked" && asked.add(`mark ${cond.label}`)));
    eachValue(rule, (value) => void (value.op === "counted" && asked.add(`count ${value.counter}`)));
  }
  for (const rule of model.ir.rules) {
    if (model.packFiles.has(rule.file)) continue;
    for (const [at, [effect]] of rule.effects.entries()) {
      if (effect?.kind !== "mark" && effect?.kind !== "count") continue;
      const name = effect.kind === "mark" ? effect.label : effect.counter;
      if (asked.has(`${effect.kind} ${name}`)) continue;
      const span = model.partSpans[rule.id]?.effects[at]?.span ?? spanOfRule(model, rule);
      const test = effect.kind === "mark" ? `marked(${name})` : `counted(${name}, 10m)`;
      session.report("P437", span, { name, verb: `${effect.kind}s`, test });
    }
  }
}
