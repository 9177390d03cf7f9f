// Maps Antigravity's tools to policyc's, as third parties report them.

import { joinedEdits, listOf } from "../shared/native-event.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import type { Derived, ToolTable } from "../shared/tool-table.ts";

function chunks({ ReplacementChunks: list }: JsonObject): Derived {
  const edits = listOf(list).map((chunk) =>
    isObject(chunk) ? { old_string: chunk.TargetContent ?? null, new_string: chunk.ReplacementContent ?? null } : null,
  );
  return { fields: joinedEdits(edits) };
}

export const antigravityTools: ToolTable = {
  rows: [
    { native: "run_command", tool: "bash", fields: { command: "CommandLine" } },
    { native: "view_file", tool: "read", fields: { path: "AbsolutePath" } },
    { native: "view_file_outline", tool: "read", fields: { path: "AbsolutePath" } },
    { native: "list_dir", tool: "read", fields: { path: "DirectoryPath" } },
    { native: "write_to_file", tool: "write", fields: { path: "TargetFile", content: "CodeContent" } },
    {
      native: "replace_file_content",
      tool: "edit",
      fields: { path: "TargetFile", old: "TargetContent", new: "ReplacementContent" },
    },
    { native: "multi_replace_file_content", tool: "edit", fields: { path: "TargetFile" }, derive: chunks },
    { native: "grep_search", tool: "search", fields: { pattern: "Query", path: "SearchPath" }, filters: ["Includes"] },
    { native: "find_by_name", tool: "search", fields: { pattern: "Pattern", path: "SearchDirectory" } },
    { native: "read_url_content", tool: "fetch", fields: { url: "Url" } },
    { native: "search_web", tool: "web_search", fields: { query: "query" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};
