// Which values are always there and always known, so that plain JavaScript can test them.
// Judged by the schema, not by what a guard has shown: a guard may itself be unknown, a required field may not.

import type { Point } from "../../language/contract.ts";
import { commonFields, type Field, type Fields, points, tools } from "../../language/schema.ts";
import type { IrCond, IrValue } from "./ir.ts";

type FieldValue = IrValue & { readonly op: "field" };

/** Where a condition stands: the points of its rule, and the declared tools. */
export interface Where {
  readonly points: readonly Point[];
  readonly tools: { readonly [tool: string]: Fields };
}

/** A required field: present, of its type and known in every event at which the condition is reached. */
export function isSureField(value: FieldValue, where: Where): boolean {
  return !value.optional && everyField(value.name, where, (field) => !field.optional && !field.untold);
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
  if (first === "mcp") return tools.mcp === undefined ? [] : [tools.mcp];
  // Reaching it means a test of `tool`, never unknown, has chosen one of the tools that have it.
  if (first === "input") return [...Object.values(tools), ...Object.values(where.tools)];
  return [commonFields, ...where.points.map((point) => points[point].fields)];
}

/** The value can be neither missing nor unknown nor of another type. */
export function isSure(value: IrValue, where: Where): boolean {
  switch (value.op) {
    case "const":
    case "list":
      return true;
    case "field":
      return value.type !== "json" && value.type !== "path" && isSureField(value, where);
    case "concat":
      return value.parts.every((part) => isSure(part, where));
    case "lower":
    case "length":
    case "mask":
      return isSure(value.value, where);
    default:
      return false;
  }
}

/** The condition is true or false, never unknown or an error; `vars` are elements of sure lists. */
export function isPlain(cond: IrCond, where: Where, vars: ReadonlySet<number> = new Set()): boolean {
  const sure = (value: IrValue): boolean => isSure(value, where) || (value.op === "var" && vars.has(value.var));
  switch (cond.op) {
    case "true":
    case "false":
      return true;
    case "and":
    case "or":
      return cond.items.every((item) => isPlain(item, where, vars));
    case "not":
      return isPlain(cond.item, where, vars);
    case "holds":
    case "regex":
      return sure(cond.value);
    case "compare":
      return sure(cond.left) && sure(cond.right) && (cond.type === "int" || cond.test === "eq" || cond.test === "ne");
    case "in":
      return sure(cond.value) && sure(cond.list);
    case "contains":
      return sure(cond.value) && sure(cond.needle);
    case "starts":
      return sure(cond.value) && sure(cond.prefix);
    case "ends":
      return sure(cond.value) && sure(cond.suffix);
    case "glob":
      return cond.kind === "name" && sure(cond.value);
    case "any":
    case "all":
      return sure(cond.list) && isPlain(cond.body, where, new Set([...vars, cond.var]));
    case "under":
    case "is":
    case "runs":
    case "only":
    case "flows":
    case "marked":
      return false;
  }
}
