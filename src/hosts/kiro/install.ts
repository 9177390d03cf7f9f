// Installs into Kiro 3: a separate file in the hooks folder, whose entries name their trigger. Kiro has an exit code for warnings.

import { type AgentInstall, HOOK_TIMEOUT_S, type ProbeCall } from "../install/agent.ts";
import { isRefusal } from "../install/probe.ts";
import { below, noObject, textOf } from "../install/settings.ts";
import { commandLine } from "../install/started-words.ts";
import type { JsonObject } from "../shared/config.ts";
import { WARNING } from "./adapter.ts";

const KEPT = [2, WARNING];

const call = (probe: ProbeCall): JsonObject =>
  probe.kind === "write"
    ? { tool_name: "fs_write", tool_input: { command: "create", path: probe.path, file_text: "" } }
    : { tool_name: "fs_read", tool_input: { operations: [{ mode: "Line", path: probe.path }] } };

export const kiroInstall: AgentInstall = {
  agent: "kiro",
  traces: { programs: ["kiro-cli", "kiro"], home: [".kiro"], project: [".kiro"] },
  events: {
    session_start: ["SessionStart"],
    user_prompt_submit: ["UserPromptSubmit"],
    before_tool_call: ["PreToolUse"],
    after_tool_result: ["PostToolUse"],
    before_completion_decision: ["Stop"],
    file_changed: ["PostFileCreate", "PostFileSave", "PostFileDelete"],
  },
  config: {
    kind: "json",
    file: below([".kiro", "hooks", "policyc.json"], [".kiro", "hooks", "policyc.json"]),
    own: true,
    top: { version: "v1" },
    layout: "list",
    element: (wanted) => ({
      name: `policyc-${wanted.event}`,
      trigger: wanted.event,
      ...(wanted.event.endsWith("ToolUse") && { matcher: "*" }),
      action: { type: "command", command: commandLine(wanted, ".", KEPT) },
      timeout: HOOK_TIMEOUT_S,
      enabled: true,
    }),
    commandOf: (entry) => textOf(noObject(entry, "action"), "command"),
    eventOf: (entry) => textOf(entry, "trigger") ?? "",
  },
  // Hooks run in the workspace folder.
  projectBase: ".",
  variables: () => ({}),
  switches: [],
  alsoReads: [],
  next: () => ["Kiro 2 reads hooks only from the agent's own configuration, not from this file"],
  payload: (event, probe, { project }) => ({
    // What 3.0 sends is not known; 2.x has these names in camelCase.
    hook_event_name: event === "SessionStart" ? "agentSpawn" : `${event.charAt(0).toLowerCase()}${event.slice(1)}`,
    cwd: project,
    ...(event.endsWith("ToolUse") ? call(probe) : {}),
    ...(event === "PostToolUse" && { tool_response: { success: true, result: [] } }),
    ...(event === "UserPromptSubmit" && { prompt: "hello" }),
  }),
  ownExits: [WARNING],
  denies: (event, run) => event === "PreToolUse" && isRefusal(run),
};
