// Maps picoclaw's tools to policyc's.

import type { JsonObject } from "../shared/read-answer.ts";
import { fromNative, type ToolTable } from "../shared/tool-table.ts";

export const picoclawTools: ToolTable = {
  rows: [
    { native: "exec", tool: "bash", fields: { command: "command" } },
    { native: "read_file", tool: "read", fields: { path: "path" } },
    { native: "write_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "append_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "edit_file", tool: "edit", fields: { path: "path", old: "old_text", new: "new_text" } },
    { native: "web_fetch", tool: "fetch", fields: { url: "url" } },
    { native: "web_search", tool: "web_search", fields: { query: "query" } },
    { native: "subagent", tool: "subagent", fields: { task: "task", role: "label" } },
    { native: "spawn", tool: "subagent", fields: { task: "task", role: "agent_id" } },
  ],
  // Server and tool are joined by one underscore; tool names contain more underscores than server names.
  mcp: /^mcp_([^_]+)_(.+)$/s,
  mcpName: (server, tool) => `mcp_${server}_${tool}`,
};

/** Other names of the same tool, as forks and configurations use them. */
const aliases = new Map([
  ["bash", "exec"],
  ["shell", "exec"],
  ["sh", "exec"],
]);

/** The field that a native call needs to become a policyc tool; `exec` also polls and kills, without a command. */
const needed: { readonly [tool: string]: string } = {
  bash: "command",
  read: "path",
  fetch: "url",
  web_search: "query",
  subagent: "task",
};

/** A native call as a policyc call; without that field it is `other`. */
export function callOf(name: string, input: JsonObject): { readonly tool: string; readonly input: JsonObject } {
  const call = fromNative(picoclawTools, aliases.get(name) ?? name, input);
  const field = needed[call.tool];
  return field === undefined || Object.hasOwn(call.input, field)
    ? call
    : { tool: "other", input: { ...input, raw: input } };
}
