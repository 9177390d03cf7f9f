// Maps Qwen Code's tools to policyc's: Gemini CLI's tools, with other names for editing, fetching and subagents.

import { besideClaude } from "../claude-code/tools.ts";
import { geminiRows } from "../gemini-cli/tools.ts";
import type { ToolTable } from "../shared/tool-table.ts";

export const qwenTools: ToolTable = {
  rows: besideClaude([
    ...geminiRows(["glob", "include"]),
    { native: "edit", tool: "edit", fields: { path: "file_path", old: "old_string", new: "new_string" } },
    { native: "notebook_edit", tool: "edit", fields: { path: "notebook_path", new: "new_source" } },
    { native: "monitor", tool: "bash", fields: { command: "command" } },
    { native: "web_fetch", tool: "fetch", fields: { url: "url" } },
    { native: "web_search", tool: "web_search", fields: { query: "query" } },
    { native: "agent", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
    { native: "task", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
  ]),
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
