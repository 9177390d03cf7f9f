// Maps Claude Code's tools to policyc's.

import { isObject, type JsonObject } from "../shared/read-answer.ts";
import type { Derived, ToolRow, ToolTable } from "../shared/tool-table.ts";

const shell = { command: "command", timeout_ms: "timeout" };

/** It watches what a command prints or what a socket sends. */
function watched({ command, ws }: JsonObject): Derived {
  if (typeof command === "string") return {};
  return isObject(ws) && typeof ws.url === "string" ? { tool: "fetch", fields: { url: ws.url } } : { tool: "other" };
}

export const claudeTools: ToolTable = {
  rows: [
    { native: "Bash", tool: "bash", fields: shell },
    { native: "PowerShell", tool: "bash", fields: shell, fixed: { shell: "powershell" } },
    { native: "Monitor", tool: "bash", fields: { command: "command", timeout_ms: "timeout_ms" }, derive: watched },
    { native: "Read", tool: "read", fields: { path: "file_path" } },
    { native: "NotebookRead", tool: "read", fields: { path: "notebook_path" } },
    { native: "Write", tool: "write", fields: { path: "file_path", content: "content" } },
    { native: "Edit", tool: "edit", fields: { path: "file_path", old: "old_string", new: "new_string" } },
    { native: "MultiEdit", tool: "edit", fields: { path: "file_path" } },
    { native: "NotebookEdit", tool: "edit", fields: { path: "notebook_path", new: "new_source" } },
    { native: "Grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["glob"] },
    { native: "Glob", tool: "search", fields: { pattern: "pattern", path: "path" } },
    { native: "LS", tool: "search", fields: { path: "path" }, fixed: { pattern: "*" } },
    { native: "WebFetch", tool: "fetch", fields: { url: "url" } },
    { native: "WebSearch", tool: "web_search", fields: { query: "query" } },
    { native: "Agent", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
    { native: "Task", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};

/**
 * The rows of an agent derived from Claude Code, followed by Claude Code's rows for all tools that the agent does not list:
 * a call under one of Claude Code's names means what it means there, and is not an unknown tool.
 */
export const besideClaude = (rows: readonly ToolRow[]): readonly ToolRow[] => [
  ...rows,
  ...claudeTools.rows.filter(({ native }) => !rows.some((own) => own.native === native)),
];
