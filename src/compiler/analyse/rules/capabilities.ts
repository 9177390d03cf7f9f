// Which effect of each rule stands on which target: the first of its `else` chain that the target honours.
// Nothing degrades by itself. A cell that is neither yes nor provably within its restriction is an error that names it.

import { type Cell, capabilityOf, lackingAt, pointOf } from "../../../hosts/index.ts";
import type { Capability, HookSpec, Point, Scope } from "../../../language/contract.ts";
import { fieldBehind, points as pointSchema, pointsSharingNames, setColumn } from "../../../language/schema.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { Span } from "../../ir/ast.ts";
import type { IrEffect, IrRule, IrValue } from "../../ir/ir.ts";
import { valuesOfCond, valuesOfEffect } from "../../ir/ir-walk.ts";
import { isTwoValued } from "../../ir/two-valued.ts";
import { SELF_FILE } from "../files/load-files.ts";
import { howToMeet, meets } from "./restrictions.ts";
import type { RuleSpans } from "./rule-spans.ts";

/** What the default grant of a hook is; see hook-specs.ts. */
export const defaultGrant: readonly string[] = ["block", "warn", "note"];

interface Place {
  readonly rule: IrRule;
  readonly target: string;
  readonly point: Point;
  readonly spans: RuleSpans;
}

/** Fills `resolved` and `unknownOutcome` of every rule, and reports what cannot be done. `spans` and `hooks` are by id. */
export function resolveCapabilities(
  rules: readonly IrRule[],
  targets: readonly string[],
  scope: Scope,
  spans: readonly RuleSpans[],
  session: Session,
  hooks: readonly HookSpec[] = [],
): readonly IrRule[] {
  return rules.map((rule, at) => {
    const own = spans[at];
    if (own === undefined) throw new Error("a rule without a place");
    const resolved: Record<string, Record<string, readonly number[]>> = {};
    const unknownOutcome: Record<string, Record<string, "ask" | "block">> = {};
    for (const target of targets) {
      for (const point of rule.points) {
        const place = { rule, target, point, spans: own };
        if (!isAsked(place, scope, session)) continue;
        const chosen = rule.effects.map((chain, at) => choose(chain, effectSpan(place, at), place, scope, session));
        checkGrants(place, scope, hooks, session);
        if (chosen.some((index) => index !== 0)) put(resolved, target, point, chosen);
        const restricts = restrictingChain(rule, chosen);
        if (restricts !== -1) put(unknownOutcome, target, point, whenUnknown(place, restricts, scope, session));
      }
    }
    return { ...rule, resolved, unknownOutcome };
  });
}

function put<V>(table: Record<string, Record<string, V>>, target: string, point: Point, value: V): void {
  const row = table[target] ?? {};
  row[point] = value;
  table[target] = row;
}

const effectSpan = ({ spans }: Place, at: number): Span => spans.effects[at]?.span ?? spans.rule;

/** Reports a point, tool or field that the target never brings before this rule. */
function isAsked(place: Place, scope: Scope, session: Session): boolean {
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
    if (!isOwn && !isElsewhere) session.report("P402", span, { scope, point, target, why: row.silent });
    return false;
  }
  const { tools } = rule;
  if (row.tools !== undefined && tools !== null && !tools.some((tool) => row.tools?.includes(tool))) {
    const seen = row.tools.join(", ");
    const span = fieldSpans(place, (name) => name === "tool").get("tool") ?? spans.rule;
    if (!isOwn) session.report("P404", span, { tools: tools.join(", "), point, target, seen });
    return false;
  }
  const lacks = lackingAt(target, point);
  const lacking = fieldSpans(place, (name) => lacks.includes(fieldBehind(point, name)));
  for (const [field, span] of lacking) session.report("P405", span, { target, field, point });
  return lacking.size === 0;
}

