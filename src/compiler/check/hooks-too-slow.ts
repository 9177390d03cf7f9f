// Reports hooks that together may take longer than the target waits. Hooks that may `set` run one after another, the others
// beside each other after them; a hook that is still running when the target gives up counts as failed, or as approval.

import { basicsOf } from "../../hosts/basics.ts";
import type { HookSpec, Point } from "../../language/contract.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";

interface Hook {
  readonly rule: IrRule;
  readonly spec: HookSpec;
  readonly at: number;
}

export function hooksTooSlow(model: Model, session: Session): void {
  const byPoint = new Map<Point, Hook[]>();
  for (const hook of model.ir.rules.flatMap((rule) => hooksOf(rule, model))) {
    for (const point of hook.rule.points) byPoint.set(point, [...(byPoint.get(point) ?? []), hook]);
  }
  for (const target of model.ir.targets) {
    const limit = basicsOf(target)?.timeLimitS ?? null;
    if (limit === null) continue;
    for (const [point, hooks] of byPoint) report(hooks, { target, point, limit }, model, session);
  }
}

interface Wait {
  readonly target: string;
  readonly point: Point;
  readonly limit: number;
}

function report(hooks: readonly Hook[], { target, point, limit }: Wait, model: Model, session: Session): void {
  const inTurn = hooks.filter(({ spec }) => spec.may.some((grant) => grant.startsWith("set")));
  const beside = hooks.filter((hook) => !inTurn.includes(hook));
  const slowest = beside.toSorted((a, b) => b.spec.timeout_ms - a.spec.timeout_ms).slice(0, 1);
  const waited = [...inTurn, ...slowest];
  const total = waited.reduce((sum, { spec }) => sum + spec.timeout_ms, 0);
  const worst = waited.toSorted((a, b) => b.spec.timeout_ms - a.spec.timeout_ms)[0];
  if (total <= limit * 1000 || worst === undefined) return;
  const spanOf = ({ rule, at }: Hook) => model.partSpans[rule.id]?.effects[at]?.span ?? spanOfRule(model, rule);
  const notes = waited
    .filter((hook) => hook !== worst)
    .map((hook) => ({ span: spanOf(hook), text: `up to ${seconds(hook.spec.timeout_ms)} more here` }));
  const holes = { point, total: seconds(total), target, limit: seconds(limit * 1000) };
  session.report("P423", spanOf(worst), holes, { notes });
}

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(2))} s`;

/** Observers do not delay the decision, and hooks of shadow rules only observe. */
function hooksOf(rule: IrRule, { ir }: Model): readonly Hook[] {
  if (rule.shadow) return [];
  return rule.effects.flatMap(([effect], at) => {
    const spec = effect?.kind === "run" ? ir.hooks[effect.hook] : undefined;
    return spec === undefined || spec.observe !== null ? [] : [{ rule, spec, at }];
  });
}
