// Maps Amp's tools to policyc's. Names and fields change between versions; Amp's own helper finds the command in each of them.

import type { EventFields } from "../shared/adapter.ts";
import { callFields } from "../shared/native-event.ts";
import { isObject } from "../shared/read-answer.ts";
import type { ToolTable } from "../shared/tool-table.ts";

const command = { command: ["cmd", "command"] };

export const ampTools: ToolTable = {
  rows: [
    { native: "Bash", tool: "bash", fields: command },
    { native: "shell_command", tool: "bash", fields: { command: ["command", "cmd"] } },
    { native: "Read", tool: "read", fields: { path: "path" } },
    { native: "create_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "edit_file", tool: "edit", fields: { path: "path", old: "old_str", new: "new_str" } },
    { native: "undo_edit", tool: "edit", fields: { path: "path" } },
    { native: "apply_patch", tool: "edit", fields: { patch: ["patchText", "patch", "input"] } },
    { native: "Grep", tool: "search", fields: { pattern: "pattern", path: "path" }, filters: ["glob"] },
    { native: "glob", tool: "search", fields: { pattern: ["filePattern", "pattern"], path: "path" } },
    { native: "read_web_page", tool: "fetch", fields: { url: "url" } },
    { native: "web_search", tool: "web_search", fields: { query: ["objective", "query"] } },
    { native: "Task", tool: "subagent", fields: { task: "prompt" } },
  ],
  mcp: /^mcp__(.+?)__(.+)$/s,
  mcpName: (server, tool) => `mcp__${server}__${tool}`,
};

/** What Amp's own helper reports about a call: the command, and the folder it runs in. */
export interface AmpShell {
  readonly command: string;
  readonly dir?: string;
}

/** A tool that is not in the table but runs a command counts as a shell. */
export function ampCall(name: unknown, input: unknown, shell: AmpShell | null): EventFields {
  const fields = callFields(ampTools, name, input);
  if (shell === null || fields.tool === "mcp" || !isObject(input)) return fields;
  const folder = shell.dir === undefined || shell.dir === "" ? {} : { cwd: shell.dir };
  // The command that Amp reports is the one that counts, whichever argument holds it.
  return { tool_name: name, tool: "bash", input: { command: shell.command, raw: input }, ...folder };
}
