// Conditions that are only ever true or false, as plain JavaScript.

import type { IrCond, IrValue } from "../ir/ir.ts";
import { globList, type RuleScope } from "./emit-scope.ts";
import { bare, literal } from "./emit-text.ts";
import { sureValue } from "./emit-value.ts";

/** Lists up to this length are written as comparisons, longer ones as a set. */
const FEW = 4;

/** A boolean expression, in parentheses where it has an operator; only for conditions that isPlain accepts. */
export function plainCond(cond: IrCond, scope: RuleScope): string {
  const value = (of: IrValue): string => sureValue(of, scope);
  switch (cond.op) {
    case "true":
    case "false":
      return cond.op;
    case "and":
      return joined(cond.items, " && ", "true", scope);
    case "or":
      return joined(cond.items, " || ", "false", scope);
    case "not":
      return `!${plainCond(cond.item, scope)}`;
    case "holds":
      return value(cond.value);
    case "compare":
      return plainCompare(cond, scope);
    case "in":
      return plainIn(cond, scope);
    case "contains":
      return `${value(cond.value)}.includes(${bare(value(cond.needle))})`;
    case "starts":
      return `${value(cond.value)}.startsWith(${bare(value(cond.prefix))})`;
    case "ends":
      return `${value(cond.value)}.endsWith(${bare(value(cond.suffix))})`;
    case "regex":
      return `${scope.module.regex(cond.regex)}.test(${bare(value(cond.value))})`;
    case "glob": {
      const { core } = scope.module;
      return `(${core("matchesText")}(${bare(value(cond.value))}, ${globList(scope, cond.kind, cond.globs)}) === ${core("TRUE")})`;
    }
    case "any":
    case "all":
      return plainQuantifier(cond, scope);
    case "under":
    case "is":
    case "runs":
    case "only":
    case "flows":
    case "marked":
      throw new Error(`\`${cond.op}\` is never plain`);
  }
}

function joined(items: readonly IrCond[], by: string, none: string, scope: RuleScope): string {
  if (items.length === 0) return none;
  return `(${items.map((item) => plainCond(item, scope)).join(by)})`;
}

const operators = { eq: "===", ne: "!==", lt: "<", le: "<=", gt: ">", ge: ">=" } as const;

function plainCompare(cond: IrCond & { readonly op: "compare" }, scope: RuleScope): string {
  const { left, right, test } = cond;
  // Two constants of different text would not type-check as a comparison.
  if (left.op === "const" && right.op === "const" && (test === "eq" || test === "ne"))
    return String((left.value === right.value) === (test === "eq"));
  return `(${sureValue(left, scope)} ${operators[test]} ${sureValue(right, scope)})`;
}

function plainIn(cond: IrCond & { readonly op: "in" }, scope: RuleScope): string {
  const value = sureValue(cond.value, scope);
  if (cond.list.op !== "list") return `${sureValue(cond.list, scope)}.includes(${bare(value)})`;
  const items = cond.list.items;
  const constant = cond.value.op === "const" ? cond.value.value : undefined;
  if (constant !== undefined) return String(items.includes(constant));
  if (items.length === 0) return "false";
  if (items.length <= FEW) return `(${items.map((item) => `${value} === ${literal(item)}`).join(" || ")})`;
  const type = cond.type === "int" ? "number" : "string";
  return `${scope.module.constant("set", `new Set<${type}>(${literal(items)})`)}.has(${bare(value)})`;
}

function plainQuantifier(cond: IrCond & { readonly op: "any" | "all" }, scope: RuleScope): string {
  const inner = { ...scope, plainVars: new Set([...scope.plainVars, cond.var]) };
  const list = sureValue(cond.list, scope);
  const type = cond.list.op === "list" && typeof cond.list.items[0] === "number" ? "number" : "string";
  const body = `(v${cond.var}: ${type}) => ${bare(plainCond(cond.body, inner))}`;
  return cond.op === "any" ? `${list}.some(${body})` : `(${list}.length > 0 && ${list}.every(${body}))`;
}
