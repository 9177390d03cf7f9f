// Where the parts of a rule stand. Kept beside the IR, which knows nothing of places but the rule's own.

import type { EffectNode, Expr, RuleDecl, Span } from "../../ir/ast.ts";

export interface RuleSpans {
  /** Its name, or its `on`. */
  readonly rule: Span;
  readonly points: ReadonlyMap<string, Span>;
  /** In the order of `IrRule.conditions`. */
  readonly conditions: readonly Span[];
  /** In the order of `IrRule.effects`: the first choice of each chain, without its `else`. */
  readonly effects: readonly EffectSpan[];
  readonly unknown: Span | null;
}

export interface EffectSpan {
  readonly span: Span;
  /** What a hook is granted, by the words after `may`. */
  readonly grants: ReadonlyMap<string, Span>;
}

export function ruleSpansOf(decl: RuleDecl, rule: Span): RuleSpans {
  return {
    rule,
    points: new Map(decl.points.map((point) => [point.text, point.span])),
    conditions: conjunctsOf(decl).map(({ expr }) => expr.span),
    effects: decl.effects.map((effect) => ({ span: headOf(effect), grants: grantsOf(effect) })),
    unknown: decl.unknown === null ? null : headOf(decl.unknown),
  };
}

export interface Conjunct {
  readonly expr: Expr;
  readonly isUnless: boolean;
}

/** The parts of `when`, then those of `unless`. */
export function conjunctsOf({ when, unless }: RuleDecl): readonly Conjunct[] {
  return [
    ...(when === null ? [] : partsOf(when, "and").map((expr) => ({ expr, isUnless: false }))),
    ...(unless === null ? [] : partsOf(unless, "or").map((expr) => ({ expr, isUnless: true }))),
  ];
}

/** The items of a chain, parentheses around chains of the same word opened. */
function partsOf(expr: Expr, op: "and" | "or"): readonly Expr[] {
  const parts: Expr[] = [];
  const waiting: Expr[] = [expr];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    let inner: Expr = next;
    while (inner.kind === "ParenExpr") inner = inner.item;
    if (inner.kind === "LogicExpr" && inner.op === op) waiting.push(...inner.items.toReversed());
    else parts.push(inner);
  }
  return parts;
}

/** The effect without its `else`. */
export function headOf(effect: EffectNode): Span {
  const last = "otherwise" in effect && effect.otherwise !== null ? partSpan(effect) : effect.span;
  return { ...effect.span, end: last.end };
}

function partSpan(effect: EffectNode): Span {
  if (effect.kind === "MessageEffect")
    return effect.message?.span ?? { ...effect.span, end: effect.span.start + effect.effect.length };
  if (effect.kind === "RespondEffect" || effect.kind === "SetEffect") return effect.value.span;
  return effect.span;
}

function grantsOf(effect: EffectNode): ReadonlyMap<string, Span> {
  const options = effect.kind === "RunEffect" ? effect.options : [];
  const names = options.flatMap((option) => (option.kind === "MayOption" ? option.effects : []));
  return new Map(names.map((name) => [name.text, name.span]));
}
