// A bundle as an ignis hook.

import type { Json, Point, PolicyEvent } from "../../language/contract.ts";
import {
  type AgentReply,
  type EventFields,
  failedDecision,
  type HostAdapter,
  jsonReply,
  known,
  pointNamed,
  type ReadEvent,
  silence,
  verdictOf,
} from "../shared/adapter.ts";
import { withheld } from "../shared/plan.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { fromNative, toNative } from "../shared/tool-table.ts";
import { ignis } from "./capabilities.ts";
import { ignisTools } from "./tools.ts";

/** The field that each event may rewrite, and its native key. */
const rewrites: { readonly [P in Point]?: { readonly field: string; readonly key: string } } = {
  user_prompt_submit: { field: "prompt", key: "updatedInput" },
  before_tool_call: { field: "input", key: "updatedInput" },
  after_tool_result: { field: "output", key: "updatedOutput" },
  assistant_message_render: { field: "message", key: "updatedOutput" },
};

export const ignisAdapter: HostAdapter = {
  name: "ignis",
  read,
  write(decision, event) {
    const slot = rewrites[event.point];
    const verdict = verdictOf(decision, (field) => field === slot?.field, ignis.reasonLimit);
    if (verdict.isRefused) return refused(event.point, verdict.reason);
    const value = slot === undefined ? undefined : verdict.changes[slot.field];
    if (value === undefined) return silence;
    return rewritten(event.point, isObject(value) ? nativeInput(value, event) : String(value));
  },
  failure(point, message) {
    return failedDecision(point, message).proceed ? { ...silence, stderr: `${message}\n` } : refused(point, message);
  },
};

/** ignis only warns about a block here, so text to withhold is replaced instead. */
function refused(point: Point | null, reason: string): AgentReply {
  const canReplace = point !== null && ignis.points[point]?.effects.set_output !== undefined;
  if (canReplace) return rewritten(point, withheld(reason));
  return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
}

function rewritten(point: Point, text: string): AgentReply {
  const hookEventName = ignis.points[point]?.event ?? point;
  return jsonReply({ hookSpecificOutput: { hookEventName, [rewrites[point]?.key ?? "updatedInput"]: text } });
}

/** ignis reads a tool's new input as a JSON string. */
function nativeInput(input: JsonObject, event: PolicyEvent): string {
  const { tool, tool_name } = event as { readonly tool?: Json; readonly tool_name?: Json };
  return JSON.stringify(toNative(ignisTools, { tool: tool ?? "other", tool_name: tool_name ?? "", input }).input);
}

const fieldsOf: { readonly [P in Point]?: (envelope: JsonObject) => EventFields } = {
  user_prompt_submit: ({ prompt }) => ({ prompt }),
  assistant_message_render: ({ content }) => ({ message: content }),
  before_tool_call: toolOf,
  after_tool_result: (envelope) => ({
    ...toolOf(envelope),
    output: envelope.toolResult,
    is_error: envelope.isError ?? false,
  }),
};

function read(payload: unknown): ReadEvent {
  if (!isObject(payload)) return { error: "the envelope must be an object", point: null };
  const point = pointNamed(ignis, payload.hook_event_name);
  if (point === null) return { error: "the envelope has no known hook_event_name", point };
  const fields = fieldsOf[point]?.(payload) ?? {};
  if (typeof fields.error === "string") return { error: fields.error, point };
  const { session_id, cwd } = payload;
  return { event: { point, agent: "ignis", ...known({ session_id, workdir: cwd, cwd, ...fields }) } };
}

function toolOf({ toolName, toolInput }: JsonObject): EventFields {
  if (typeof toolName !== "string" || toolName === "") return { error: "toolName must be a string" };
  if (!isObject(toolInput)) return { error: "toolInput must be an object" };
  return { ...fromNative(ignisTools, toolName, toolInput), tool_name: toolName };
}
