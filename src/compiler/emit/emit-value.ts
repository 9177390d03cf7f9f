// Values of the IR as expressions: `knownValue` where nothing can be missing or unknown, `maybeValue` everywhere else.

import { isLineFact } from "../../language/operators/line-facts.ts";
import { valueRow } from "../../language/operators/values.ts";
import type { ValueOf } from "../ir/by-shape.ts";
import type { IrValue } from "../ir/ir.ts";
import { isAlwaysKnown, isAlwaysKnownField } from "../ir/two-valued.ts";
import { fillCode, type ValueWriter } from "./emit-code.ts";
import type { RuleWriter } from "./emit-scope.ts";
import { bare, literal, property } from "./emit-text.ts";

/** An expression of type Maybe<...>, for the functions of the core. */
export function maybeValue(value: IrValue, scope: RuleWriter): string {
  const { code, shadowCode } = valueRow(value.op);
  const written = scope.shadow ? (shadowCode ?? code) : code;
  return written === undefined ? ownCode(value, scope) : fillCode(written, value, scope, writer);
}

/** Values that are more than a call of a builtin. */
function ownCode(value: IrValue, scope: RuleWriter): string {
  switch (value.op) {
    case "const":
      return literal(value.value);
    case "list":
      return scope.module.constant("list", literal(value.items));
    case "field":
      return fieldAccess(value, scope);
    case "json":
      return jsonAccess(value, scope);
    case "part":
      return partAccess(value, scope);
    case "var":
      return `v${value.var}`;
    case "fact":
      if (isLineFact(value.key)) return `${scope.module.core("lineFact")}(c, ${literal(value.key)})`;
      return `(${scope.module.core("fact")}(c, ${literal(value.key)}) as Maybe<${jsTypes[value.type]}>)`;
    default:
      throw new Error(`\`${value.op}\` has no code`);
  }
}

function partAccess({ part, var: element, type }: ValueOf<"part">, { module: { core } }: RuleWriter): string {
  if (part.startsWith("env.")) return `${core("callVariable")}(v${element}, ${literal(part.slice("env.".length))})`;
  if (!externalParts.has(part)) return `${property(core("callPart"), part)}(c, v${element})`;
  return `(${core("externalPart")}(c, v${element}, ${literal(part)}) as Maybe<${partTypes[type]}>)`;
}

/** A value used as text: a path of a view is its written text. */
export function textValue(value: IrValue, scope: RuleWriter): string {
  if (value.op === "var" && value.type === "path") return `v${value.var}.text`;
  return maybeValue(value, scope);
}

/** A value used as a path. */
export function pathValue(value: IrValue, scope: RuleWriter): string {
  if (value.op === "var" && !scope.plainVars.has(value.var)) return `v${value.var}`;
  if (value.op === "part" && value.type === "path") return maybeValue(value, scope);
  return `${scope.module.core("pathOf")}(c, ${bare(maybeValue(value, scope))})`;
}

/** An expression of a plain JavaScript type; only for values that isAlwaysKnown accepts. */
export function knownValue(value: IrValue, scope: RuleWriter): string {
  if (value.op === "concat") return `(${value.parts.map((part) => knownValue(part, scope)).join(" + ")})`;
  const { gives } = valueRow(value.op);
  return gives === undefined ? maybeValue(value, scope) : `(${maybeValue(value, scope)} as ${gives})`;
}

const writer: ValueWriter = { text: textValue, any: maybeValue, path: pathValue };

/** Parts of `command.external`; all others are parts of calls. */
const externalParts: ReadonlySet<string> = new Set(["kind", "name", "fresh", "followed", "inspected"]);

const partTypes = {
  string: "string",
  bool: "boolean",
  path: "PathValue",
  "list<string>": "ListView<string>",
  "list<path>": "ListView<PathValue>",
  "list<host>": "ListView<string>",
};

const jsTypes = {
  string: "string",
  path: "string",
  int: "number",
  bool: "boolean",
  json: "unknown",
  "list<string>": "readonly string[]",
};

/** Fields every context has as plain text, whatever its point. */
const plainFields = new Set(["session_id", "time", "workdir", "cwd", "tool", "tool_name"]);

function fieldAccess(value: ValueOf<"field">, scope: RuleWriter): string {
  if (value.name === "mcp.server") return "c.mcp_server";
  if (value.name === "mcp.tool") return "c.mcp_tool";
  if (value.name === "call.external") return "c.call_external";
  const isInput = value.name.startsWith("input.");
  const access = isInput ? property("c.input", value.name.slice("input.".length)) : property("c", value.name);
  if (isAlwaysKnownField(value, scope))
    return plainFields.has(value.name) ? access : `(${access} as ${jsTypes[value.type]})`;
  return isInput ? `(${access} as Maybe<${jsTypes[value.type]}>)` : access;
}

function jsonAccess(value: ValueOf<"json">, scope: RuleWriter): string {
  const base = bare(maybeValue(value.base, scope));
  const call = `${scope.module.core("json")}(${base}, ${literal(value.path)}, ${literal(value.type)})`;
  return value.type === "list<string>" ? `(${call} as Maybe<readonly string[]>)` : call;
}

/** Whether plain code may be written for the value here: always known by the schema, or an element of a plain list. */
export function isKnownHere(value: IrValue, scope: RuleWriter): boolean {
  return isAlwaysKnown(value, scope) || (value.op === "var" && scope.plainVars.has(value.var));
}
