// A host's tools and ours: names and fields, both ways, from one table per host.

import type { Json } from "../runtime/contract.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";

interface ToolRow {
  readonly native: string;
  readonly tool: string;
  /** Ours to theirs. */
  readonly fields: { readonly [field: string]: string };
  /** Fields of ours that follow from the native tool alone. */
  readonly fixed?: JsonObject;
}

export interface ToolTable {
  /** The first row of a tool is the one we speak; the others we only understand. */
  readonly rows: readonly ToolRow[];
  /** Server and tool of an MCP tool's name. */
  readonly mcp: RegExp;
  readonly mcpName: (server: string, tool: string) => string;
}

interface Call {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A native call in our words; the native input stays reachable as `raw`. A tool nobody knows is `other`. */
export function fromNative(table: ToolTable, name: string, input: JsonObject): Call {
  const mcp = table.mcp.exec(name);
  if (mcp !== null)
    return { tool: "mcp", input: { server: mcp[1] ?? "", tool: mcp[2] ?? "", args: input, raw: input } };
  const row = table.rows.find(({ native }) => native === name);
  if (row === undefined) return { tool: "other", input: { ...input, raw: input } };
  const known = renamed(Object.entries(row.fields), input);
  return { tool: row.tool, input: { ...known, ...row.fixed, raw: input } };
}

export interface NativeCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** Our call as the host would name it. What the input has beside our fields stays. */
export function toNative(table: ToolTable, fields: JsonObject): NativeCall {
  const input = isObject(fields.input) ? fields.input : {};
  const tool = typeof fields.tool === "string" ? fields.tool : "other";
  const toolName = typeof fields.tool_name === "string" ? fields.tool_name : tool;
  const raw = fieldOf(input, "raw");
  if (tool === "mcp") {
    const args = fieldOf(input, "args") ?? raw;
    return { name: table.mcpName(String(input.server), String(input.tool)), input: isObject(args) ? args : {} };
  }
  const row = rowOf(table, tool, toolName, input);
  if (row === undefined) return { name: toolName, input: without(input, ["raw"]) };
  const ours = [...Object.keys(row.fields), ...Object.keys(row.fixed ?? {}), "raw"];
  const back = Object.entries(row.fields).map(([our, their]): [string, string] => [their, our]);
  return { name: row.native, input: { ...(isObject(raw) ? raw : without(input, ours)), ...renamed(back, input) } };
}

/** A new native input for the call of an event, in our words. */
export function changedInput(table: ToolTable, fields: JsonObject, updated: JsonObject): JsonObject {
  const { name } = toNative(table, fields);
  const { input, tool } = fromNative(table, name, updated);
  // `raw` appears only where the host gave it: elsewhere a rewrite would seem to add a field.
  if (isObject(fields.input) && Object.hasOwn(fields.input, "raw")) return input;
  const row = table.rows.find(({ native }) => native === name);
  const rest = tool === "mcp" ? {} : without(updated, Object.values(row?.fields ?? {}));
  return { ...rest, ...without(input, ["raw"]) };
}

/** The fields of `input` under new names; what it lacks is left out. */
function renamed(names: readonly (readonly [string, string])[], input: JsonObject): JsonObject {
  return Object.fromEntries(
    names.flatMap(([to, from]): [string, Json][] => {
      const value = fieldOf(input, from);
      return value === undefined ? [] : [[to, value]];
    }),
  );
}

function rowOf({ rows }: ToolTable, tool: string, toolName: string, input: JsonObject): ToolRow | undefined {
  const fitting = rows.filter((row) => row.tool === tool);
  const own = fitting.find((row) => row.native === toolName);
  const shell = fitting.find(({ fixed }) => fixed?.shell !== undefined && fixed.shell === input.shell);
  return own ?? shell ?? fitting[0];
}

function without(input: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => !names.includes(field)));
}
