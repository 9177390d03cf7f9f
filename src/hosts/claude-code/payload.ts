// What Claude Code writes to its command hooks, by event.

import type { Json, Point } from "../../runtime/contract.ts";
import type { HookEvent } from "../../runtime/hooks/answer.ts";
import { fieldOf, isObject, type JsonObject } from "../read-answer.ts";
import { toNative } from "../tool-table.ts";
import { claudeCode } from "./capabilities.ts";
import { claudeTools } from "./tools.ts";

/** Ours to theirs, by point, beside what all events and all tool events have. */
export const fieldNames: { readonly [P in Point]?: { readonly [field: string]: string } } = {
  session_start: { source: "source", model: "model" },
  session_end: { reason: "reason" },
  user_prompt_submit: { prompt: "prompt" },
  before_tool_call: { call_id: "tool_use_id" },
  after_tool_result: { call_id: "tool_use_id", output: "tool_response", duration_ms: "duration_ms" },
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

export function eventName(point: Point): string {
  return claudeCode.points[point]?.event ?? point;
}

export function encodeEvent({ fields, point }: HookEvent): JsonObject {
  const text = (name: string): string => (typeof fields[name] === "string" ? fields[name] : "");
  const host = isObject(fields.metadata) ? fields.metadata : {};
  const payload: { [field: string]: Json } = {
    session_id: text("session_id"),
    transcript_path: fieldOf(host, "transcript_path") ?? "",
    cwd: text("cwd") || text("workdir"),
    hook_event_name: eventName(point),
    permission_mode: fieldOf(host, "permission_mode") ?? "default",
  };
  if (isObject(fields.input)) {
    const call = toNative(claudeTools, fields);
    payload.tool_name = call.name;
    payload.tool_input = call.input;
  }
  for (const [field, name] of Object.entries(fieldNames[point] ?? {})) {
    const value = fieldOf(fields, field);
    if (value !== undefined) payload[name] = value;
  }
  return payload;
}
