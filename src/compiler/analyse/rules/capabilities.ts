// Which effect of each rule stands on which target: the first of its `else` chain that the target honours.
// Nothing degrades by itself. A cell that is neither yes nor provably within its restriction is an error that names it.

import { type Cell, capabilityOf, lackingAt, pointOf } from "../../../hosts/index.ts";
import type { Capability, HookSpec, Point, Scope } from "../../../language/contract.ts";
import { fieldBehind, points as pointSchema, pointsSharingNames, setColumn } from "../../../language/schema.ts";
import type { Detail, Session } from "../../diagnostics/session.ts";
import type { Span } from "../../ir/ast.ts";
import type { IrEffect, IrRule, IrValue } from "../../ir/ir.ts";
import { valuesOfCond, valuesOfEffect } from "../../ir/ir-walk.ts";
import { isTwoValued } from "../../ir/two-valued.ts";
import { SELF_FILE } from "../files/load-files.ts";
import {
  leaveOut,
  leaveOutReaders,
  newResolved,
  nothingOf,
  type Origin,
  type Problem,
  type Resolved,
  type RulePlace,
} from "./left-out.ts";
import { howToMeet, meets } from "./restrictions.ts";
import type { RuleSpans } from "./rule-spans.ts";

/** What the default grant of a hook is; see hook-specs.ts. */
export const defaultGrant: readonly string[] = ["block", "warn", "note"];

/** Fills `resolved`, `unknownOutcome` and `leftOut` of every rule, and reports what cannot be done. `spans`, `origins` and `hooks` are by id. */
export function resolveCapabilities(
  rules: readonly IrRule[],
  targets: readonly string[],
  scope: Scope,
  spans: readonly RuleSpans[],
  session: Session,
  hooks: readonly HookSpec[] = [],
  origins: readonly Origin[] = [],
): readonly IrRule[] {
  const all = rules.map((rule, at) => {
    const own = spans[at];
    if (own === undefined) throw new Error("a rule without a place");
    const one = newResolved(rule, own, origins[at] ?? "own");
    for (const target of targets)
      for (const point of rule.points) resolveAt({ ...one, target, point }, one, scope, hooks, session);
    return one;
  });
  leaveOutReaders(all, targets, session);
  return all.map(({ rule, resolved, unknownOutcome, leftOut }) => ({
    ...rule,
    resolved,
    unknownOutcome,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  }));
}

function resolveAt(place: RulePlace, one: Resolved, scope: Scope, hooks: readonly HookSpec[], session: Session): void {
  const { rule, target, point } = place;
  if (!isReached(place, scope, session)) return;
  if (!isTold(place, session)) {
    if (place.origin === "where supported") put(one.resolved, target, point, nothingOf(rule));
    return;
  }
  one.standing.add(target);
  let chosen: readonly number[] = rule.effects.map((_, chain) => choose(chain, place, scope, session));
  checkGrants(place, scope, hooks, session);
  const restricts = restrictingChain(rule, chosen);
  if (restricts !== -1) {
    const outcome = whenUnknown(place, restricts, scope, session);
    if (outcome === null) chosen = withoutRestricting(rule, chosen, place);
    else put(one.unknownOutcome, target, point, outcome);
  }
  if (chosen.some((index) => index !== 0)) put(one.resolved, target, point, chosen);
}

function put<V>(table: Record<string, Record<string, V>>, target: string, point: Point, value: V): void {
  const row = table[target] ?? {};
  row[point] = value;
  table[target] = row;
}

const effectSpan = ({ spans }: RulePlace, at: number): Span => spans.effects[at]?.span ?? spans.rule;

/** Whether the target reports such events; a report, or the rule is left out, where it never does. */
function isReached(place: RulePlace, scope: Scope, session: Session): boolean {
  const { rule, target, point, spans } = place;
  const row = pointOf(target, point, scope);
  // It cannot be left out, so what a target never brings before it is no mistake.
  const isOwn = rule.file === SELF_FILE;
  if ("silent" in row) {
    const span = spans.points.get(point) ?? spans.rule;
    // Such a target reports every call that has ended at the other point.
    const isElsewhere = pointsSharingNames(point).some(
      (other) => rule.points.includes(other) && !("silent" in pointOf(target, other, scope)),
    );
    const why = row.silent;
    const report = (detail?: Detail): void => session.report("P402", span, { scope, point, target, why }, detail);
    if (!isOwn && !isElsewhere) leaveOut(place, null, { why, report });
    return false;
  }
  const { tools } = rule;
  if (row.tools !== undefined && tools !== null && !tools.some((tool) => row.tools?.includes(tool))) {
    const seen = row.tools.join(", ");
    const span = fieldSpans(place, (name) => name === "tool").get("tool") ?? spans.rule;
    const report = (detail?: Detail): void =>
      session.report("P404", span, { tools: tools.join(", "), point, target, seen }, detail);
    if (!isOwn) leaveOut(place, null, { why: `${target} reports only ${seen} at ${point}`, report });
    return false;
  }
  return true;
}

