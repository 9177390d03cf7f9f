// What Windsurf's events are about, and our tools: it names no tools, only what is done.

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
  // MCP calls have an event of their own, with server and tool apart.
  mcp: /^(?!)/,
  mcpName: (server, tool) => `${server}/${tool}`,
};
