// Which values are always present and always known, so that plain JavaScript can test them.
// Judged by the schema, not by what a guard has shown: a guard may itself be unknown, a required field may not.

import type { Point } from "../../language/contract.ts";
import { conditionRow } from "../../language/operators/conditions.ts";
import { cellOf } from "../../language/operators/row.ts";
import { values } from "../../language/operators/values.ts";
import { callFields, commonFields, type Field, type Fields, namedFields, tools } from "../../language/schema.ts";
import { byShape, valuesIn } from "./by-shape.ts";
import type { IrCond, IrValue } from "./ir.ts";

type FieldValue = IrValue & { readonly op: "field" };

/** The context of a condition: the points of its rule, and the declared tools. */
export interface Where {
  readonly points: readonly Point[];
  readonly tools: { readonly [tool: string]: Fields };
}

/** A required field: present, of its type and known in every event at which the condition is reached. */
export function isAlwaysKnownField(value: FieldValue, where: Where): boolean {
  return !value.optional && everyField(value.name, where, (field) => !field.optional && !field.mayBeUnknown);
}

/** Present in every event at which the condition is reached, or unknown there. */
export function isRequiredField(value: FieldValue, where: Where): boolean {
  return !value.optional && everyField(value.name, where, (field) => !field.optional);
}

/** All tables that know the field say so; at least one does. */
function everyField(name: string, where: Where, says: (field: Field) => boolean): boolean {
  const [first = "", ...rest] = name.split(".");
  const tables = tablesFor(first, where);
  const key = rest.length === 0 ? first : rest.join(".");
  const found: Field[] = [];
  for (const table of tables) if (Object.hasOwn(table, key)) found.push(table[key] as Field);
  return found.length > 0 && found.every(says);
}

function tablesFor(first: string, where: Where): readonly Fields[] {
  if (first === "call") return [callFields];
  if (first === "mcp") return tools.mcp === undefined ? [] : [tools.mcp];
  // Reaching it means a test of `tool`, never unknown, has chosen one of the tools that have it.
  if (first === "input") return [...Object.values(tools), ...Object.values(where.tools)];
  return [commonFields, ...where.points.map(namedFields)];
}

/** The value can be neither missing nor unknown nor of another type. */
export function isAlwaysKnown(value: IrValue, where: Where): boolean {
  switch (values[value.op].known) {
    case "always":
      return true;
    case "operands":
      return valuesIn(value).every((one) => isAlwaysKnown(one, where));
    case "schema":
      return value.op === "field" && value.type !== "json" && value.type !== "path" && isAlwaysKnownField(value, where);
    case "never":
      return false;
  }
}

/** The condition is true or false, never unknown or an error; `vars` are elements of lists that are always known. */
export function isTwoValued(cond: IrCond, where: Where, vars: ReadonlySet<number> = new Set()): boolean {
  const isKnown = (value: IrValue): boolean =>
    isAlwaysKnown(value, where) || (value.op === "var" && vars.has(value.var));
  return byShape(cond, {
    constant: () => true,
    not: (item) => isTwoValued(item, where, vars),
    connective: ({ items }) => items.every((item) => isTwoValued(item, where, vars)),
    quantifier: (over) => isKnown(over.list) && isTwoValued(over.body, where, new Set([...vars, over.var])),
    test: (test) => cellOf(conditionRow(test.op).plain, test) !== null && valuesIn(test).every(isKnown),
  });
}
