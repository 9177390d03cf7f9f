// Maps Cursor's tools to policyc's. Cursor names the tool of an MCP server but not the server.

import type { EventFields } from "../shared/adapter.ts";
import { deletion, innerJson, joinedEdits } from "../shared/native-event.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { mcpCall, type ToolTable } from "../shared/tool-table.ts";

export const cursorTools: ToolTable = {
  rows: [
    { native: "Shell", tool: "bash", fields: { command: "command" } },
    { native: "Read", tool: "read", fields: { path: ["file_path", "path"] } },
    {
      native: "Write",
      tool: "write",
      fields: { path: ["file_path", "path"], content: ["content", "contents"] },
      derive: ({ edits }) => (edits === undefined ? {} : { tool: "edit", fields: joinedEdits(edits) }),
    },
    { native: "Delete", tool: "edit", fields: {}, derive: ({ file_path, path }) => deletion(file_path ?? path) },
    { native: "Grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["glob"] },
    { native: "Glob", tool: "search", fields: { pattern: ["pattern", "glob_pattern"], path: "path" } },
    { native: "WebFetch", tool: "fetch", fields: { url: "url" } },
    { native: "WebSearch", tool: "web_search", fields: { query: ["query", "search_term"] } },
    { native: "Task", tool: "subagent", fields: { task: ["prompt", "task"], role: "subagent_type" } },
  ],
  mcp: /^MCP:()(.+)$/s,
  mcpName: (_, tool) => `MCP:${tool}`,
};

/** beforeMCPExecution and afterMCPExecution: the bare name of the tool, and its input as a JSON string. */
export function mcpFields({ tool_name: tool, tool_input }: JsonObject): EventFields {
  const input = innerJson(tool_input);
  if (typeof tool !== "string" || tool === "") return { fault: "tool_name must be a string" };
  if (!isObject(input)) return { fault: "tool_input must be a JSON object" };
  return { ...mcpCall("", tool, input), tool_name: `MCP:${tool}` };
}
