// The context that codex_runtime sends to its hooks: always every key, never the prompt.

import type { Json, Point } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { toNative } from "../shared/tool-table.ts";
import { codexRuntime } from "./capabilities.ts";
import { codexRuntimeTools } from "./tools.ts";

/** Phases after the action: their hooks only observe. */
export const postPhases: readonly Point[] = ["after_run", "after_model_call", "after_tool_result"];

export function phaseOf(point: Point): string {
  return codexRuntime.points[point]?.event ?? point;
}

export function encodeContext(event: HookEvent): JsonObject {
  const { fields, point } = event;
  const text = (name: string): string | null => (typeof fields[name] === "string" ? fields[name] : null);
  const isTool = typeof fields.tool === "string";
  const time = Date.parse(text("time") ?? "");
  const ts_ms = Number.isNaN(time) ? 0 : time;
  return {
    phase: phaseOf(point),
    thread_id: text("session_id"),
    turn_id: text("run_id"),
    cwd: isTool ? null : (text("cwd") ?? text("workdir")),
    model: isTool ? null : text("model"),
    main_status: postPhases.includes(point) ? statusOf(fields) : null,
    correlation_id: isTool ? `tu-${text("call_id") ?? ts_ms}` : `hk-${ts_ms}`,
    ts_ms,
    metadata: isTool ? null : (fields.metadata ?? {}),
    tool_name: isTool ? toolName(fields) : null,
    tool_input: isTool && isObject(fields.input) ? toNative(codexRuntimeTools, fields).input : null,
  };
}

function statusOf(fields: HookEvent["fields"]): "ok" | "error" {
  return fields.status === "error" || fields.is_error === true ? "error" : "ok";
}

const fileChanges: readonly Json[] = ["write", "edit"];

/** A command is named by its first word; file changes all have the same name. */
function toolName(fields: HookEvent["fields"]): string | null {
  if (fields.tool === "bash") {
    const command = isObject(fields.input) ? fieldOf(fields.input, "command") : undefined;
    return typeof command === "string" ? command.trim().split(/\s+/)[0] || null : null;
  }
  if (fileChanges.includes(fields.tool ?? null)) return "file_change";
  return typeof fields.tool_name === "string" ? fields.tool_name : null;
}
