// `command runs`, `command only runs` and `command flows`: on a call that is not a shell command they are false, so that a true
// one tells that the tool is `bash`.

import type { FlowFrom, FlowTo } from "../../../shell/flows/flows.ts";
import type { Expr, FlowsExpr, Name, RunsExpr } from "../../ir/ast.ts";
import { flowFroms, flowTos } from "../../ir/call-parts.ts";
import type { IrCond } from "../../ir/ir.ts";
import { type Known, mayBe, ONLY_RUNS, withPresent, withShell } from "../names/narrowing.ts";
import { nearest } from "../names/nearest.ts";
import { neverThere, resolvePath } from "../names/resolve.ts";
import { fail, flipped, type RuleScope, suggestion } from "../names/rule-scope.ts";
import { typeWords } from "../names/value-types.ts";
import { type Checked, negate, plainly } from "./conditions.ts";
import { readPatterns } from "./run-patterns.ts";
import { ANYTHING, slipOf, slipOfFlow } from "./shell-approval.ts";
import { typedOf } from "./values.ts";

export function runsTest(expr: RunsExpr, known: Known, scope: RuleScope): Checked {
  const inner = expr.negated ? flipped(scope) : scope;
  const test = expr.only ? "only runs" : "runs";
  if (!isCommand(expr.left, test, known, inner)) return plainly(null, known);
  const read = readPatterns(expr.patterns, known, scope);
  const { negative } = inner;
  if (!expr.only || negative) {
    const slip = negative ? ANYTHING : slipOf(read?.[0] ?? null);
    scope.found.shellTests.push({
      test: expr.negated ? `not ${test}` : test,
      span: expr.span,
      slip,
      narrows: negative && !expr.only,
    });
  }
  if (read === null) return plainly(null, known);
  const patterns = [...new Set(read.map(({ text }) => scope.bundle.patterns.add(text)))];
  const cond: IrCond = { op: expr.only ? "only" : "runs", patterns };
  const shell = withShell(known);
  const yes = expr.only ? withPresent(shell, ONLY_RUNS) : shell;
  const found: Checked = { cond, yes, no: known };
  return expr.negated ? negate(found) : found;
}

export function flowsTest(expr: FlowsExpr, known: Known, scope: RuleScope): Checked {
  const inner = expr.negated ? flipped(scope) : scope;
  if (!isCommand(expr.left, "flows", known, inner)) return plainly(null, known);
  const from = wordOf(expr.from, Object.keys(flowFroms) as FlowFrom[], "begin", scope);
  const to = wordOf(expr.to, Object.keys(flowTos) as FlowTo[], "end", scope);
  if (from === null || to === null) return plainly(null, known);
  const { negative } = inner;
  const slip = negative ? ANYTHING : slipOfFlow(from, to);
  const test = expr.negated ? "not flows" : "flows";
  scope.found.shellTests.push({ test, span: expr.span, slip, narrows: negative });
  const cond: IrCond = { op: "flows", from, to };
  const found: Checked = { cond, yes: withShell(known), no: known };
  return expr.negated ? negate(found) : found;
}

function wordOf<W extends string>({ text, span }: Name, all: readonly W[], verb: string, scope: RuleScope): W | null {
  const word = all.find((known) => known === text);
  if (word !== undefined) return word;
  const near = nearest(text, all, scope.bundle.session);
  return fail(scope, "P263", span, { word: text, verb }, suggestion(near, `the words are ${all.join(", ")}`));
}

/** `command` itself needs no test of the tool; another name must stand for it, as a parameter of a `def` does. */
function isCommand(left: Expr, test: string, known: Known, scope: RuleScope): boolean {
  const isPlain = left.kind === "PathExpr" && left.names.length === 1 && left.names[0]?.text === "command";
  if (isPlain && !scope.isToolPoint) return resolvePath(left, known, scope) !== null;
  scope.found.operands.add("command");
  if (isPlain) {
    if (known.isBroken || mayBe(known.tools, "bash")) return true;
    neverThere("command", left.span, known, scope);
    return false;
  }
  const typed = typedOf(left, known, scope);
  if (typed === null) return false;
  const { value } = typed;
  const isShell = typed.type.base === "command" && (value.op !== "field" || value.name === "input.command");
  if (!isShell)
    fail(
      scope,
      "P307",
      typed.span,
      { test, type: typeWords(typed.type), works: "command" },
      { help: `write \`command ${test} ...\`` },
    );
  return isShell;
}
