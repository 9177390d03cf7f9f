// Reports an `ask` on a target where a person may not be present to answer. The matrix rejects it where no person ever is.

import { capabilityOf } from "../../hosts/index.ts";
import type { Session } from "../diagnostics/session.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";
import { effectsAt } from "./rule-outcome.ts";

export function askFindsNobody(model: Model, session: Session): void {
  const { rules, targets, scope } = model.ir;
  for (const rule of rules) {
    if (model.packFiles.has(rule.file)) continue;
    for (const target of targets) {
      for (const point of rule.points) {
        const at = effectsAt(rule, target, point).findIndex(({ kind }) => kind === "ask");
        const cell = at === -1 ? null : capabilityOf(target, point, "ask", scope);
        // A rule restricted to the tools of a cell is checked like any other.
        if (cell?.verdict !== "restricted" || cell.restriction.kind !== "manner") continue;
        const span = model.partSpans[rule.id]?.effects[at]?.span ?? spanOfRule(model, rule);
        session.report("P440", span, { target, how: cell.note });
      }
    }
  }
}
