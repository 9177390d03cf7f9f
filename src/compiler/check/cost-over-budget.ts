// Reports a point at which one event can cost more tests than the budget: a decision should not cause a noticeable delay.

import type { Session } from "../diagnostics/session.ts";
import { planPoints } from "../emit/index-plan.ts";
import { costOfRule, worstCases } from "../emit/worst-case.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";

/** Some tens of milliseconds on a slow machine. docs/language/examples.md names it. */
const BUDGET = 500_000;

export function costOverBudget(model: Model, session: Session): void {
  const { rules } = model.ir;
  const costs = rules.map((rule) => costOfRule(rule, model.ir));
  // All rules together are within the budget, so every point is.
  if (costs.reduce((sum, cost) => sum + cost, 0) <= BUDGET) return;
  const plans = planPoints(model.ir);
  for (const [point, cost] of worstCases(plans, model.ir)) {
    if (cost <= BUDGET) continue;
    const costly = plans.get(point)?.all ?? [];
    const most = costly.reduce((a, b) => ((costs[b] ?? 0) > (costs[a] ?? 0) ? b : a), costly[0] ?? 0);
    const rule = rules[most];
    if (rule === undefined) continue;
    const holes = {
      point,
      cost: shown(cost),
      budget: shown(BUDGET),
      rule: rule.name,
      own: shown(costs[most] ?? 0),
    };
    session.report("P441", spanOfRule(model, rule), holes);
  }
}

const shown = (count: number): string => count.toLocaleString("en-US");
