// Maps NeoCode's tools to policyc's. policyc has no tool for moves, copies and deletes: they are `other`, with their native name.

import type { ToolTable } from "../shared/tool-table.ts";

export const neocodeTools: ToolTable = {
  rows: [
    { native: "bash", tool: "bash", fields: { command: "command" } },
    { native: "filesystem_read_file", tool: "read", fields: { path: "path" } },
    { native: "codebase_read", tool: "read", fields: { path: "path" } },
    { native: "filesystem_write_file", tool: "write", fields: { path: "path", content: "content" } },
    {
      native: "filesystem_edit",
      tool: "edit",
      fields: { path: "path", old: "search_string", new: "replace_string" },
    },
    { native: "filesystem_grep", tool: "search", fields: { pattern: "pattern", path: "dir" } },
    { native: "filesystem_glob", tool: "search", fields: { pattern: "pattern", path: "dir" } },
    { native: "webfetch", tool: "fetch", fields: { url: "url" } },
  ],
  mcp: /^mcp\.([^.]+)\.(.+)$/s,
  mcpName: (server, tool) => `mcp.${server}.${tool}`,
};