/** Whether the events have every field that the rule reads. */
function isTold(place: RulePlace, session: Session): boolean {
  const { target, point } = place;
  const lacks = lackingAt(target, point);
  const lacking = fieldSpans(place, (name) => lacks.includes(fieldBehind(point, name)));
  for (const [field, span] of lacking) {
    const report = (detail?: Detail): void => session.report("P405", span, { target, field, point }, detail);
    leaveOut(place, null, { why: `${target} does not send \`${field}\` at ${point}`, report });
    if (place.origin === "where supported") break;
  }
  return lacking.size === 0;
}

/** The fields of a rule that are sought, each with the condition or effect that reads it first. */
function fieldSpans(place: RulePlace, isSought: (name: string) => boolean): ReadonlyMap<string, Span> {
  const { rule, spans } = place;
  const found = new Map<string, Span>();
  const reader = (span: Span) => (value: IrValue) => {
    if (value.op === "field" && isSought(value.name) && !found.has(value.name)) found.set(value.name, span);
  };
  for (const [at, { cond }] of rule.conditions.entries())
    valuesOfCond(cond, reader(spans.conditions[at] ?? spans.rule));
  for (const [at, chain] of rule.effects.entries())
    for (const effect of chain) valuesOfEffect(effect, reader(effectSpan(place, at)));
  if (rule.unknown !== null) valuesOfEffect(rule.unknown, reader(spans.unknown ?? spans.rule));
  return found;
}

/** The index in the chain of the effect that stands; 0 after a report, -1 when the effect is left out. */
function choose(chain: number, place: RulePlace, scope: Scope, session: Session): number {
  const effects = place.rule.effects[chain] ?? [];
  const works = effects.findIndex((effect) => isHonoured(effect, place, scope));
  const [first] = effects;
  if (works !== -1 || first === undefined) return works;
  const problem = impossible(first, effectSpan(place, chain), place, scope, session);
  if (problem !== null) leaveOut(place, chain, problem);
  return place.origin === "where supported" ? -1 : 0;
}

function isHonoured(effect: IrEffect, { rule, target, point }: RulePlace, scope: Scope): boolean {
  const capability = capabilityFor(effect, point);
  return capability === null || honours(capabilityOf(target, point, capability, scope), rule, effect);
}

function honours(cell: Cell, rule: IrRule, effect: IrEffect | null): boolean {
  return cell.verdict === "yes" || (cell.verdict === "restricted" && meets(rule, effect, cell.restriction));
}

/** The column an effect needs; null for what the engine does by itself. */
function capabilityFor(effect: IrEffect, point: Point): Capability | null {
  switch (effect.kind) {
    case "mark":
    case "count":
    case "run":
    case "pass":
      return null;
    case "set":
      return setColumn(point, effect.field);
    default:
      return effect.kind;
  }
}

function impossible(effect: IrEffect, span: Span, place: RulePlace, scope: Scope, session: Session): Problem | null {
  const { rule, target, point } = place;
  const capability = capabilityFor(effect, point);
  if (capability === null) return null;
  const shown = effect.kind === "set" ? `set \`${effect.field}\`` : `\`${effect.kind}\``;
  if (scope === "repo" && honours(capabilityOf(target, point, capability, "user"), rule, effect))
    return {
      why: `a rule of repo scope may not ${shown}`,
      report: (detail) => session.report("P403", span, { effect: shown }, detail),
    };
  const cell = capabilityOf(target, point, capability, scope);
  const restriction = cell.verdict === "restricted" ? cell.restriction : null;
  const why = cell.verdict === "yes" ? "" : cell.note;
  const near = nearest(capability, place, scope);
  const hints = [
    restriction === null ? null : howToMeet(restriction),
    near === null ? null : `\`${near}\` works there, as in \`${effect.kind} ... else ${near}\``,
  ].filter((hint) => hint !== null);
  const help =
    hints.join("; or ") || `no similar effect works there; remove ${target} from the targets, or choose another point`;
  return {
    why,
    report: (detail = { help }) => session.report("P401", span, { target, effect: shown, point, scope, why }, detail),
  };
}

/** What to try instead, likest first. */
const alternatives: { readonly [C in Capability]: readonly ("warn" | "note" | "ask" | "block" | "stop" | "pass")[] } = {
  warn: ["note", "pass"],
  note: ["warn", "pass"],
  allow: ["pass"],
  ask: ["block", "stop", "warn", "note"],
  respond: ["block", "stop", "ask"],
  block: ["stop", "ask", "warn", "note"],
  stop: ["block", "ask", "warn", "note"],
  set_input: ["block", "ask", "stop", "warn", "note"],
  set_output: ["block", "stop", "warn", "note"],
};