/** The fields of a rule that are sought, each with the condition or effect that reads it first. */
function fieldSpans(place: Place, isSought: (name: string) => boolean): ReadonlyMap<string, Span> {
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

/** The index in the chain of the effect that stands; 0 after a report. */
function choose(chain: readonly IrEffect[], span: Span, place: Place, scope: Scope, session: Session): number {
  const works = chain.findIndex((effect) => isHonoured(effect, place, scope));
  if (works !== -1) return works;
  const [first] = chain;
  if (first !== undefined) reportImpossible(first, span, place, scope, session);
  return 0;
}

function isHonoured(effect: IrEffect, { rule, target, point }: Place, scope: Scope): boolean {
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

function reportImpossible(effect: IrEffect, span: Span, place: Place, scope: Scope, session: Session): void {
  const { rule, target, point } = place;
  const capability = capabilityFor(effect, point);
  if (capability === null) return;
  const shown = effect.kind === "set" ? `set \`${effect.field}\`` : `\`${effect.kind}\``;
  if (scope === "repo" && honours(capabilityOf(target, point, capability, "user"), rule, effect)) {
    session.report("P403", span, { effect: shown });
    return;
  }
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
  session.report("P401", span, { target, effect: shown, point, scope, why }, { help });
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

function nearest(capability: Capability, { rule, target, point }: Place, scope: Scope): string | null {
  const works = (other: Capability | "pass"): boolean =>
    other === "pass" || honours(capabilityOf(target, point, other, scope), rule, null);
  // Where a result can be rewritten, that comes nearest to withholding it.
  const output = Object.entries(pointSchema[point].fields).find(([, { set }]) => set === "set_output");
  if (capability === "block" && output !== undefined && works("set_output")) return `set ${output[0]} = "..."`;
  return alternatives[capability].find(works) ?? null;
}

/** Which chain holds something up, so that the rule must also do so when it cannot tell; -1 when none does. */
function restrictingChain(rule: IrRule, chosen: readonly number[]): number {
  return rule.effects.findIndex((chain, at) => {
    const kind = chain[chosen[at] ?? 0]?.kind;
    return kind === "ask" || kind === "block" || kind === "stop" || kind === "set" || kind === "respond";
  });
}

/**
 * `ask` where the target can, else `block`; so too for an `if unknown ask`, which is the one effect that degrades by itself.
 * A target that can only stop, or only rewrite a result, still withholds: its adapter turns the block into that.
 * Where it can do none of these, a rule that may be unknown is refused.
 */
function whenUnknown(place: Place, restricts: number, scope: Scope, session: Session): "ask" | "block" {
  const { rule, target, point, spans } = place;
  const own = rule.unknown === null || rule.unknown.kind === "ask" ? null : rule.unknown;
  if (own !== null && !isHonoured(own, place, scope))
    reportImpossible(own, spans.unknown ?? spans.rule, place, scope, session);
  const can = (capability: Capability): boolean => honours(capabilityOf(target, point, capability, scope), rule, null);
  if (can("ask")) return "ask";
  const where = { points: rule.points, tools: {} };
  const isAlwaysKnown = own !== null || rule.conditions.every(({ cond }) => isTwoValued(cond, where));
  if (!isAlwaysKnown && !can("block") && !can("stop") && !can("set_output"))
    session.report("P407", spans.unknown ?? effectSpan(place, restricts), { target, point });
  return "block";
}

/** A grant beyond what the target can carry out is refused; remarks of the default grant are merely lost, and listed. */
function checkGrants(place: Place, scope: Scope, hooks: readonly HookSpec[], session: Session): void {
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

function grantCell(granted: string, { target, point }: Place, scope: Scope): Cell {
  if (!granted.startsWith("set")) return capabilityOf(target, point, granted as Capability, scope);
  const input = capabilityOf(target, point, "set_input", scope);
  // A hook names the field only in its answer; what the point does not let it set is refused there.
  if (input.verdict !== "no") return { verdict: "yes" };
  const output = capabilityOf(target, point, "set_output", scope);
  return output.verdict === "no" ? output : { verdict: "yes" };
}
