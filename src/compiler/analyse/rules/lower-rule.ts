// One rule: its clauses bound, typed and lowered to the IR. What rules have to do with each other is in session-state.ts.

import type { Point, Scope } from "../../../language/contract.ts";
import { points as pointSchema } from "../../../language/schema.ts";
import type { EffectNode, PolicyFile, RuleDecl, RunEffect, Span } from "../../ir/ast.ts";
import type { IrConjunct, IrRule } from "../../ir/ir.ts";
import { annotationsOf } from "../names/annotations.ts";
import type { BundleScope, FileNames } from "../names/bundle-scope.ts";
import { type Known, nothingKnown } from "../names/narrowing.ts";
import { pointsOf } from "../names/points.ts";
import { fail, flipped, newFound, type RuleScope, type RuleTally } from "../names/rule-scope.ts";
import { oneLine } from "../names/source-text.ts";
import { conditionOf, negated } from "../types/conditions.ts";
import { refuseShellApproval } from "../types/shell-approval.ts";
import { effectsOf, unknownOf } from "./effects.ts";
import { conjunctsOf } from "./rule-spans.ts";

export interface RuleInput {
  readonly id: number;
  readonly name: string;
  readonly span: Span;
  readonly decl: RuleDecl;
  readonly file: PolicyFile;
  readonly names: FileNames;
  readonly scope: Scope;
  /** Makes the hook of a `run`, and gives its number. */
  readonly hookOf: (effect: RunEffect, points: readonly Point[]) => number | null;
}

export interface LoweredRule {
  /** Null when something of it is wrong; what was found still counts for the others. */
  readonly rule: IrRule | null;
  readonly found: RuleTally;
  readonly points: readonly Point[];
  readonly isShadow: boolean;
}

export function lowerRule(input: RuleInput, bundle: BundleScope): LoweredRule {
  const { decl, span } = input;
  const points = pointsOf(decl.points, bundle.session);
  const notes = annotationsOf(decl.annotations, bundle.session);
  const found = newFound();
  if (points === null || notes === null)
    return { rule: null, found: { ...found, failed: true }, points: points ?? [], isShadow: notes?.shadow ?? false };
  const scope = scopeOf(decl, points, input.names, bundle, found);
  const { conditions, known } = conditionsOf(input, scope);
  if (scope.approves && scope.isToolPoint && !found.failed) refuseShellApproval(conditions, known, scope);
  const effects = effectsOf(decl, known, { ...scope, names: input.names }, (effect) => input.hookOf(effect, points));
  const unknown = unknownOf(decl, effects, known, scope);
  checkApproval(decl, known, scope);
  const place = bundle.session.place(span);
  const rule: IrRule = {
    id: input.id,
    name: input.name,
    file: span.file,
    line: place.line,
    column: place.column,
    scope: input.scope,
    points,
    conditions,
    effects,
    unknown,
    ...notes,
    resolved: {},
    unknownOutcome: {},
    stratum: null,
    tools: scope.isToolPoint && !known.tools.except ? [...known.tools.names].sort() : null,
  };
  return { rule: found.failed ? null : rule, found, points, isShadow: notes.shadow };
}

function scopeOf(
  decl: RuleDecl,
  points: readonly Point[],
  names: FileNames,
  bundle: BundleScope,
  found: RuleTally,
): RuleScope {
  return {
    bundle,
    names,
    points,
    isToolPoint: points.every((point) => pointSchema[point].tool),
    variables: new Map(),
    element: null,
    negative: false,
    approves: decl.effects.some((effect) => effect.kind === "MessageEffect" && effect.effect === "allow"),
    inside: [],
    found,
  };
}

/** The parts of `when`, then those of `not (unless)`, each under what the ones before it have shown. */
function conditionsOf(
  input: RuleInput,
  scope: RuleScope,
): { readonly conditions: readonly IrConjunct[]; readonly known: Known } {
  const conditions: IrConjunct[] = [];
  let known = nothingKnown;
  for (const { expr, isUnless } of conjunctsOf(input.decl)) {
    scope.found.operands = new Set();
    const { cond, yes, no } = conditionOf(expr, known, isUnless ? flipped(scope) : scope);
    known = isUnless ? no : yes;
    const text = oneLine(expr.span, input.file, scope.bundle.session.sources.get(expr.span.file)?.text ?? "");
    const place = scope.bundle.session.place(expr.span);
    conditions.push({
      cond: isUnless ? negated(cond) : cond,
      text: isUnless ? `unless ${text}` : text,
      line: place.line,
      column: place.column,
      operands: [...scope.found.operands],
    });
  }
  return { conditions, known };
}

/** An approval must name its tools. */
function checkApproval(decl: RuleDecl, known: Known, scope: RuleScope): void {
  const allow = decl.effects.find((effect) => effect.kind === "MessageEffect" && effect.effect === "allow");
  if (allow !== undefined && scope.isToolPoint && known.tools.except && !scope.found.failed) {
    fail(scope, "P248", allowSpan(allow), {});
  }
}

const allowSpan = (effect: EffectNode): Span => ({ ...effect.span, end: effect.span.start + "allow".length });
