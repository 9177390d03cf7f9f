// Expressions: CST to AST. Chains stay flat; what the grammar lets pass for the sake of a better message is refused here.

import type { CstNode } from "chevrotain";
import { opOfWord, testWords } from "../../language/operators/conditions.ts";
import { spanOf } from "../diagnostics/source.ts";
import type { CompareExpr, Expr, Name, PathExpr, Span, WordTestExpr } from "../ir/ast.ts";
import { buildDuration, buildInt, buildRegex, buildString } from "./build-literals.ts";
import {
  type BuildContext,
  checkCommas,
  endOf,
  has,
  nameAt,
  nodeOf,
  nodesOf,
  spanAt,
  startOf,
  tokenOf,
  tokensOf,
} from "./cst.ts";

/** A default of a default of a default: past this nobody reads it, and every later pass would recurse along it. */
const MAX_DEFAULTS = 16;

export function buildExpr(context: BuildContext, node: CstNode): Expr {
  const items = nodesOf(node, "condition").map((item) => buildCondition(context, item));
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) throw new Error("an expression without a condition");
  const ops = tokensOf(node, "op");
  if (ops.length === 0) return first;
  const words = ops.map((token) =>
    token.image === "or" || /^\|/.test(token.image) || /^or$/i.test(token.image) ? "or" : "and",
  );
  const op = words[0] ?? "and";
  const odd = words.findIndex((word) => word !== op);
  const oddToken = ops[odd];
  if (oddToken !== undefined)
    context.report("P141", spanAt(context, oddToken), { first: op, second: words[odd] ?? "" });
  else reportLooseBody(context, items);
  return { kind: "LogicExpr", span: spanOf(first.span, last.span), op, items };
}

/** `any x of xs where a and b`: nobody can tell whether `b` belongs to the body. */
function reportLooseBody(context: BuildContext, items: readonly Expr[]): void {
  for (const item of items.slice(0, -1)) {
    let inner = item;
    while (inner.kind === "NotExpr") inner = inner.item;
    if (inner.kind !== "QuantifierExpr" || inner.variable === null || inner.body.kind === "ParenExpr") continue;
    context.report("P142", inner.body.span, {});
  }
}

function buildCondition(context: BuildContext, node: CstNode): Expr {
  const inner = has(node, "quantifier")
    ? buildQuantifier(context, nodeOf(node, "quantifier"))
    : buildComparison(context, nodeOf(node, "comparison"));
  return tokensOf(node, "Not").reduceRight<Expr>(
    (item, token) => ({ kind: "NotExpr", span: spanOf(spanAt(context, token), item.span), item }),
    inner,
  );
}

function buildQuantifier(context: BuildContext, node: CstNode): Expr {
  const word = tokenOf(node, "word");
  const quantifier = /^all$/i.test(word.image) ? "all" : "any";
  const path = buildPath(context, nodeOf(node, "path"));
  if (has(node, "predicate")) {
    const element: PathExpr = { kind: "PathExpr", span: path.span, names: [] };
    const body = buildPredicate(context, nodeOf(node, "predicate"), element);
    return {
      kind: "QuantifierExpr",
      span: spanOf(spanAt(context, word), body.span),
      quantifier,
      variable: null,
      list: path,
      body,
    };
  }
  if (path.names.length > 1) context.report("P152", path.span, {});
  const variable = path.names[0] ?? null;
  const list = buildPath(context, nodeOf(node, "path", 1));
  const body = buildCondition(context, nodeOf(node, "condition"));
  return { kind: "QuantifierExpr", span: spanOf(spanAt(context, word), body.span), quantifier, variable, list, body };
}

function buildComparison(context: BuildContext, node: CstNode): Expr {
  const left = buildSum(context, nodeOf(node, "sum"));
  return has(node, "predicate") ? buildPredicate(context, nodeOf(node, "predicate"), left) : left;
}

const compareOps: ReadonlyMap<string, CompareExpr["op"]> = new Map([
  ["==", "=="],
  ["===", "=="],
  ["!=", "!="],
  ["!==", "!="],
  ["<>", "!="],
  ["<", "<"],
  ["<=", "<="],
  [">", ">"],
  [">=", ">="],
]);

function buildPredicate(context: BuildContext, node: CstNode, left: Expr): Expr {
  if (has(node, "compare")) {
    const right = buildSum(context, nodeOf(node, "sum"));
    const op = compareOps.get(tokenOf(node, "compare").image) ?? "==";
    return { kind: "CompareExpr", span: spanOf(left.span, right.span), op, left, right };
  }
  const negated = has(node, "Not");
  if (has(node, "wordTest")) return buildWordTest(context, nodeOf(node, "wordTest"), left, negated);
  const word = nameAt(context, tokenOf(node, "RefName"));
  return { kind: "IsExpr", span: spanOf(left.span, word.span), left, negated, word };
}

