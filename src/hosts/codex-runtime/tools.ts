// What codex_runtime asks approval for, and our tools. Only the inputs are alike: a command goes by its first word.

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
