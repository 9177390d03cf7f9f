// Maps Goose's tools to policyc's. Every tool belongs to an extension, and extensions are MCP servers; `developer` is the one
// with a shell and files.

import { writing } from "../kiro/tools.ts";
import type { JsonObject } from "../shared/read-answer.ts";
import type { Derived, ToolRow, ToolTable } from "../shared/tool-table.ts";

/** The editor does what its `command` says. */
function editing(input: JsonObject): Derived {
  if (input.command === "view") return { tool: "read" };
  const { command, diff } = input;
  if (command === "undo_edit") return { tool: "edit" };
  const written = writing({ ...input, command: command === "write" ? "create" : (command ?? null) });
  return diff === undefined ? written : { ...written, fields: { ...written.fields, new: diff } };
}

const developer: readonly ToolRow[] = [
  { native: "shell", tool: "bash", fields: { command: "command" } },
  { native: "text_editor", tool: "write", fields: { path: "path" }, derive: editing },
  { native: "write", tool: "write", fields: { path: "path", content: ["content", "file_text"] } },
  {
    native: "edit",
    tool: "edit",
    fields: { path: "path", old: ["before", "old_str"], new: ["after", "new_str"] },
  },
  { native: "tree", tool: "read", fields: { path: "path" } },
  { native: "read_image", tool: "read", fields: { path: ["path", "source"] } },
];

export const gooseTools: ToolTable = {
  rows: developer.flatMap((row) => [{ ...row, native: `developer__${row.native}` }, row]),
  mcp: /^(?!developer__)(.+?)__(.+)$/s,
  mcpName: (server, tool) => `${server}__${tool}`,
};
