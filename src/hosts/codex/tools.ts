// Maps Codex's tools to policyc's, under the names that its hooks see: every shell call is `Bash`, every edit is one patch.

import { patchTool } from "../shared/patch-call.ts";
import type { ToolTable } from "../shared/tool-table.ts";

export const codexTools: ToolTable = {
  rows: [
    { native: "Bash", tool: "bash", fields: { command: "command" } },
    patchTool("apply_patch", ["command", "input"]),
    { native: "spawn_agent", tool: "subagent", fields: { task: ["message", "prompt", "task"], role: "agent_type" } },
    { native: "view_image", tool: "read", fields: { path: "path" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
