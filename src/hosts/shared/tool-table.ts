// A host's tools and ours: names and fields, both ways, from one table per host.

import type { Json } from "../../language/contract.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";

export interface ToolRow {
  readonly native: string;
  readonly tool: string;
  /** Ours to theirs; of several names the first is the one we speak, where the call itself uses none. */
  readonly fields: { readonly [field: string]: string | readonly string[] };
  /** What the host calls the filter of a search: a glob, or a list of them. */
  readonly filters?: readonly string[];
  /** Fields of ours that follow from the native tool alone. */
  readonly fixed?: JsonObject;
  /** What takes more than a new name: fields of ours that stand inside theirs, and another tool where those say so. */
  readonly derive?: (input: JsonObject) => Derived;
}

export interface Derived {
  readonly tool?: string;
  readonly fields?: JsonObject;
  /** Fields of ours that are there and cannot be told. */
  readonly unknown?: readonly string[];
  /** Why it cannot be told what the call does. */
  readonly fault?: string;
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
  /** Fields that are there and that the host does not tell. */
  readonly unknown?: readonly string[];
  /** Why it cannot be told what the call does: nobody may decide on it then. */
  readonly fault?: string;
}

/** A native call in our words; the native input stays reachable as `raw`. A tool nobody knows is `other`. */
export function fromNative(table: ToolTable, name: string, input: JsonObject): Call {
  const mcp = table.mcp.exec(name);
  if (mcp !== null) return mcpCall(mcp[1] ?? "", mcp[2] ?? "", input);
  const row = table.rows.find(({ native }) => native === name);
  if (row === undefined) return { tool: "other", input: { ...input, raw: input } };
  const ours = oursIn(input, row.fields);
  const derived = row.derive?.(input);
  const tool = derived?.tool ?? row.tool;
  const fault = derived?.fault ?? saidTwice(row, input);
  const files = row.filters === undefined ? [] : filesOf(row.filters, input);
  Object.assign(ours, row.fixed);
  if (files !== null && files.length > 0) ours.files = files;
  Object.assign(ours, derived?.fields);
  ours.raw = input;
  const unknown = [...(files === null ? ["input.files"] : []), ...(derived?.unknown ?? [])];
  if (unknown.length === 0 && fault === null) return { tool, input: ours };
  return {
    tool,
    input: ours,
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(fault === null ? {} : { fault }),
  };
}

/** The filters of a search, under every name that holds some; null when there are any that are no texts. */
function filesOf(names: readonly string[], input: JsonObject): readonly string[] | null {
  const given = names.flatMap((name) => fieldOf(input, name) ?? []).filter((filter) => filter !== "");
  return given.every((filter) => typeof filter === "string") ? given : null;
}

/** Two names for one field, each with a value of its own: which of them the host reads, only the host knows. */
function saidTwice({ fields }: ToolRow, input: JsonObject): string | null {
  for (const field of Object.keys(fields)) {
    const names = fields[field] ?? "";
    if (typeof names === "string") continue;
    const [first = "", ...others] = names.filter((name) => fieldOf(input, name) !== undefined);
    const other = others.find((name) => !isSameJson(input[name], input[first]));
    if (other !== undefined) return `\`${first}\` and \`${other}\` contradict each other`;
  }
  return null;
}

/** A host that names the tool and not its server leaves that open. */
export function mcpCall(server: string, tool: string, input: JsonObject): Call {
  const call = { tool, args: input, raw: input };
  if (server === "") return { tool: "mcp", input: call, unknown: ["input.server"] };
  return { tool: "mcp", input: { server, ...call } };
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
  const filters = row.filters ?? [];
  const ours = [
    ...Object.keys(row.fields),
    ...Object.keys(row.fixed ?? {}),
    ...(filters.length > 0 ? ["files"] : []),
    "raw",
  ];
  const rest = isObject(raw) ? raw : without(input, ours);
  const theirs = theirsIn(input, row.fields, rest);
  return { name: row.native, input: { ...rest, ...theirs, ...filterOf(filters, input, rest) } };
}

/** Filters in the host's words; as they were where they are the same. */
function filterOf(names: readonly string[], { files }: JsonObject, before: JsonObject): JsonObject {
  const [first] = names;
  if (!Array.isArray(files) || first === undefined) return {};
  if (isSameJson(filesOf(names, before) ?? undefined, files)) return {};
  const cleared = names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, null]);
  return { ...Object.fromEntries(cleared), [first]: files.length === 1 ? (files[0] ?? null) : files };
}

/**
 * A rewritten input in the host's words, or null where those cannot say it: what the host would run has to read back as
 * what the rules have decided on.
 */
export function rewrittenInput(table: ToolTable, fields: JsonObject, before: JsonObject): JsonObject | null {
  const native = toNative(table, fields);
  // What a rewrite leaves out stays as it was.
  const whole = without({ ...before, ...(isObject(fields.input) ? fields.input : {}) }, ["raw"]);
  if (fields.tool === "mcp") {
    return isSameJson(whole, without({ ...before, args: native.input }, ["raw"])) ? native.input : null;
  }
  const back = fromNative(table, native.name, native.input);
  return back.fault === undefined && isSameJson(without(back.input, ["raw"]), whole) ? native.input : null;
}

/** A new native input for the call of an event, in our words. */
export function changedInput(table: ToolTable, fields: JsonObject, updated: JsonObject): JsonObject {
  const { name } = toNative(table, fields);
  const { input, tool } = fromNative(table, name, updated);
  // `raw` appears only where the host gave it: elsewhere a rewrite would seem to add a field.
  if (isObject(fields.input) && Object.hasOwn(fields.input, "raw")) return input;
  const row = table.rows.find(({ native }) => native === name);
  const rest =
    tool === "mcp" ? {} : without(updated, [...Object.values(row?.fields ?? {}).flat(), ...(row?.filters ?? [])]);
  return { ...rest, ...without(input, ["raw"]) };
}

/** Our fields of a native input; what it lacks is left out. */
function oursIn(input: JsonObject, fields: ToolRow["fields"]): { [field: string]: Json } {
  const ours: { [field: string]: Json } = {};
  for (const our of Object.keys(fields)) {
    const value = fieldOf(input, spoken(fields[our] ?? "", input));
    if (value !== undefined) ours[our] = value;
  }
  return ours;
}

/** And back, under the names that the native input uses. */
function theirsIn(input: JsonObject, fields: ToolRow["fields"], native: JsonObject): JsonObject {
  const theirs: { [field: string]: Json } = {};
  for (const our of Object.keys(fields)) {
    const value = fieldOf(input, our);
    if (value !== undefined) theirs[spoken(fields[our] ?? "", native)] = value;
  }
  return theirs;
}

/** Of several names the one that is there, else the first. */
function spoken(names: string | readonly string[], input: JsonObject): string {
  if (typeof names === "string") return names;
  return names.find((name) => fieldOf(input, name) !== undefined) ?? names[0] ?? "";
}

function rowOf({ rows }: ToolTable, tool: string, toolName: string, input: JsonObject): ToolRow | undefined {
  // A tool that is several of ours, as its input says, is still the same tool.
  const named = rows.find((row) => row.native === toolName && row.derive !== undefined);
  if (named !== undefined) return named;
  const fitting = rows.filter((row) => row.tool === tool);
  const own = fitting.find((row) => row.native === toolName);
  const shell = fitting.find(({ fixed }) => fixed?.shell !== undefined && fixed.shell === input.shell);
  return own ?? shell ?? fitting[0];
}

function without(input: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => !names.includes(field)));
}

export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Json, at) => isSameJson(item, b[at]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  );
}
