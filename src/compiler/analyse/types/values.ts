// Expressions that give a value: names, literals, functions, `??`, `+`. Conditions are in conditions.ts.

import type { AddExpr, CallExpr, CoalesceExpr, CountedExpr, Expr } from "../../ir/ast.ts";
import type { IrValue } from "../../ir/ir.ts";
import { constantOf, isConstant } from "../names/constants.ts";
import type { Known } from "../names/narrowing.ts";
import { resolvePath } from "../names/resolve.ts";
import { fail, type RuleScope } from "../names/rule-scope.ts";
import {
  type Base,
  INT,
  isText,
  STRING,
  type Type,
  type Typed,
  typedConstant,
  typeWords,
} from "../names/value-types.ts";
import { callFunction } from "./functions.ts";

/** The typed value of an expression, or null after a report. It may be missing: see `present`. */
export function typedOf(expr: Expr, known: Known, scope: RuleScope): Typed | null {
  if (isConstant(expr, scope.names) && !isBound(expr, scope)) return constantValueOf(expr, scope);
  switch (expr.kind) {
    case "ParenExpr":
      return typedOf(expr.item, known, scope);
    case "PathExpr":
      return resolvePath(expr, known, scope);
    case "CallExpr":
      return callOf(expr, known, scope);
    case "CountedExpr":
      return countedOf(expr, scope);
    case "CoalesceExpr":
      return coalesceOf(expr, known, scope);
    case "AddExpr":
      return addOf(expr, known, scope);
    default:
      return fail(scope, "P303", expr.span, {});
  }
}

/** A variable hides a constant of the same name. */
function isBound(expr: Expr, scope: RuleScope): boolean {
  return expr.kind === "PathExpr" && scope.variables.has(expr.names[0]?.text ?? "");
}

function constantValueOf(expr: Expr, scope: RuleScope): Typed | null {
  const worked = constantOf(expr, scope.names, scope.bundle);
  if (worked === null) {
    scope.found.failed = true;
    return null;
  }
  if (worked.isChanged) scope.found.readsChanged = true;
  return typedConstant(worked.constant, expr.span);
}

/** What stands for a missing value; a path has none, since empty text would mean the working folder. */
const fallbacks: { readonly [B in Base]?: string } = {
  string: '""',
  command: '""',
  json: '""',
  int: "0",
  bool: "false",
};

/** The value where it must be there: an unguarded optional one is reported. */
export function present(typed: Typed | null, scope: RuleScope): Typed | null {
  if (typed === null || typed.unguarded === null) return typed;
  // A variable that is not set reads as empty text, as in a shell; `is present` tells the two apart.
  if (typed.isEnv && typed.value.op === "fact")
    return {
      ...typed,
      value: { op: "default", value: typed.value, fallback: { op: "const", value: "" } },
      unguarded: null,
    };
  const name = typed.unguarded;
  const guard = `write \`${name} is present and ...\``;
  const fallback = fallbacks[typed.type.base];
  const help = fallback === undefined ? guard : `${guard}, or give a default value: \`(${name} ?? ${fallback})\``;
  return fail(scope, "P304", typed.span, { name }, { help });
}

export const presentValue = (expr: Expr, known: Known, scope: RuleScope): Typed | null =>
  present(typedOf(expr, known, scope), scope);

/** JSON read as a type: a value of another type is then an error when the event is decided. */
export function asType(typed: Typed, type: Type): Typed {
  if (typed.type.base !== "json") return typed;
  return { ...typed, type, value: retyped(typed.value, type) };
}

function retyped(value: IrValue, type: Type): IrValue {
  const wire =
    type.base === "list" ? "list<string>" : type.base === "int" || type.base === "bool" ? type.base : "string";
  if (value.op === "json") return { ...value, type: wire };
  if (value.op === "default")
    return { ...value, value: retyped(value.value, type), fallback: retyped(value.fallback, type) };
  if (value.op === "field") return { op: "json", base: value, path: [], type: wire };
  return value;
}

function callOf(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  if (scope.names.byName.get(expr.name.text)?.kind === "def") return fail(scope, "P303", expr.span, {});
  return callFunction(expr, known, scope);
}

function countedOf(expr: CountedExpr, scope: RuleScope): Typed {
  const counter = expr.counter.text;
  const windowMs = expr.window.ms;
  scope.found.counters.push({ counter, windowMs, span: expr.counter.span });
  scope.found.operands.add(`counted(${counter}, ${expr.window.raw})`);
  const value: IrValue = { op: "counted", counter, windowMs };
  return { span: expr.span, type: INT, value, constant: null, unguarded: null, key: null, isEnv: false };
}

function coalesceOf(expr: CoalesceExpr, known: Known, scope: RuleScope): Typed | null {
  const left = typedOf(expr.left, known, scope);
  const right = typedOf(expr.right, known, scope);
  if (left === null || right === null) return null;
  const [a, b] = [asType(left, right.type), asType(right, left.type)];
  if (!isAlike(a, b))
    return fail(scope, "P301", expr.span, { left: typeWords(left.type), right: typeWords(right.type) });
  if (a.type.base === "path" && b.constant?.kind === "string" && b.constant.value === "")
    return fail(
      scope,
      "P338",
      b.span,
      { why: "an empty path would mean the working folder" },
      { help: `write \`${left.key ?? "x"} is present and ...\`` },
    );
  const value: IrValue = { op: "default", value: a.value, fallback: b.value };
  return { ...a, span: expr.span, value, constant: null, unguarded: b.unguarded, key: null, isEnv: a.isEnv || b.isEnv };
}

/** Of one type for `??`; constant text may stand for a path or host. */
function isAlike(a: Typed, b: Typed): boolean {
  if (a.type.base === "list") return b.type.base === "list";
  if (a.type.base === b.type.base || (isText(a.type) && isText(b.type))) return true;
  return (a.type.base === "path" || a.type.base === "host") && b.type.base === "string" && b.constant !== null;
}

function addOf(expr: AddExpr, known: Known, scope: RuleScope): Typed | null {
  const parts: IrValue[] = [];
  let isEnv = false;
  let failed = false;
  for (const item of expr.items) {
    const part = presentValue(item, known, scope);
    if (part === null) failed = true;
    else {
      const text = asText(part, scope, "+");
      if (text === null) failed = true;
      else parts.push(text.value);
      isEnv ||= part.isEnv;
    }
  }
  if (failed) return null;
  const value: IrValue = { op: "concat", parts };
  return { span: expr.span, type: STRING, value, constant: null, unguarded: null, key: null, isEnv };
}

/** A value used as text: a path field is its written text. */
export function asText(typed: Typed, scope: RuleScope, test: string): Typed | null {
  const read = asType(typed, STRING);
  if (isText(read.type)) return read;
  if (read.type.base === "path" && read.value.op === "field")
    return { ...read, type: STRING, value: { ...read.value, type: "string" } };
  return fail(scope, "P307", typed.span, { test, type: typeWords(read.type), works: "string" });
}
