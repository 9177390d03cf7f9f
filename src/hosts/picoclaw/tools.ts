// Maps picoclaw's tools to policyc's.

import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { type Derived, fromNative, harmless, type PolicycCall, type ToolTable } from "../shared/tool-table.ts";
import { keysPressed, typedText } from "./typed-text.ts";

export const picoclawTools: ToolTable = {
  rows: [
    { native: "exec", tool: "bash", fields: { command: "command" }, derive: execCall },
    { native: "cron", tool: "bash", fields: { command: "command" }, derive: scheduledCall },
    { native: "read_file", tool: "read", fields: { path: "path" } },
    { native: "load_image", tool: "read", fields: { path: "path" } },
    { native: "write_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "append_file", tool: "write", fields: { path: "path", content: "content" } },
    { native: "edit_file", tool: "edit", fields: { path: "path", old: "old_text", new: "new_text" } },
    { native: "web_fetch", tool: "fetch", fields: { url: "url" } },
    { native: "web_search", tool: "web_search", fields: { query: "query" } },
    { native: "subagent", tool: "subagent", fields: { task: "task", role: "label" } },
    { native: "spawn", tool: "subagent", fields: { task: "task", role: "agent_id" } },
    { native: "delegate", tool: "subagent", fields: { task: "task", role: "agent_id" } },
    { native: "send_file", tool: "other", fields: {}, does: { path: "uploads" } },
    { native: "message", tool: "other", fields: {}, derive: messageCall },
    ...harmless(["list_dir", "reaction", "send_tts", "spawn_status", "find_skills", "i2c", "spi", "serial"]),
  ],
  // Server and tool are joined by one underscore; tool names contain more underscores than server names.
  mcp: /^mcp_([^_]+)_(.+)$/s,
  mcpName: (server, tool) => `mcp_${server}_${tool}`,
};

/** One tool starts commands, and types into those that still run. */
function execCall(input: JsonObject): Derived {
  switch (fieldOf(input, "action")) {
    case "write":
      return typedText(fieldOf(input, "data"));
    case "send-keys":
      return keysPressed(fieldOf(input, "keys"));
    case "list":
    case "poll":
    case "read":
    case "kill":
      return { tool: "other", does: {} };
    default:
      return {};
  }
}

/** A command that runs later is judged now; a job without one reminds somebody. */
function scheduledCall(input: JsonObject): Derived {
  const command = fieldOf(input, "command");
  return command === undefined || command === "" ? { tool: "other", does: {} } : {};
}

/** Files that go with a message leave this machine. */
function messageCall(input: JsonObject): Derived {
  const media = fieldOf(input, "media");
  if (media === undefined) return { does: {} };
  const files = (Array.isArray(media) ? media : [media]).map((one) => (isObject(one) ? (one.path ?? null) : null));
  return { fields: { files }, does: { files: "uploads" } };
}

/** Other names of the same tool, as forks and configurations use them. */
const aliases = new Map([
  ["bash", "exec"],
  ["shell", "exec"],
  ["sh", "exec"],
]);

/** The field that a native call needs to become a policyc tool. */
const needed: { readonly [tool: string]: string } = {
  bash: "command",
  read: "path",
  fetch: "url",
  web_search: "query",
  subagent: "task",
};

/** A native call as a policyc call; without that field it is `other`. */
export function callOf(name: string, input: JsonObject): PolicycCall {
  const call = fromNative(picoclawTools, aliases.get(name) ?? name, input);
  const field = needed[call.tool];
  return field === undefined || Object.hasOwn(call.input, field)
    ? call
    : { tool: "other", input: { ...input, raw: input } };
}
