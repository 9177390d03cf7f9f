// Hints at an `ask once` on a target where the rule asks every time, because the agent does not report enough.

import { canAskOnce } from "../../hosts/index.ts";
import type { Session } from "../diagnostics/session.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";
import { effectsAt } from "./rule-outcome.ts";

export function asksEveryTime(model: Model, session: Session): void {
  const { rules, targets } = model.ir;
  for (const rule of rules) {
    if (model.packFiles.has(rule.file)) continue;
    for (const target of targets) {
      for (const point of rule.points) {
        const at = effectsAt(rule, target, point).findIndex((effect) => effect.kind === "ask" && effect.once === true);
        if (at === -1 || canAskOnce(target, point)) continue;
        const span = model.partSpans[rule.id]?.effects[at]?.span ?? spanOfRule(model, rule);
        session.report("P424", span, { target, point });
      }
    }
  }
}
