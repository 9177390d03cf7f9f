// Maps Devin's tools to policyc's.

import { besideClaude } from "../claude-code/tools.ts";
import { patchTool } from "../shared/patch-call.ts";
import type { ToolTable } from "../shared/tool-table.ts";

const path = ["file_path", "path"];

export const devinTools: ToolTable = {
  rows: besideClaude([
    { native: "exec", tool: "bash", fields: { command: "command" } },
    { native: "read", tool: "read", fields: { path } },
    { native: "write", tool: "write", fields: { path, content: "content" } },
    { native: "edit", tool: "edit", fields: { path, old: "old_string", new: "new_string" } },
    { native: "notebook_edit", tool: "edit", fields: { path: ["notebook_path", ...path], new: "new_source" } },
    patchTool("apply_patch", ["input", "patch"]),
    { native: "grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["glob", "include"] },
    { native: "glob", tool: "search", fields: { pattern: "pattern", path: "path" } },
    { native: "webfetch", tool: "fetch", fields: { url: "url" } },
    { native: "web_search", tool: "web_search", fields: { query: "query" } },
    { native: "run_subagent", tool: "subagent", fields: { task: ["task", "prompt"], role: "profile" } },
  ]),
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
