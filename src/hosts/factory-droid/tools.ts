// Maps Factory Droid's tools to policyc's.

import { besideClaude } from "../claude-code/tools.ts";
import { patchTool } from "../shared/patch-call.ts";
import type { ToolTable } from "../shared/tool-table.ts";

export const droidTools: ToolTable = {
  rows: besideClaude([
    // Its timeout is in seconds and policyc's is not, so it stays in the native input.
    { native: "Execute", tool: "bash", fields: { command: "command" } },
    { native: "Read", tool: "read", fields: { path: "file_path" } },
    { native: "Create", tool: "write", fields: { path: "file_path", content: "content" } },
    {
      native: "Edit",
      tool: "edit",
      fields: { path: "file_path", old: ["old_str", "old_string"], new: ["new_str", "new_string"] },
    },
    { native: "MultiEdit", tool: "edit", fields: { path: "file_path" } },
    patchTool("ApplyPatch", ["input", "patch", "patch_text"]),
    { native: "Grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["glob_pattern", "glob"] },
    {
      native: "Glob",
      tool: "search",
      fields: { pattern: "pattern", path: ["path", "folder"] },
      derive: ({ patterns }) => ({ fields: typeof patterns === "string" ? { pattern: patterns } : {} }),
    },
    { native: "LS", tool: "search", fields: { path: ["directory_path", "path"] }, fixed: { pattern: "*" } },
    { native: "FetchUrl", tool: "fetch", fields: { url: "url" } },
    { native: "WebSearch", tool: "web_search", fields: { query: "query" } },
    { native: "Task", tool: "subagent", fields: { task: "prompt", role: "subagent_type" } },
  ]),
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
