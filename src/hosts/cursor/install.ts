// Installs into Cursor: entries directly under the event, failing closed. Reads, shell and MCP calls have their own events.

import { type AgentInstall, HOOK_TIMEOUT_S, type ProbeCall, type Site } from "../install/agent.ts";
import { answerOf, at, isRefusal, PROBE_SESSION } from "../install/probe.ts";
import { below, textOf } from "../install/settings.ts";
import { commandLine } from "../install/started-words.ts";
import type { JsonObject } from "../shared/config.ts";

function fields(event: string, call: ProbeCall, { project }: Site): JsonObject | null {
  const isBroken = call.kind === "broken";
  switch (event) {
    case "preToolUse":
    case "postToolUse":
    case "postToolUseFailure":
      return {
        tool_name: call.kind === "write" ? "Write" : "Read",
        tool_input: { file_path: call.path, ...(call.kind === "write" && { content: "" }) },
        tool_use_id: PROBE_SESSION,
        cwd: project,
        ...(event === "postToolUse" && { tool_output: "{}", duration: 1 }),
        ...(event === "postToolUseFailure" && { error_message: "none", failure_type: "error", is_interrupt: false }),
      };
    case "beforeShellExecution":
      return call.kind === "write" ? null : { command: isBroken ? 0 : "true", cwd: project, sandbox: false };
    case "beforeMCPExecution":
      return call.kind === "write" ? null : { tool_name: isBroken ? 0 : "none", tool_input: "{}", command: "none" };
    case "beforeReadFile":
      return call.kind === "write" ? null : { file_path: isBroken ? 0 : call.path, content: "" };
    case "beforeSubmitPrompt":
      return { prompt: "hello", attachments: [] };
    default:
      return { status: "completed", loop_count: 0, text: "", session_id: PROBE_SESSION, reason: "other" };
  }
}

export const cursorInstall: AgentInstall = {
  agent: "cursor",
  traces: { programs: ["cursor-agent", "cursor"], home: [".cursor"], project: [".cursor"] },
  events: {
    session_start: ["sessionStart"],
    session_end: ["sessionEnd"],
    user_prompt_submit: ["beforeSubmitPrompt"],
    after_model_call: ["afterAgentResponse", "afterAgentThought"],
    before_tool_call: ["preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"],
    after_tool_result: ["postToolUse"],
    after_tool_failure: ["postToolUseFailure"],
    before_completion_decision: ["stop"],
    assistant_message_render: ["afterAgentResponse"],
    pre_compact: ["preCompact"],
    subagent_start: ["subagentStart"],
    subagent_stop: ["subagentStop"],
    file_changed: ["afterFileEdit"],
  },
  config: {
    kind: "json",
    file: below([".cursor", "hooks.json"], [".cursor", "hooks.json"]),
    top: { version: 1 },
    layout: "entries",
    element: (wanted) => ({
      command: commandLine(wanted, "."),
      timeout: HOOK_TIMEOUT_S,
      ...(wanted.closed && { failClosed: true }),
    }),
    commandOf: (entry) => textOf(entry, "command"),
  },
  // Hooks of a project run in its folder.
  projectBase: ".",
  variables: () => ({}),
  switches: [],
  alsoReads: ["claude-code"],
  next: (place) =>
    place === "project"
      ? ["trust the workspace; Cursor runs no hook of a project before that"]
      : ["Cursor's cloud agents do not run user hooks; install into the project for them"],
  payload: (event, call, site) => {
    const own = fields(event, call, site);
    return own === null
      ? null
      : {
          conversation_id: PROBE_SESSION,
          generation_id: PROBE_SESSION,
          model: "none",
          hook_event_name: event,
          cursor_version: "0",
          workspace_roots: [site.project],
          user_email: null,
          transcript_path: null,
          ...own,
        };
  },
  denies: (event, run) => {
    if (run.exit !== 0) return isRefusal(run);
    const answer = answerOf(run);
    return event === "beforeSubmitPrompt" ? at(answer, "continue") === false : at(answer, "permission") === "deny";
  },
};
