// Reports a rule whose marks and counts are always lost, because other rules block every call on which it fires.

import { spanOfRule } from "../check/cond-place.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrEffect, IrRule } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import type { Finder } from "./find-witness.ts";

export function showLostMarks(rule: IrRule, model: Model, finder: () => Finder, session: Session): void {
  for (const [at, [effect]] of rule.effects.entries()) {
    const state = stateOf(effect);
    if (state === null) continue;
    const blockers = finder().blockersOf(rule);
    const [blocker] = blockers;
    if (blocker === undefined || blockers.some((other) => sets(other, state))) continue;
    const span = model.partSpans[rule.id]?.effects[at]?.span ?? spanOfRule(model, rule);
    const notes = blockers.map((other) => ({ span: spanOfRule(model, other), text: "this rule blocks the call" }));
    session.report(
      "P462",
      span,
      { rule: rule.name, name: state.name, does: `${state.kind}s`, blocker: blocker.name },
      { notes, help: helpFor(blocker, state, model) },
    );
  }
}

/** What to do where nothing sets the state that a rule asks for; null where something does. */
export function helpForLostMarks(rule: IrRule, model: Model, finder: () => Finder): string | null {
  for (const state of askedBy(rule)) {
    const setters = model.ir.rules.filter((other) => sets(other, state));
    const blockers = setters.map((setter) => finder().blockersOf(setter));
    const [[blocker] = []] = blockers;
    if (blocker === undefined || blockers.some((found) => found.length === 0)) continue;
    return `nothing ever ${state.kind}s \`${state.name}\`: \`${blocker.name}\` blocks every call that would; ${helpFor(blocker, state, model)}`;
  }
  return null;
}

interface State {
  readonly kind: "mark" | "count";
  readonly name: string;
}

function helpFor(blocker: IrRule, { kind, name }: State, model: Model): string {
  return model.packFiles.has(blocker.file)
    ? `a call that is blocked has done nothing, so there is nothing to remember; to remember the attempt, use the pack \`without ${blocker.name}\` and write a rule of your own that blocks and has \`${kind} ${name}\` below`
    : `write \`${kind} ${name}\` in \`${blocker.name}\`, below its \`block\``;
}

function stateOf(effect: IrEffect | undefined): State | null {
  if (effect?.kind === "mark") return { kind: "mark", name: effect.label };
  return effect?.kind === "count" ? { kind: "count", name: effect.counter } : null;
}

const sets = ({ effects }: IrRule, { kind, name }: State): boolean =>
  effects.flat().some((effect) => {
    const state = stateOf(effect);
    return state?.kind === kind && state.name === name;
  });

function askedBy(rule: IrRule): readonly State[] {
  const asked: State[] = [];
  eachCond(rule, (cond) => void (cond.op === "marked" && asked.push({ kind: "mark", name: cond.label })));
  eachValue(rule, (value) => void (value.op === "counted" && asked.push({ kind: "count", name: value.counter })));
  return asked;
}
