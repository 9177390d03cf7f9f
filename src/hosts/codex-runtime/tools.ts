// Maps the approvals that codex_runtime asks for to policyc's tools. Only inputs can be mapped: a command is named by its first word.

import type { ToolTable } from "../shared/tool-table.ts";

export const codexRuntimeTools: ToolTable = {
  rows: [
    { native: "command", tool: "bash", fields: { command: "command" } },
    { native: "file_change", tool: "edit", fields: { path: "path" } },
    { native: "file_change", tool: "write", fields: { path: "path" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
