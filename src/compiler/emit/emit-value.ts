// Values of the IR as expressions: `sureValue` where nothing can be missing or unknown, `maybeValue` everywhere else.

import type { IrValue } from "../ir/ir.ts";
import { isSure, isSureField } from "../ir/sure.ts";
import type { RuleScope } from "./emit-scope.ts";
import { bare, literal, property } from "./emit-text.ts";

/** An expression of type Maybe<...>, for the functions of the core. */
export function maybeValue(value: IrValue, scope: RuleScope): string {
  const { core, regex } = scope.module;
  switch (value.op) {
    case "const":
      return literal(value.value);
    case "list":
      return scope.module.constant("list", literal(value.items));
    case "field":
      return fieldAccess(value, scope);
    case "json":
      return jsonAccess(value, scope);
    case "view":
      return `${core("view")}(c, ${literal(value.view)})`;
    case "calls":
    case "externals":
      return `${core(value.op)}(c)`;
    case "part": {
      const { part } = value;
      if (part.startsWith("env."))
        return `${core("callVariable")}(v${value.var}, ${literal(part.slice("env.".length))})`;
      if (!externalParts.has(part)) return `${property(core("callPart"), part)}(c, v${value.var})`;
      return `(${core("externalPart")}(c, v${value.var}, ${literal(part)}) as Maybe<${partTypes[value.type]}>)`;
    }
    case "var":
      return `v${value.var}`;
    case "default":
      return `${core("orElse")}(${bare(maybeValue(value.value, scope))}, ${bare(maybeValue(value.fallback, scope))})`;
    case "concat":
      return `${core("concat")}(${value.parts.map((part) => bare(textValue(part, scope))).join(", ")})`;
    case "lower":
      return `${core("lower")}(${bare(textValue(value.value, scope))})`;
    case "length":
      return `${core("lengthOf")}(${bare(maybeValue(value.value, scope))})`;
    case "mask":
      return `${core("maskText")}(${bare(textValue(value.value, scope))}, ${regex(value.regex)})`;
    case "fact":
      return `(${core("fact")}(c, ${literal(value.key)}) as Maybe<${jsTypes[value.type]}>)`;
    case "counted": {
      const name = core(scope.shadow ? "countedInShadow" : "counted");
      return `${name}(c, ${literal(value.counter)}, ${value.windowMs})`;
    }
  }
}

/** A value used as text: a path of a view is its written text. */
export function textValue(value: IrValue, scope: RuleScope): string {
  if (value.op === "var" && value.type === "path") return `v${value.var}.text`;
  return maybeValue(value, scope);
}

/** A value used as a path. */
export function pathValue(value: IrValue, scope: RuleScope): string {
  if (value.op === "var" && !scope.plainVars.has(value.var)) return `v${value.var}`;
  if (value.op === "part" && value.type === "path") return maybeValue(value, scope);
  return `${scope.module.core("pathOf")}(c, ${bare(maybeValue(value, scope))})`;
}

/** An expression of a plain JavaScript type; only for values that isSure accepts. */
export function sureValue(value: IrValue, scope: RuleScope): string {
  switch (value.op) {
    case "concat":
      return `(${value.parts.map((part) => sureValue(part, scope)).join(" + ")})`;
    case "length":
      return `(${maybeValue(value, scope)} as number)`;
    case "lower":
    case "mask":
      return `(${maybeValue(value, scope)} as string)`;
    default:
      return maybeValue(value, scope);
  }
}

/** Parts of what runs beside the line; all others are parts of calls. */
const externalParts: ReadonlySet<string> = new Set(["kind", "name", "fresh"]);

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

function fieldAccess(value: IrValue & { readonly op: "field" }, scope: RuleScope): string {
  if (value.name === "mcp.server") return "c.mcp_server";
  if (value.name === "mcp.tool") return "c.mcp_tool";
  const isInput = value.name.startsWith("input.");
  const access = isInput ? property("c.input", value.name.slice("input.".length)) : property("c", value.name);
  if (isSureField(value, scope)) return plainFields.has(value.name) ? access : `(${access} as ${jsTypes[value.type]})`;
  return isInput ? `(${access} as Maybe<${jsTypes[value.type]}>)` : access;
}

function jsonAccess(value: IrValue & { readonly op: "json" }, scope: RuleScope): string {
  const base = bare(maybeValue(value.base, scope));
  const call = `${scope.module.core("json")}(${base}, ${literal(value.path)}, ${literal(value.type)})`;
  return value.type === "list<string>" ? `(${call} as Maybe<readonly string[]>)` : call;
}

/** Whether plain code may be written for the value here: sure by the schema, or an element of a plain list. */
export function isPlainHere(value: IrValue, scope: RuleScope): boolean {
  return isSure(value, scope) || (value.op === "var" && scope.plainVars.has(value.var));
}
