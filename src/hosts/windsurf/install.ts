// Installs into Windsurf: one list per event, decisions by exit code only.

import type { AgentInstall, ProbeCall, Site } from "../install/agent.ts";
import { isRefusal, PROBE_SESSION } from "../install/probe.ts";
import { below, textOf } from "../install/settings.ts";
import { commandLine } from "../install/started-words.ts";
import type { JsonObject } from "../shared/config.ts";

/** An event is about one kind of call; the canary is a write. */
function toolInfo(event: string, call: ProbeCall, { project }: Site): JsonObject | null {
  const isBroken = call.kind === "broken";
  switch (event) {
    case "pre_write_code":
    case "post_write_code":
      return { file_path: call.path, edits: [{ old_string: "", new_string: "" }] };
    case "pre_read_code":
    case "post_read_code":
      return call.kind === "write" ? null : { file_path: isBroken ? 0 : call.path };
    case "pre_run_command":
    case "post_run_command":
      return call.kind === "write" ? null : { command_line: isBroken ? 0 : "true", cwd: project };
    case "pre_mcp_tool_use":
    case "post_mcp_tool_use":
      return call.kind === "write"
        ? null
        : { mcp_server_name: isBroken ? 0 : "none", mcp_tool_name: "none", mcp_tool_arguments: {} };
    case "pre_user_prompt":
      return { user_prompt: "hello" };
    default:
      return { response: "" };
  }
}

export const windsurfInstall: AgentInstall = {
  agent: "windsurf",
  traces: { programs: ["windsurf"], home: [".codeium/windsurf"], project: [".windsurf"] },
  events: {
    user_prompt_submit: ["pre_user_prompt"],
    after_model_call: ["post_cascade_response"],
    before_tool_call: ["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"],
    after_tool_result: ["post_run_command", "post_write_code", "post_read_code", "post_mcp_tool_use"],
    before_completion_decision: ["post_cascade_response"],
    assistant_message_render: ["post_cascade_response"],
    file_changed: ["post_write_code"],
  },
  config: {
    kind: "json",
    file: below([".windsurf", "hooks.json"], [".codeium", "windsurf", "hooks.json"]),
    top: {},
    layout: "entries",
    element: (wanted) => ({ command: commandLine(wanted, "."), show_output: true }),
    commandOf: (entry) => textOf(entry, "command"),
  },
  // Commands run in the workspace folder.
  projectBase: ".",
  variables: () => ({}),
  switches: [],
  alsoReads: [],
  next: () => [],
  payload: (event, call, site) => {
    const info = toolInfo(event, call, site);
    return info === null
      ? null
      : {
          agent_action_name: event,
          trajectory_id: PROBE_SESSION,
          execution_id: PROBE_SESSION,
          timestamp: "2026-01-01T00:00:00Z",
          tool_info: info,
        };
  },
  denies: (event, run) => event.startsWith("pre_") && isRefusal(run),
};
