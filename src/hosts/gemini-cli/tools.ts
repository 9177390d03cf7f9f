// Maps Gemini CLI's tools to policyc's; Qwen Code shares most of them.

import type { Json } from "../../language/contract.ts";
import { addressesIn, oneAddress } from "../shared/fetch-address.ts";
import { listOf } from "../shared/native-event.ts";
import { fieldOf, type JsonObject } from "../shared/read-answer.ts";
import { filesRead } from "../shared/several-files.ts";
import type { Derived, ToolRow, ToolTable } from "../shared/tool-table.ts";

const folder = ["dir_path", "path"];

/** Files by name, and by patterns below the working folder. */
function namedFiles({ include }: JsonObject): Derived {
  const names = Array.isArray(include) ? (include as readonly Json[]) : [include];
  const patterns = names.filter((name): name is string => typeof name === "string" && /[*?[{!]/.test(name));
  const plain = names.filter((name) => typeof name !== "string" || !patterns.includes(name));
  if (patterns.length === 0) return filesRead(plain);
  const { fields, ...told } = filesRead([".", ...plain]);
  return { ...told, fields: { ...fields, files: [...listOf(fields?.files), ...patterns] } };
}

/** `filters`: the agent's names for the filter of a search. */
export const geminiRows = (filters: readonly string[]): readonly ToolRow[] => [
  { native: "run_shell_command", tool: "bash", fields: { command: "command", timeout_ms: "timeout" } },
  { native: "read_file", tool: "read", fields: { path: ["file_path", "absolute_path"] } },
  { native: "read_many_files", tool: "read", fields: {}, derive: namedFiles },
  { native: "write_file", tool: "write", fields: { path: "file_path", content: "content" } },
  { native: "grep_search", tool: "search", fields: { pattern: "pattern", path: folder }, filters },
  { native: "search_file_content", tool: "search", fields: { pattern: "pattern", path: folder }, filters },
  { native: "glob", tool: "search", fields: { pattern: "pattern", path: folder } },
  { native: "list_directory", tool: "search", fields: { path: folder }, fixed: { pattern: "*" } },
];

/** The URLs are in the prompt; a newer form has a separate field, and a call may have both. */
function promptAddress(input: JsonObject): Derived {
  const url = fieldOf(input, "url");
  const prompt = fieldOf(input, "prompt");
  if (typeof url !== "string" && typeof prompt !== "string") return {};
  const { named, possible } = addressesIn(typeof prompt === "string" ? prompt : "");
  return { fields: { url: oneAddress({ named: [...(url === undefined ? [] : [url]), ...named], possible }) } };
}

export const geminiTools: ToolTable = {
  rows: [
    ...geminiRows(["include_pattern", "include"]),
    { native: "replace", tool: "edit", fields: { path: "file_path", old: "old_string", new: "new_string" } },
    { native: "web_fetch", tool: "fetch", fields: {}, derive: promptAddress },
    { native: "google_web_search", tool: "web_search", fields: { query: "query" } },
    { native: "invoke_agent", tool: "subagent", fields: { task: "prompt", role: "agent_name" } },
  ],
  // `mcp_context` identifies a server whose name contains the separator.
  mcp: /^mcp_([^_]+)_(.+)$/s,
  mcpName: (server, tool) => `mcp_${server}_${tool}`,
};
