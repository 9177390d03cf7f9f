// Event fields of Claude Code, which most agents have adopted: native names by policyc field, per point, and the fields that
// need more than a new name.

import type { Json, Point } from "../../language/contract.ts";
import type { EventFields } from "./adapter.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";
import { responseText } from "./response-text.ts";

export type FieldNames = { readonly [P in Point]?: { readonly [field: string]: string } };

/** In addition to the fields of all events and all tool events. */
export const claudeFields: FieldNames = {
  session_start: { source: "source", model: "model" },
  session_end: { reason: "reason" },
  user_prompt_submit: { prompt: "prompt" },
  before_tool_call: { call_id: "tool_use_id" },
  after_tool_result: { call_id: "tool_use_id", duration_ms: "duration_ms" },
  after_tool_failure: { call_id: "tool_use_id", error: "error" },
  before_completion_decision: { last_message: "last_assistant_message", stop_hook_active: "stop_hook_active" },
  assistant_message_render: { message: "delta" },
  pre_compact: { trigger: "trigger" },
  post_compact: { trigger: "trigger" },
  subagent_start: { role: "agent_type" },
  subagent_stop: { role: "agent_type" },
  file_changed: { path: "file_path", change: "event" },
  notification: { kind: "notification_type", message: "message" },
};

export type MoreFields = { readonly [P in Point]?: (payload: JsonObject) => EventFields };

/** Fields that a point requires and a host may omit, and values nested inside other fields. */
export const claudeMore: MoreFields = {
  session_start: ({ source }) => ({ source: source ?? "unknown" }),
  session_end: ({ reason }) => ({ reason: reason ?? "" }),
  after_tool_result: ({ tool_response }) => ({
    output: responseText(tool_response ?? ""),
    is_error: isObject(tool_response) && tool_response.is_error === true,
  }),
  after_tool_failure: ({ error }) => ({ error: errorText(error) }),
  before_completion_decision: (payload) =>
    fieldOf(payload, "last_assistant_message") === undefined ? { unknown: ["last_message"] } : {},
  before_model_call: ({ tool_calls }) => ({ model: "unknown", messages: tool_calls ?? [], tools: [] }),
  subagent_start: () => ({ unknown: ["task"] }),
  subagent_stop: () => ({ unknown: ["state", "error"] }),
  pre_compact: ({ trigger }) => ({ trigger: trigger ?? "" }),
  post_compact: ({ trigger }) => ({ trigger: trigger ?? "" }),
  file_changed: ({ event }) => ({ change: event ?? "" }),
  notification: ({ notification_type, message }) => ({ kind: notification_type ?? "", message: message ?? "" }),
};

/** An error as text, from a string or from an object that holds one. */
export function errorText(error: Json | undefined): string {
  if (typeof error === "string") return error;
  if (isObject(error) && typeof error.message === "string") return error.message;
  return error === undefined ? "" : JSON.stringify(error);
}
