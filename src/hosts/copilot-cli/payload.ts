// The payload that Copilot sends to its hooks, in two spellings: camelCase events have camelCase fields and do not name
// their event, PascalCase events have the snake_case fields of Claude Code.

import type { Json } from "../../language/contract.ts";
import type { EventFields, HostEnvironment } from "../shared/adapter.ts";
import { errorText } from "../shared/claude-fields.ts";
import { callFields, innerJson, type NativeEvents } from "../shared/native-event.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { copilotTools } from "./tools.ts";

/** Arguments are an object or its JSON; a patch may also be plain text. */
function callOf({ toolName, toolArgs }: JsonObject): EventFields {
  const args = innerJson(toolArgs);
  const isPatch = toolName === "apply_patch" && typeof args === "string";
  return callFields(copilotTools, toolName, isPatch ? { patch: args } : args);
}

const subagentOf = ({ agentId, agentType, agentName }: JsonObject): EventFields => {
  const type = agentType ?? agentName;
  return { role: type, agent_type: type, agent_id: agentId };
};

export const copilotEvents: NativeEvents = {
  sessionStart: { point: "session_start", fields: ({ source }) => ({ source: source ?? "unknown" }) },
  sessionEnd: { point: "session_end", fields: ({ reason }) => ({ reason: reason ?? "" }) },
  userPromptSubmitted: { point: "user_prompt_submit", fields: ({ prompt }) => ({ prompt }) },
  // What the model will read; what the user wrote stays in the metadata.
  userPromptTransformed: {
    point: "user_prompt_submit",
    fields: ({ transformedPrompt }) => ({ prompt: transformedPrompt }),
  },
  permissionRequest: { point: "before_permission_decision", fields: callOf },
  preToolUse: { point: "before_tool_call", fields: callOf },
  postToolUse: {
    point: "after_tool_result",
    fields: (payload) => ({
      ...callOf(payload),
      output: responseText(payload.toolResult ?? ""),
      is_error: isObject(payload.toolResult) && payload.toolResult.resultType === "failure",
    }),
  },
  postToolUseFailure: {
    point: "after_tool_failure",
    fields: (payload) => ({ ...callOf(payload), error: errorText(payload.error) }),
  },
  agentStop: {
    point: "before_completion_decision",
    fields: ({ stop_hook_active }) => ({ stop_hook_active, unknown: ["last_message"] }),
  },
  preCompact: { point: "pre_compact", fields: ({ trigger }) => ({ trigger: trigger ?? "" }) },
  subagentStart: { point: "subagent_start", fields: (payload) => ({ ...subagentOf(payload), unknown: ["task"] }) },
  subagentStop: {
    point: "subagent_stop",
    fields: (payload) => ({ ...subagentOf(payload), unknown: ["state", "error"] }),
  },
  notification: {
    point: "notification",
    fields: ({ notification_type, message }) => ({ kind: notification_type ?? "", message: message ?? "" }),
  },
};

/** Identified by the first field that only one event has; a bare call is about to be made. */
const signs: readonly (readonly [field: string, event: string])[] = [
  ["errorContext", "errorOccurred"],
  ["notification_type", "notification"],
  ["toolResult", "postToolUse"],
  ["transformedPrompt", "userPromptTransformed"],
  ["prompt", "userPromptSubmitted"],
  ["response", "subagentStop"],
  ["agentId", "subagentStop"],
  ["stopReason", "agentStop"],
  ["agentName", "subagentStart"],
  ["trigger", "preCompact"],
  ["reason", "sessionEnd"],
  ["source", "sessionStart"],
];

/** The variable that names the event a hook was configured for: two events send the same fields. */
export const EVENT_VARIABLE = "POLICYC_EVENT";

/** The other event that a call without a result may belong to. */
const ASKED = "permissionRequest";

/** The event of a payload, in camelCase. Null fields do not count: a call with a null result or error has not been made yet. */
export function eventOf(payload: JsonObject, env: HostEnvironment): Json | undefined {
  if (isPascal(payload)) return camelName(fieldOf(payload, "hook_event_name"));
  const configured = env[EVENT_VARIABLE];
  const has = (field: string): boolean => fieldOf(payload, field) !== undefined;
  const isOver = has("toolResult") || has("error");
  // This holds whatever the environment says.
  if (has("toolName") && !isOver) return configured === ASKED ? configured : "preToolUse";
  if (configured !== undefined && Object.hasOwn(copilotEvents, configured)) return configured;
  if (has("toolName") && !has("toolResult")) return "postToolUseFailure";
  return signs.find(([field]) => has(field))?.[1];
}

export function isPascal(payload: JsonObject): boolean {
  return Object.hasOwn(payload, "hook_event_name") && fieldOf(payload, "sessionId") === undefined;
}

const pascalNames: { readonly [event: string]: string } = {
  UserPromptSubmit: "userPromptSubmitted",
  Stop: "agentStop",
};

function camelName(name: Json | undefined): Json | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  return Object.hasOwn(pascalNames, name) ? pascalNames[name] : `${name[0]?.toLowerCase()}${name.slice(1)}`;
}

const kept: readonly string[] = ["hook_event_name", "stop_hook_active", "notification_type"];
const renamed: { readonly [field: string]: string } = { tool_input: "toolArgs", last_assistant_message: "response" };

/** The fields with the names of the camelCase events. */
export function camelFields(payload: JsonObject): JsonObject {
  if (!isPascal(payload)) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [camelField(name), value]));
}

function camelField(name: string): string {
  if (kept.includes(name)) return name;
  if (Object.hasOwn(renamed, name)) return renamed[name] ?? name;
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
