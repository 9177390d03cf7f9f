// The operators that return values, one row each.

import type { CodeTemplate, NodeFields } from "./row.ts";

export interface ValueRow {
  /** The fields of its IR node, in the order in which `ir.json` has them. */
  readonly fields: NodeFields;
  /** When it is present, known and of its type: always, if its operands are, if the schema says so, or never guaranteed. */
  readonly known: "always" | "operands" | "schema" | "never";
  /** The code, if the row alone determines it. */
  readonly code?: CodeTemplate;
  readonly shadowCode?: CodeTemplate;
  /** The JavaScript type of the code's result when its operands are known. */
  readonly gives?: "string" | "number";
  /** In a sentence. */
  readonly says?: string;
}

export const values = {
  const: { fields: { value: "scalar" }, known: "always" },
  list: { fields: { items: "scalars" }, known: "always" },
  /** A context field: `tool`, `prompt`, `input.command`. An optional one may be missing or unknown. */
  field: {
    fields: { name: "text", type: ["string", "int", "bool", "json", "path", "list<string>"], optional: "flag" },
    known: "schema",
  },
  /** A property of a JSON value; always optional. */
  json: {
    fields: { base: "value", path: "texts", type: ["string", "int", "bool", "json", "list<string>"] },
    known: "never",
  },
  view: {
    fields: { view: ["reads", "writes", "deletes", "uploads", "hosts", "kinds"] },
    known: "never",
    code: "@view(c, {view}{asking})",
  },
  calls: { fields: {}, known: "never", code: "@calls(c)" },
  externals: { fields: {}, known: "never", code: "@externals(c)" },
  /** A part of an element of such a list: `c.program`, `c.env.HUSKY`. */
  part: {
    fields: {
      var: "variable",
      part: "part",
      type: ["string", "bool", "path", "list<string>", "list<path>", "list<host>"],
      optional: "flag",
    },
    known: "never",
  },
  var: {
    fields: { var: "variable", type: ["string", "int", "path", "host", "call", "external"] },
    known: "never",
    says: "it",
  },
  default: {
    fields: { value: "value", fallback: "value" },
    known: "never",
    code: "@orElse({any value}, {any fallback})",
    says: "{value} (or {fallback} if missing)",
  },
  concat: { fields: { parts: "values" }, known: "operands", code: "@concat({parts})" },
  lower: {
    fields: { value: "value" },
    known: "operands",
    code: "@lower({value})",
    gives: "string",
    says: "{value} in lower case",
  },
  length: {
    fields: { of: ["text", "list"], value: "value" },
    known: "operands",
    code: "@lengthOf({any value})",
    gives: "number",
    says: "the length of {value}",
  },
  mask: {
    fields: { value: "value", regex: "regex" },
    known: "operands",
    code: "@maskText({value}, {regex})",
    gives: "string",
  },
  /** `key` is the fact to look up: `file_exists:PATH`, `git_branch`, `hour:ZONE`. `env` may be missing. */
  fact: { fields: { key: "text", type: ["string", "int", "bool"], optional: "flag" }, known: "never" },
  counted: {
    fields: { counter: "text", windowMs: "count" },
    known: "never",
    code: "@counted(c, {counter}, {windowMs})",
    shadowCode: "@countedInShadow(c, {counter}, {windowMs})",
  },
} as const satisfies { readonly [op: string]: ValueRow };

export type ValueOp = keyof typeof values;

/** The row of an operator, with all its columns. */
export const valueRow = (op: ValueOp): ValueRow => values[op];
