// Translates Cursor's events into policy events.

import type { EventFields } from "../shared/adapter.ts";
import { folderFields } from "../shared/call-folder.ts";
import { callFields, innerJson, type NativeEvents, wholeMs } from "../shared/native-event.ts";
import type { JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { cursorTools, mcpFields } from "./tools.ts";

/** preToolUse and the events after it. A shell call may name its own working folder. */
function toolOf({ tool_name, tool_input, tool_use_id, cwd }: JsonObject): EventFields {
  const input = innerJson(tool_input);
  const call = callFields(cursorTools, tool_name, input);
  const folder = call.tool === "bash" ? folderFields(input, ["working_directory", "cwd"]) : {};
  return { ...call, call_id: tool_use_id, cwd, ...folder };
}

function shellOf({ command, cwd }: JsonObject): EventFields {
  if (typeof command !== "string") return { fault: "command must be a string" };
  return { ...callFields(cursorTools, "Shell", { command }), cwd };
}

const readOf = ({ file_path }: JsonObject): EventFields =>
  callFields(cursorTools, "Read", { file_path: file_path ?? null });

const outputOf = (output: JsonObject[string] | undefined): EventFields => ({
  output: responseText(innerJson(output) ?? ""),
  is_error: false,
});

const editOf = ({ file_path }: JsonObject): EventFields => ({ path: file_path, change: "modified" });

const answerOf = ({ model, text }: JsonObject): EventFields => ({ model: model ?? "unknown", response: text ?? "" });

export const cursorEvents: NativeEvents = {
  sessionStart: { point: "session_start", fields: ({ model }) => ({ source: "unknown", model }) },
  sessionEnd: { point: "session_end", fields: ({ reason }) => ({ reason: reason ?? "" }) },
  beforeSubmitPrompt: { point: "user_prompt_submit", fields: ({ prompt }) => ({ prompt }) },
  preToolUse: { point: "before_tool_call", fields: toolOf },
  beforeShellExecution: { point: "before_tool_call", fields: shellOf },
  beforeMCPExecution: { point: "before_tool_call", fields: mcpFields },
  beforeReadFile: { point: "before_tool_call", fields: readOf },
  beforeTabFileRead: { point: "before_tool_call", fields: readOf },
  postToolUse: {
    point: "after_tool_result",
    fields: (payload) => ({
      ...toolOf(payload),
      ...outputOf(payload.tool_output),
      duration_ms: wholeMs(payload.duration),
    }),
  },
  afterShellExecution: {
    point: "after_tool_result",
    // What the command printed, even if that is JSON.
    fields: (payload) => ({
      ...shellOf(payload),
      output: responseText(payload.output ?? ""),
      is_error: false,
      duration_ms: wholeMs(payload.duration),
    }),
  },
  afterMCPExecution: {
    point: "after_tool_result",
    fields: (payload) => ({
      ...mcpFields(payload),
      ...outputOf(payload.result_json),
      duration_ms: wholeMs(payload.duration),
    }),
  },
  postToolUseFailure: {
    point: "after_tool_failure",
    fields: (payload) => ({
      ...toolOf(payload),
      error: payload.error_message ?? "",
      error_class: payload.failure_type,
    }),
  },
  afterAgentResponse: { point: "after_model_call", fields: answerOf },
  afterAgentThought: { point: "after_model_call", fields: answerOf },
  afterFileEdit: { point: "file_changed", fields: editOf },
  afterTabFileEdit: { point: "file_changed", fields: editOf },
  preCompact: { point: "pre_compact", fields: ({ trigger }) => ({ trigger: trigger ?? "" }) },
  subagentStart: {
    point: "subagent_start",
    fields: ({ subagent_id, subagent_type, task }) => ({
      role: subagent_type,
      task,
      agent_id: subagent_id,
      agent_type: subagent_type,
    }),
  },
  subagentStop: {
    point: "subagent_stop",
    fields: ({ subagent_type, status, error_message }) => ({
      role: subagent_type,
      agent_type: subagent_type,
      state: status,
      error: error_message,
    }),
  },
  stop: {
    point: "before_completion_decision",
    fields: ({ loop_count }) => ({
      stop_hook_active: typeof loop_count === "number" && loop_count > 0,
      unknown: ["last_message"],
    }),
  },
};
