// Maps ignis's tools to policyc's.

import type { ToolTable } from "../shared/tool-table.ts";

export const ignisTools: ToolTable = {
  rows: [
    { native: "bash", tool: "bash", fields: { command: "command" } },
    { native: "read_file", tool: "read", fields: { path: "path" } },
    { native: "create_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "edit_file", tool: "edit", fields: { path: "path", old: "old_text", new: "new_text" } },
    { native: "grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["glob", "include"] },
    { native: "glob", tool: "search", fields: { pattern: "pattern", path: "path" } },
    { native: "web_fetch", tool: "fetch", fields: { url: "url" } },
    { native: "web_search", tool: "web_search", fields: { query: "query" } },
    { native: "agent", tool: "subagent", fields: { task: "prompt" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
