// Maps Windsurf's events to policyc's tools: Windsurf names no tools, only actions.

import { joinedEdits } from "../shared/native-event.ts";
import type { ToolTable } from "../shared/tool-table.ts";

export const windsurfTools: ToolTable = {
  rows: [
    { native: "run_command", tool: "bash", fields: { command: "command_line" } },
    { native: "read_code", tool: "read", fields: { path: "file_path" } },
    {
      native: "write_code",
      tool: "edit",
      fields: { path: "file_path" },
      derive: ({ edits }) => ({ fields: joinedEdits(edits) }),
    },
  ],
  // MCP calls have their own event, with server and tool in separate fields.
  mcp: /^(?!)/,
  mcpName: (server, tool) => `${server}/${tool}`,
};
