// Maps a host's tools to policyc's: names and fields in both directions, from one table per host.

import type { CallKind } from "../../language/call-kinds.ts";
import type { Json } from "../../language/contract.ts";
import type { FieldEffect, FieldEffectWord } from "../../language/schema.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";

export interface ToolRow {
  readonly native: string;
  readonly tool: string;
  /** Native field names by policyc field; the first of several is written, unless the call itself uses another. */
  readonly fields: { readonly [field: string]: string | readonly string[] };
  /** The host's names for the filter of a search: a glob or a list of globs. */
  readonly filters?: readonly string[];
  /** Policyc fields that follow from the native tool alone. */
  readonly fixed?: JsonObject;
  /** For a tool that policyc has no name for: what the call does with its fields. An empty object: nothing. */
  readonly does?: { readonly [field: string]: FieldEffectWord | readonly FieldEffectWord[] };
  /** Fields that name folders with everything below them. */
  readonly trees?: readonly string[];
  /** The same: what it does beyond files and hosts. */
  readonly kinds?: readonly CallKind[];
  /** What needs more than a new name: policyc fields nested in native ones, and another tool if they say so. */
  readonly derive?: (input: JsonObject) => Derived;
}

export interface Derived {
  readonly tool?: string;
  readonly fields?: JsonObject;
  readonly does?: ToolRow["does"];
  /** Policyc fields that exist but whose values are unknown. */
  readonly unknown?: readonly string[];
  /** Why it is unknown what the call does. */
  readonly fault?: string;
}

export interface ToolTable {
  /** The first row of a tool is used for writing; the others are only read. */
  readonly rows: readonly ToolRow[];
  /** Server and tool from the name of an MCP tool. */
  readonly mcp: RegExp;
  readonly mcpName: (server: string, tool: string) => string;
}

/** The agent's name for a tool of ours, where it has others that are the same tool here. */
export const ambiguousNames = ({ rows }: ToolTable, native: string): readonly string[] => {
  const tool = rows.find((row) => row.native === native)?.tool;
  return rows.filter((row) => row.tool === tool).length > 1 ? [native] : [];
};

export interface PolicycCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** Fields that exist but that the host does not send. */
  readonly unknown?: readonly string[];
  /** Why it is unknown what the call does; such a call cannot be decided. */
  readonly fault?: string;
  /** What a tool does that policyc has no name for. */
  readonly effects?: readonly FieldEffect[];
  readonly kinds?: readonly CallKind[];
}

/** A native call as a policyc call; the native input is available as `raw`. An unknown tool is `other`. */
export function fromNative(table: ToolTable, name: string, input: JsonObject): PolicycCall {
  const mcp = table.mcp.exec(name);
  if (mcp !== null) return mcpCall(mcp[1] ?? "", mcp[2] ?? "", input);
  const row = table.rows.find(({ native }) => native === name);
  if (row === undefined) return { tool: "other", input: { ...input, raw: input } };
  const derived = row.derive?.(input);
  const tool = derived?.tool ?? row.tool;
  const ours = tool === "other" ? { ...input } : oursIn(input, row.fields);
  const fault = derived?.fault ?? saidTwice(row, input);
  const files = row.filters === undefined ? [] : filesOf(row.filters, input);
  Object.assign(ours, row.fixed);
  if (files !== null && files.length > 0) ours.files = files;
  Object.assign(ours, derived?.fields);
  ours.raw = input;
  const unknown = [...(files === null ? ["input.files"] : []), ...(derived?.unknown ?? [])];
  const does = derived?.does ?? row.does;
  if (unknown.length === 0 && fault === null && does === undefined) return { tool, input: ours };
  return {
    tool,
    input: ours,
    ...(does === undefined ? {} : { effects: effectsIn(does, row.trees ?? []) }),
    ...(row.kinds === undefined ? {} : { kinds: row.kinds }),
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(fault === null ? {} : { fault }),
  };
}

const effectsIn = (does: NonNullable<ToolRow["does"]>, trees: readonly string[]): readonly FieldEffect[] =>
  Object.entries(does).flatMap(([field, words]) => {
    const tree = trees.includes(field) ? { tree: true } : {};
    return [words].flat().map((word) => ({ field, does: word, ...tree }));
  });

/** Rows of tools that neither touch files nor contact anybody in a way that a rule could be about. */
export const harmless = (names: readonly string[]): readonly ToolRow[] =>
  names.map((native) => ({ native, tool: "other", fields: {}, does: {} }));

