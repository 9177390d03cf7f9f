// Maps NeoCode's tools to policyc's. policyc has no tool for moves, copies and deletes: they are `other`, with what they do.

import { fieldOf, type JsonObject } from "../shared/read-answer.ts";
import { type Derived, harmless, type ToolTable } from "../shared/tool-table.ts";

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
    { native: "codebase_search_text", tool: "search", fields: { pattern: "query", path: "scope_dir" } },
    { native: "codebase_search_symbol", tool: "search", fields: { pattern: "symbol", path: "scope_dir" } },
    { native: "webfetch", tool: "fetch", fields: { url: "url" } },
    { native: "spawn_subagent", tool: "subagent", fields: { role: "role" }, derive: subagentCall },
    {
      native: "filesystem_move_file",
      tool: "other",
      fields: {},
      does: { source_path: ["reads", "deletes"], destination_path: "writes" },
    },
    {
      native: "filesystem_copy_file",
      tool: "other",
      fields: {},
      does: { source_path: "reads", destination_path: "writes" },
    },
    { native: "filesystem_delete_file", tool: "other", fields: {}, does: { path: "deletes" } },
    { native: "filesystem_remove_dir", tool: "other", fields: {}, does: { path: "deletes" }, trees: ["path"] },
    { native: "filesystem_create_dir", tool: "other", fields: {}, does: { path: "writes" } },
    ...harmless(["todo_write", "memo_remember", "memo_recall", "memo_list", "memo_remove", "diagnose", "ask_user"]),
  ],
  mcp: /^mcp\.([^.]+)\.(.+)$/s,
  mcpName: (server, tool) => `mcp.${server}.${tool}`,
};

/** The task is what the subagent is asked, with the material that it gets. */
function subagentCall(input: JsonObject): Derived {
  const texts = ["prompt", "content"].map((name) => fieldOf(input, name)).filter((text) => typeof text === "string");
  return { fields: { task: texts.join("\n\n") } };
}

/** The folder in which a tool runs, where the call names one. */
export const folderNames: readonly string[] = ["workdir"];
