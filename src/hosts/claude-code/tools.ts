// Claude Code's tools and ours.

import type { ToolTable } from "../tool-table.ts";

const shell = { command: "command", timeout_ms: "timeout" };

export const claudeTools: ToolTable = {
  rows: [
    { native: "Bash", tool: "bash", fields: shell },
    { native: "PowerShell", tool: "bash", fields: shell, fixed: { shell: "powershell" } },
    { native: "Read", tool: "read", fields: { path: "file_path" } },
    { native: "Write", tool: "write", fields: { path: "file_path", content: "content" } },
    { native: "Edit", tool: "edit", fields: { path: "file_path", old: "old_string", new: "new_string" } },
    { native: "MultiEdit", tool: "edit", fields: { path: "file_path" } },
    { native: "NotebookEdit", tool: "edit", fields: { path: "notebook_path", new: "new_source" } },
    { native: "Grep", tool: "search", fields: { pattern: "pattern", path: "path" } },
    { native: "Glob", tool: "search", fields: { pattern: "pattern", path: "path" } },
    { native: "WebFetch", tool: "fetch", fields: { url: "url" } },
    { native: "WebSearch", tool: "web_search", fields: { query: "query" } },
    { native: "Agent", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
    { native: "Task", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
