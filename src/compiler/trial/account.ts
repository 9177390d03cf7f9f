// Why a step of a test got another decision than it states: the rules it is about, each with the conditions that settled it
// and the values they looked at.

import type { Decision } from "../../language/contract.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";
import { ERROR, FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { Ir, IrConjunct, IrRule } from "../ir/ir.ts";
import type { ModelStep } from "../ir/model.ts";
import type { Sealed } from "./emitted-policy.ts";

export interface RuleAccount {
  readonly rule: string;
  /** `file:line:column` */
  readonly at: string;
  readonly truth: "true" | "false" | "unknown" | "error" | "elsewhere";
  /** The first false condition; all of them where the rule is not false. */
  readonly conditions: readonly ConditionAccount[];
  /** What could not be known. */
  readonly missing: readonly string[];
}

export interface ConditionAccount {
  readonly text: string;
  /** `file:line:column` */
  readonly at: string;
  /** Values by the words of the condition, as messages show them. */
  readonly operands: { readonly [name: string]: string };
}

const words: { readonly [T in Truth]: RuleAccount["truth"] } = {
  [FALSE]: "false",
  [TRUE]: "true",
  [UNLIKELY]: "unknown",
  [UNKNOWN]: "unknown",
  [ERROR]: "error",
};

/** `sealed` stands where the step found it: the steps before have been decided, this one not. */
export function accountOf(step: ModelStep, decision: Decision, ir: Ir, sealed: Sealed): readonly RuleAccount[] {
  return rulesInQuestion(step, decision, ir, sealed).map((rule) => ruleAccount(rule, step, sealed));
}

/** How many rules are named where the step names none that should have spoken. */
const NEAREST = 3;

function rulesInQuestion(step: ModelStep, decision: Decision, ir: Ir, sealed: Sealed): readonly IrRule[] {
  const named = new Set([...step.by, ...step.warns]);
  const gave = new Set(decision.reasons.filter((reason) => reason.shadow !== true).flatMap(rulesOfReason));
  const warned = new Set(decision.warnings.map((remark) => remark.rule));
  const silent = [...named].filter((name) => !gave.has(name) && !warned.has(name));
  const spoke = decision.outcome === step.expect ? [] : [...gave].filter((name) => !named.has(name));
  const wanted = new Set([...silent, ...spoke, ...decision.unclear.map((rule) => rule.rule)]);
  const found = ir.rules.filter((rule) => wanted.has(rule.name));
  if (found.length > 0 || decision.outcome === step.expect) return found;
  return nearest(step, ir, sealed);
}

/** The rules that would have given the outcome, those first of which the most conditions hold. */
function nearest(step: ModelStep, ir: Ir, sealed: Sealed): readonly IrRule[] {
  const point = pointOf(step.event);
  const able = ir.rules.filter(
    (rule) =>
      rule.points.some((one) => one === point) &&
      rule.effects.some((chain) => chain.some((effect) => effect.kind === step.expect)),
  );
  const held = able.map((rule) => ({ rule, held: sealed.truthOf(rule.id, step.event).missed ?? 0 }));
  return held
    .filter((one) => one.held > 0)
    .sort((a, b) => b.held - a.held || a.rule.id - b.rule.id)
    .slice(0, NEAREST)
    .map((one) => one.rule);
}

function ruleAccount(rule: IrRule, step: ModelStep, sealed: Sealed): RuleAccount {
  const head = { rule: rule.name, at: `${rule.file}:${rule.line}:${rule.column}` };
  const point = pointOf(step.event);
  if (!rule.points.some((one) => one === point)) return { ...head, truth: "elsewhere", conditions: [], missing: [] };
  const { truth, missed, missing } = sealed.truthOf(rule.id, step.event);
  const shown = missed === null ? rule.conditions : rule.conditions.slice(missed, missed + 1);
  const conditions = shown.map((part) => conditionAccount(rule, part, step, sealed));
  return { ...head, truth: words[truth], conditions, missing };
}

function conditionAccount(rule: IrRule, part: IrConjunct, step: ModelStep, sealed: Sealed): ConditionAccount {
  return {
    text: part.text,
    at: `${rule.file}:${part.line}:${part.column}`,
    operands: Object.fromEntries(sealed.operands(step.event, part.operands)),
  };
}

function pointOf(event: unknown): unknown {
  return typeof event === "object" && event !== null && "point" in event ? event.point : undefined;
}
