// Payloads that agents of Claude Code's family send to a hook, and replies that they treat as a refusal. Other agents reuse it.

import type { Json } from "../../language/contract.ts";
import { isObject, type JsonObject, member } from "../shared/config.ts";
import type { HookRun, ProbeCall, Site } from "./agent.ts";

export const PROBE_SESSION = "policyc-doctor";

/** The single JSON object on stdout; null when there is none. */
export function answerOf({ stdout }: HookRun): JsonObject | null {
  try {
    const value: Json = JSON.parse(stdout);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** An own member at a path, never an inherited one. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => (isObject(found) ? member(found, key) : undefined), value);
}

/** Exit 2 with a text on stderr. */
export const isRefusal = ({ exit, stderr }: HookRun): boolean => exit === 2 && stderr.trim() !== "";

export interface ToolNames {
  readonly write: string;
  readonly read: string;
}

/** A tool call with `file_path`, the form that most agents use. */
export function toolCall(call: ProbeCall, names: ToolNames, path = "file_path"): JsonObject {
  return call.kind === "write"
    ? { tool_name: names.write, tool_input: { [path]: call.path, content: "" } }
    : { tool_name: names.read, tool_input: { [path]: call.path } };
}

/** Fields in addition to the common ones, by event. */
export function eventFields(event: string, call: JsonObject): JsonObject {
  switch (event) {
    case "PreToolUse":
    case "BeforeTool":
      return { ...call, tool_use_id: PROBE_SESSION };
    case "PermissionRequest":
      return call;
    case "PostToolUse":
    case "AfterTool":
      return { ...call, tool_use_id: PROBE_SESSION, tool_response: "" };
    case "PostToolUseFailure":
      return { ...call, tool_use_id: PROBE_SESSION, error: "none" };
    case "UserPromptSubmit":
    case "BeforeAgent":
      return { prompt: "hello" };
    case "Stop":
    case "SubagentStop":
    case "AfterAgent":
      return { stop_hook_active: true, last_assistant_message: "", prompt: "hello", prompt_response: "" };
    case "SessionStart":
      return { source: "startup" };
    case "SessionEnd":
      return { reason: "other" };
    case "Notification":
      return { message: "", notification_type: "other" };
    case "PreCompact":
    case "PostCompact":
    case "PreCompress":
      return { trigger: "manual" };
    default:
      return {};
  }
}

export function claudePayload(event: string, call: JsonObject, { project }: Site): JsonObject {
  return {
    session_id: PROBE_SESSION,
    transcript_path: "",
    cwd: project,
    permission_mode: "default",
    hook_event_name: event,
    ...eventFields(event, call),
  };
}

/** PreToolUse and PermissionRequest each have their own field for the decision; other events are blocked at the top level. */
export function claudeDenies(event: string, run: HookRun): boolean {
  const answer = answerOf(run);
  const specific = at(answer, "hookSpecificOutput");
  const isNamed = at(specific, "hookEventName") === event;
  if (run.exit !== 0) return event !== "PermissionRequest" && isRefusal(run);
  if (event === "PreToolUse") return isNamed && at(specific, "permissionDecision") === "deny";
  if (event === "PermissionRequest") return isNamed && at(specific, "decision", "behavior") === "deny";
  return at(answer, "decision") === "block";
}
