// Maps OpenCode's tools to policyc's. MCP tools are `server_tool`, which can be split only with a list of the servers.

import type { EventFields } from "../shared/adapter.ts";
import { callFields } from "../shared/native-event.ts";
import { isObject } from "../shared/read-answer.ts";
import { mcpCall, type ToolTable } from "../shared/tool-table.ts";

export const opencodeTools: ToolTable = {
  rows: [
    { native: "bash", tool: "bash", fields: { command: "command", timeout_ms: "timeout" } },
    { native: "read", tool: "read", fields: { path: "filePath" } },
    { native: "list", tool: "read", fields: { path: "path" } },
    { native: "write", tool: "write", fields: { path: "filePath", content: "content" } },
    { native: "edit", tool: "edit", fields: { path: "filePath", old: "oldString", new: "newString" } },
    { native: "multiedit", tool: "edit", fields: { path: "filePath" } },
    { native: "apply_patch", tool: "edit", fields: { patch: "patchText" } },
    { native: "patch", tool: "edit", fields: { patch: "patchText" } },
    { native: "grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["include"] },
    { native: "glob", tool: "search", fields: { pattern: "pattern", path: "path" } },
    { native: "webfetch", tool: "fetch", fields: { url: "url" } },
    { native: "websearch", tool: "web_search", fields: { query: "query" } },
    { native: "task", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
  ],
  mcp: /^(?!)/,
  mcpName: (server, tool) => `${server}_${tool}`,
};

const plain = (name: string): string => name.replace(/[^\w-]/g, "_");

/** `servers` is null when the servers are unknown: then the first part of an unknown name may be a server. */
export function opencodeCall(name: unknown, args: unknown, servers: readonly string[] | null): EventFields {
  const fields = callFields(opencodeTools, name, args);
  if (fields.tool !== "other" || typeof name !== "string" || !isObject(args)) return fields;
  const known = servers ?? [name.split("_", 1)[0] ?? ""];
  const server = known
    .filter((one) => name.startsWith(`${plain(one)}_`) && name.length > plain(one).length + 1)
    .reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  if (server === "") return fields;
  return { ...mcpCall(server, name.slice(plain(server).length + 1), args), tool_name: name };
}