/** By the first word, as it stands in the text. */
const wordOps: ReadonlyMap<string, WordTestExpr["op"]> = new Map([
  ["=~", "matches"],
  ...[...opOfWord.keys()].map((word, at) => [testWords[at] ?? word, word as WordTestExpr["op"]] as const),
]);

function buildWordTest(context: BuildContext, node: CstNode, left: Expr, negated: boolean): Expr {
  if (has(node, "Runs")) {
    const patterns = nodesOf(node, "primary").map((item) => buildPrimary(context, item));
    const span = spanOf(left.span, patterns.at(-1)?.span ?? left.span);
    return { kind: "RunsExpr", span, left, negated, only: has(node, "Only"), patterns };
  }
  if (has(node, "Flows")) {
    const from = nameAt(context, tokenOf(node, "Word"));
    const to = nameAt(context, tokenOf(node, "Word", 1));
    return { kind: "FlowsExpr", span: spanOf(left.span, to.span), left, negated, from, to };
  }
  const op = wordOps.get(tokenOf(node, "op").image.toLowerCase()) ?? "in";
  const right = buildSum(context, nodeOf(node, "sum"));
  if (op === "in" && right.kind === "ParenExpr" && (right.item.kind === "StringLit" || right.item.kind === "IntLit")) {
    context.report("P138", right.span, {});
  }
  return { kind: "WordTestExpr", span: spanOf(left.span, right.span), op, negated, left, right };
}

/** A value: everything above conditions. */
export function buildSum(context: BuildContext, node: CstNode): Expr {
  const items = nodesOf(node, "coalesce").map((item) => buildCoalesce(context, item));
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) throw new Error("a sum without a value");
  return items.length === 1 ? first : { kind: "AddExpr", span: spanOf(first.span, last.span), items };
}

function buildCoalesce(context: BuildContext, node: CstNode): Expr {
  const nodes = nodesOf(node, "primary");
  const sign = tokensOf(node, "QuestionQuestion")[MAX_DEFAULTS];
  if (sign !== undefined) context.report("P101", spanAt(context, sign), { limit: String(MAX_DEFAULTS) });
  const items = nodes.slice(0, MAX_DEFAULTS + 1).map((item) => buildPrimary(context, item));
  return items.reduce((left, right) => ({ kind: "CoalesceExpr", span: spanOf(left.span, right.span), left, right }));
}

function buildPrimary(context: BuildContext, node: CstNode): Expr {
  const key = Object.keys(node.children)[0] ?? "";
  switch (key) {
    case "reference":
      return buildReference(context, nodeOf(node, key));
    case "marked": {
      const call = nodeOf(node, key);
      const span = spanAt(context, tokenOf(call, "Marked"), tokenOf(call, "RParen"));
      return { kind: "MarkedExpr", span, label: nameAt(context, tokenOf(call, "Word")) };
    }
    case "counted": {
      const call = nodeOf(node, key);
      const span = spanAt(context, tokenOf(call, "Counted"), tokenOf(call, "RParen"));
      const window = buildDuration(context, tokenOf(call, "Duration"));
      return { kind: "CountedExpr", span, counter: nameAt(context, tokenOf(call, "Word")), window };
    }
    case "paren": {
      const paren = nodeOf(node, key);
      const span = spanAt(context, tokenOf(paren, "LParen"), tokenOf(paren, "RParen"));
      return { kind: "ParenExpr", span, item: buildExpr(context, nodeOf(paren, "expr")) };
    }
    case "list": {
      const list = nodeOf(node, key);
      const items = nodesOf(list, "sum");
      checkCommas(context, tokensOf(list, "Comma"), items.map(startOf));
      const span = spanAt(context, tokenOf(list, "LSquare"), tokenOf(list, "RSquare"));
      return { kind: "ListExpr", span, items: items.map((item) => buildSum(context, item)) };
    }
    case "String":
      return buildString(context, tokenOf(node, key));
    case "Regex":
      return buildRegex(context, tokenOf(node, key));
    case "Int":
      return buildInt(context, tokenOf(node, key));
    case "Duration":
      return buildDuration(context, tokenOf(node, key));
    default:
      return { kind: "BoolLit", span: spanAt(context, tokenOf(node, key)), value: key === "True" };
  }
}

function buildReference(context: BuildContext, node: CstNode): Expr {
  const head = tokenOf(node, "RefName");
  if (!has(node, "LParen")) return buildPath(context, node);
  const span = spanAt(context, head, tokenOf(node, "RParen"));
  const args = nodesOf(node, "sum").map((item) => buildSum(context, item));
  return { kind: "CallExpr", span, name: nameAt(context, head), args };
}

export function buildPath(context: BuildContext, node: CstNode): PathExpr {
  const head = tokenOf(node, "RefName");
  const names: Name[] = [head, ...tokensOf(node, "Word")].map((token) => nameAt(context, token));
  const span: Span = { file: context.file, start: head.startOffset, end: names.at(-1)?.span.end ?? endOf(head) };
  return { kind: "PathExpr", span, names };
}
