// Conditions that are only ever true or false, as plain JavaScript.

import { conditionRow } from "../../language/operators/conditions.ts";
import { cellOf } from "../../language/operators/row.ts";
import { byShape, type CondOf, type Quantifier, type Test } from "../ir/by-shape.ts";
import type { IrCond } from "../ir/ir.ts";
import { fillCode, type ValueWriter } from "./emit-code.ts";
import type { RuleWriter } from "./emit-scope.ts";
import { bare, literal } from "./emit-text.ts";
import { knownValue } from "./emit-value.ts";

/** Lists up to this length are written as comparisons, longer ones as a set. */
const FEW = 4;

/** A boolean expression, in parentheses where it has an operator; only for conditions that isTwoValued accepts. */
export function plainCond(cond: IrCond, scope: RuleWriter): string {
  return byShape(cond, {
    constant: String,
    not: (item) => `!${plainCond(item, scope)}`,
    connective: ({ op, items }) =>
      op === "and" ? joined(items, " && ", "true", scope) : joined(items, " || ", "false", scope),
    quantifier: (over) => plainQuantifier(over, scope),
    test: (test) => plainTest(test, scope),
  });
}

const writer: ValueWriter = { text: knownValue, any: knownValue, path: knownValue };

function plainTest(cond: Test, scope: RuleWriter): string {
  const known =
    knownResult(cond) ??
    (cond.op === "in" && cond.list.op === "list" ? amongItems(cond, cond.list.items, scope) : null);
  if (known !== null) return known;
  const code = cellOf(conditionRow(cond.op).plain, cond);
  if (code === null) throw new Error(`\`${cond.op}\` is never plain`);
  return fillCode(code, cond, scope, writer);
}

function joined(items: readonly IrCond[], by: string, none: string, scope: RuleWriter): string {
  if (items.length === 0) return none;
  return `(${items.map((item) => plainCond(item, scope)).join(by)})`;
}

/** Constants against constants: as a comparison, two of different text would not type-check. */
function knownResult(cond: Test): string | null {
  if (cond.op === "in" && cond.list.op === "list" && cond.value.op === "const")
    return String(cond.list.items.includes(cond.value.value));
  if (cond.op !== "compare" || (cond.test !== "eq" && cond.test !== "ne")) return null;
  const { left, right, test } = cond;
  return left.op === "const" && right.op === "const" ? String((left.value === right.value) === (test === "eq")) : null;
}

function amongItems(cond: CondOf<"in">, items: readonly (string | number | boolean)[], scope: RuleWriter): string {
  const value = knownValue(cond.value, scope);
  if (items.length === 0) return "false";
  if (items.length <= FEW) return `(${items.map((item) => `${value} === ${literal(item)}`).join(" || ")})`;
  const type = cond.type === "int" ? "number" : "string";
  return `${scope.module.constant("set", `new Set<${type}>(${literal(items)})`)}.has(${bare(value)})`;
}

function plainQuantifier(cond: Quantifier, scope: RuleWriter): string {
  const inner = { ...scope, plainVars: new Set([...scope.plainVars, cond.var]) };
  const list = knownValue(cond.list, scope);
  const type = cond.list.op === "list" && typeof cond.list.items[0] === "number" ? "number" : "string";
  const body = `(v${cond.var}: ${type}) => ${bare(plainCond(cond.body, inner))}`;
  return cond.op === "any" ? `${list}.some(${body})` : `(${list}.length > 0 && ${list}.every(${body}))`;
}
