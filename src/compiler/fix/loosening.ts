// Where another text could make a policy allow more: in the condition of an `allow`, in an exception, below a negation, in the
// settings of a pack, and in names that are used there. What is not an error compiles as it is, so a fix at such a place is left to the author.

import { type CatalogueEntry, catalogue } from "../diagnostics/catalogue.ts";
import { type Diagnostic, Session } from "../diagnostics/session.ts";
import type { Decl, EffectNode, Expr, RuleDecl, Span } from "../ir/ast.ts";
import { parsePolicy } from "../parse/parse.ts";
import type { PolicyTexts } from "./edits.ts";

/** Tells of a finding whether its fix could loosen a rule. */
export function looseningIn(texts: PolicyTexts): (found: Diagnostic) => boolean {
  let delicate: readonly Span[] | null = null;
  return (found) => {
    const entry: CatalogueEntry = catalogue[found.code];
    if (found.severity === "error" || entry.tightens === true) return false;
    delicate ??= delicateSpans(texts);
    return delicate.some(
      ({ file, start, end }) => file === found.fixAt.file && found.fixAt.start < end && found.fixAt.end > start,
    );
  };
}

function delicateSpans(texts: PolicyTexts): readonly Span[] {
  const decls = [...texts].flatMap(([file, text]) => parsePolicy({ file, text }, new Session()).decls);
  const spans = decls.flatMap(delicateIn);
  const named = decls.filter((decl) => decl.kind === "LetDecl" || decl.kind === "DefDecl" || decl.kind === "ParamDecl");
  const words = new Set<string>();
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at] as Span;
    for (const [word] of (texts.get(span.file) ?? "").slice(span.start, span.end).matchAll(/[A-Za-z_][\w-]*/g)) {
      if (words.has(word)) continue;
      words.add(word);
      spans.push(...named.filter(({ name }) => name.text === word).map((decl) => decl.span));
    }
  }
  return spans;
}

function delicateIn(decl: Decl): Span[] {
  if (decl.kind === "UseDecl") return [decl.span];
  if (decl.kind === "DefDecl" || decl.kind === "LetDecl" || decl.kind === "ParamDecl")
    return negationsIn(decl.kind === "DefDecl" ? decl.body : decl.value);
  if (decl.kind !== "RuleDecl") return [];
  const conditions = [decl.when, decl.unless].filter((expr) => expr !== null);
  if (allows(decl)) return conditions.map(({ span }) => span);
  return [...(decl.unless === null ? [] : [decl.unless.span]), ...(decl.when === null ? [] : negationsIn(decl.when))];
}

function allows({ effects, unknown }: RuleDecl): boolean {
  const mayAllow = (effect: EffectNode | null): boolean =>
    effect !== null &&
    ((effect.kind === "MessageEffect" && effect.effect === "allow") ||
      effect.kind === "RespondEffect" ||
      ("otherwise" in effect && mayAllow(effect.otherwise)));
  return effects.some(mayAllow) || mayAllow(unknown);
}

/** The parts of a condition that must not hold. */
function negationsIn(expr: Expr): Span[] {
  switch (expr.kind) {
    case "NotExpr":
      return [expr.span];
    case "CompareExpr":
      return expr.op === "!=" ? [expr.span] : [...negationsIn(expr.left), ...negationsIn(expr.right)];
    case "WordTestExpr":
      return expr.negated ? [expr.span] : [...negationsIn(expr.left), ...negationsIn(expr.right)];
    case "RunsExpr":
    case "IsExpr":
    case "FlowsExpr":
      return expr.negated ? [expr.span] : negationsIn(expr.left);
    case "LogicExpr":
    case "AddExpr":
    case "ListExpr":
      return expr.items.flatMap(negationsIn);
    case "ParenExpr":
      return negationsIn(expr.item);
    case "QuantifierExpr":
      return negationsIn(expr.body);
    case "CoalesceExpr":
      return [...negationsIn(expr.left), ...negationsIn(expr.right)];
    case "CallExpr":
      return expr.args.flatMap(negationsIn);
    default:
      return [];
  }
}
