// The payload that Claude Code sends to its command hooks, by event.

import type { Json, Point } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { claudeFields, type FieldNames } from "../shared/claude-fields.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { toNative } from "../shared/tool-table.ts";
import { claudeCode } from "./capabilities.ts";
import { claudeTools } from "./tools.ts";

const fieldNames: FieldNames = {
  ...claudeFields,
  after_tool_result: { ...claudeFields.after_tool_result, output: "tool_response" },
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