function nearest(capability: Capability, { rule, target, point }: RulePlace, scope: Scope): string | null {
  const works = (other: Capability | "pass"): boolean =>
    other === "pass" || honours(capabilityOf(target, point, other, scope), rule, null);
  // Where a result can be rewritten, that comes nearest to withholding it.
  const output = Object.entries(pointSchema[point].fields).find(([, { set }]) => set === "set_output");
  if (capability === "block" && output !== undefined && works("set_output")) return `set ${output[0]} = "..."`;
  return alternatives[capability].find(works) ?? null;
}

const isRestricting = (effect: IrEffect | undefined): boolean =>
  effect !== undefined && ["ask", "block", "stop", "set", "respond"].includes(effect.kind);

/** Which chain holds something up, so that the rule must also do so when it cannot tell; -1 when none does. */
const restrictingChain = (rule: IrRule, chosen: readonly number[]): number =>
  rule.effects.findIndex((chain, at) => isRestricting(chain[chosen[at] ?? 0]));

/** Where nothing can be done when the condition is unknown, everything that holds something up goes. */
function withoutRestricting(
  rule: IrRule,
  chosen: readonly number[],
  { leftOut, target, point }: RulePlace,
): readonly number[] {
  const found = leftOut.at(-1);
  return rule.effects.map((chain, at) => {
    const index = chosen[at] ?? 0;
    if (!isRestricting(chain[index])) return index;
    if (found !== undefined && found.effect !== at) leftOut.push({ target, point, effect: at, why: found.why });
    return -1;
  });
}

/**
 * `ask` where the target can, else `block`; so too for an `if unknown ask`, which is the one effect that degrades by itself.
 * A target that can only stop, or only rewrite a result, still withholds: its adapter turns the block into that.
 * Where it can do none of these, a rule that may be unknown is refused.
 */
function whenUnknown(place: RulePlace, restricts: number, scope: Scope, session: Session): "ask" | "block" | null {
  const { rule, target, point, spans } = place;
  const own = rule.unknown === null || rule.unknown.kind === "ask" ? null : rule.unknown;
  if (own !== null && !isHonoured(own, place, scope)) {
    const problem = impossible(own, spans.unknown ?? spans.rule, place, scope, session);
    if (problem !== null) leaveOut(place, restricts, problem);
    return null;
  }
  const can = (capability: Capability): boolean => honours(capabilityOf(target, point, capability, scope), rule, null);
  if (can("ask")) return "ask";
  const where = { points: rule.points, tools: {} };
  const isAlwaysKnown = own !== null || rule.conditions.every(({ cond }) => isTwoValued(cond, where));
  if (isAlwaysKnown || can("block") || can("stop") || can("set_output")) return "block";
  const why = `${target} can neither ask nor block at ${point} when the condition cannot be determined`;
  const span = spans.unknown ?? effectSpan(place, restricts);
  leaveOut(place, restricts, { why, report: (detail) => session.report("P407", span, { target, point }, detail) });
  return null;
}

/** A grant beyond what the target can carry out is refused; remarks of the default grant are merely lost, and listed. */
function checkGrants(place: RulePlace, scope: Scope, hooks: readonly HookSpec[], session: Session): void {
  const { rule, target, point, spans } = place;
  for (const [at, chain] of rule.effects.entries()) {
    for (const effect of chain) {
      const hook = effect.kind === "run" ? hooks[effect.hook] : undefined;
      if (hook === undefined || hook.observe !== null) continue;
      const isDefault = hook.may.join() === defaultGrant.join();
      const can = (granted: string): boolean => grantCell(granted, place, scope).verdict === "yes";
      const possible = ["block", "ask", "warn", "note"].filter(can).join(", ") || "note";
      for (const granted of isDefault ? ["block"] : hook.may) {
        const cell = grantCell(granted, place, scope);
        if (honours(cell, rule, null)) continue;
        const why = cell.verdict === "yes" ? "" : cell.note;
        const span = spans.effects[at]?.grants.get(granted) ?? effectSpan(place, at);
        session.report("P406", span, { effect: granted, target, point, scope, why, possible });
      }
    }
  }
}

function grantCell(granted: string, { target, point }: RulePlace, scope: Scope): Cell {
  if (!granted.startsWith("set")) return capabilityOf(target, point, granted as Capability, scope);
  const input = capabilityOf(target, point, "set_input", scope);
  // A hook names the field only in its answer; what the point does not let it set is refused there.
  if (input.verdict !== "no") return { verdict: "yes" };
  const output = capabilityOf(target, point, "set_output", scope);
  return output.verdict === "no" ? output : { verdict: "yes" };
}
