// Claude Code's tools and ours: names and fields, both ways.

import type { Json } from "../../runtime/contract.ts";
import { fieldOf, isObject, type JsonObject } from "../read-answer.ts";

interface ToolRow {
  readonly native: string;
  readonly tool: string;
  /** Ours to theirs. */
  readonly fields: { readonly [field: string]: string };
  /** Fields of ours that follow from the native tool alone. */
  readonly fixed?: JsonObject;
}

/** The first row of a tool is the one we speak; the others we only understand. */
const rows: readonly ToolRow[] = [
  { native: "Bash", tool: "bash", fields: { command: "command", timeout_ms: "timeout" } },
  {
    native: "PowerShell",
    tool: "bash",
    fields: { command: "command", timeout_ms: "timeout" },
    fixed: { shell: "powershell" },
  },
  { native: "Read", tool: "read", fields: { path: "file_path" } },
  { native: "Write", tool: "write", fields: { path: "file_path", content: "content" } },
  { native: "Edit", tool: "edit", fields: { path: "file_path", old: "old_string", new: "new_string" } },
  { native: "NotebookEdit", tool: "edit", fields: { path: "notebook_path", new: "new_source" } },
  { native: "MultiEdit", tool: "edit", fields: { path: "file_path" } },
  { native: "Grep", tool: "search", fields: { pattern: "pattern", path: "path" } },
  { native: "Glob", tool: "search", fields: { pattern: "pattern", path: "path" } },
  { native: "WebFetch", tool: "fetch", fields: { url: "url" } },
  { native: "WebSearch", tool: "web_search", fields: { query: "query" } },
  { native: "Agent", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
  { native: "Task", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
];

const MCP = /^mcp__(.+?)__(.+)$/s;

export interface Call {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A native call in our words; the native input stays reachable as `raw`. */
export function fromNative(name: string, input: JsonObject): Call {
  const mcp = MCP.exec(name);
  if (mcp !== null)
    return { tool: "mcp", input: { server: mcp[1] ?? "", tool: mcp[2] ?? "", args: input, raw: input } };
  const row = rows.find(({ native }) => native === name);
  if (row === undefined) return { tool: "other", input: { ...input, raw: input } };
  const known = Object.entries(row.fields).flatMap(([ours, theirs]): [string, Json][] => {
    const value = fieldOf(input, theirs);
    return value === undefined ? [] : [[ours, value]];
  });
  return { tool: row.tool, input: { ...Object.fromEntries(known), ...row.fixed, raw: input } };
}

/** Our call as Claude Code would name it. */
export function toNative(tool: string, toolName: string, input: JsonObject): { name: string; input: JsonObject } {
  const raw = fieldOf(input, "raw");
  const base = isObject(raw) ? raw : {};
  if (tool === "mcp") {
    const args = fieldOf(input, "args");
    const name = `mcp__${String(input.server ?? "")}__${String(input.tool ?? "")}`;
    return { name, input: isObject(args) ? args : base };
  }
  const row = rowOf(tool, toolName, input);
  if (row === undefined) return { name: toolName, input: withoutRaw(input) };
  const known = Object.entries(row.fields).flatMap(([ours, theirs]): [string, Json][] => {
    const value = fieldOf(input, ours);
    return value === undefined ? [] : [[theirs, value]];
  });
  return { name: row.native, input: { ...base, ...Object.fromEntries(known) } };
}

function rowOf(tool: string, toolName: string, input: JsonObject): ToolRow | undefined {
  const own = rows.find((row) => row.tool === tool && row.native === toolName);
  const shell = rows.find((row) => row.tool === tool && row.fixed?.shell === input.shell && input.shell !== undefined);
  return own ?? shell ?? rows.find((row) => row.tool === tool);
}

function withoutRaw(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field !== "raw"));
}