/** The filters of a search, under all names that hold any; null if one of them is not a string. */
function filesOf(names: readonly string[], input: JsonObject): readonly string[] | null {
  const filters = names.flatMap((name) => fieldOf(input, name) ?? []).filter((filter) => filter !== "");
  return filters.every((filter) => typeof filter === "string") ? filters : null;
}

/** Two names for one field with different values: only the host knows which one it reads. */
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

/** If the host names the tool but not its server, the server is unknown. */
export function mcpCall(server: string, tool: string, input: JsonObject): PolicycCall {
  const call = { tool, args: input, raw: input };
  if (server === "") return { tool: "mcp", input: call, unknown: ["input.server"] };
  return { tool: "mcp", input: { server, ...call } };
}

export interface NativeCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** A policyc call in the host's format. Input beyond policyc's fields is preserved. */
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

/** Filters in the host's format; unchanged ones keep their form. */
function filterOf(names: readonly string[], { files }: JsonObject, before: JsonObject): JsonObject {
  const [first] = names;
  if (!Array.isArray(files) || first === undefined) return {};
  if (isSameJson(filesOf(names, before) ?? undefined, files)) return {};
  const cleared = names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, null]);
  return { ...Object.fromEntries(cleared), [first]: files.length === 1 ? (files[0] ?? null) : files };
}

/**
 * A rewritten input in the host's format; null when that cannot express it: reading back what the host would run must give
 * the input that the rules decided on.
 */
export function rewrittenInput(table: ToolTable, fields: JsonObject, before: JsonObject): JsonObject | null {
  const native = toNative(table, fields);
  // Fields that the rewrite omits keep their values.
  const whole = without({ ...before, ...(isObject(fields.input) ? fields.input : {}) }, ["raw"]);
  if (fields.tool === "mcp") {
    return isSameJson(whole, without({ ...before, args: native.input }, ["raw"])) ? native.input : null;
  }
  const back = fromNative(table, native.name, native.input);
  return back.fault === undefined && isSameJson(without(back.input, ["raw"]), whole) ? native.input : null;
}

/** A new native input for the call of an event. */
export function changedInput(table: ToolTable, fields: JsonObject, updated: JsonObject): JsonObject {
  const { name } = toNative(table, fields);
  const { input, tool } = fromNative(table, name, updated);
  // `raw` is present only if the host sent it: otherwise a rewrite would seem to add a field.
  if (isObject(fields.input) && Object.hasOwn(fields.input, "raw")) return input;
  const row = table.rows.find(({ native }) => native === name);
  const rest =
    tool === "mcp" ? {} : without(updated, [...Object.values(row?.fields ?? {}).flat(), ...(row?.filters ?? [])]);
  return { ...rest, ...without(input, ["raw"]) };
}

/** The policyc fields of a native input, without absent ones. */
function oursIn(input: JsonObject, fields: ToolRow["fields"]): { [field: string]: Json } {
  const ours: { [field: string]: Json } = {};
  for (const our of Object.keys(fields)) {
    const value = fieldOf(input, nameIn(fields[our] ?? "", input));
    if (value !== undefined) ours[our] = value;
  }
  return ours;
}

/** The reverse, with the names that the native input uses. */
function theirsIn(input: JsonObject, fields: ToolRow["fields"], native: JsonObject): JsonObject {
  const theirs: { [field: string]: Json } = {};
  for (const our of Object.keys(fields)) {
    const value = fieldOf(input, our);
    if (value !== undefined) theirs[nameIn(fields[our] ?? "", native)] = value;
  }
  return theirs;
}

/** The first name that is present, else the first one. */
function nameIn(names: string | readonly string[], input: JsonObject): string {
  if (typeof names === "string") return names;
  return names.find((name) => fieldOf(input, name) !== undefined) ?? names[0] ?? "";
}

function rowOf({ rows }: ToolTable, tool: string, toolName: string, input: JsonObject): ToolRow | undefined {
  // A tool that corresponds to several policyc tools, depending on its input, is still the same tool.
  const named = rows.find((row) => row.native === toolName && row.derive !== undefined);
  if (named !== undefined) return named;
  // What policyc has no name for is written under its own name only.
  const fitting = rows.filter((row) => row.tool === tool && (tool !== "other" || row.native === toolName));
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
