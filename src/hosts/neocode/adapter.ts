// A bundle as a NeoCode command hook.

import type { Point, PolicyEvent } from "../../language/contract.ts";
import { points } from "../../language/schema.ts";
import { parseStrictText } from "../../language/strict-json.ts";
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
import { folderFields } from "../shared/call-folder.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { fromNative } from "../shared/tool-table.ts";
import { neocode } from "./capabilities.ts";
import { PAYLOAD_VERSION } from "./payload.ts";
import { folderNames, neocodeTools } from "./tools.ts";

export const neocodeAdapter: HostAdapter = {
  name: "neocode",
  read,
  write(decision, event) {
    const isPrompt = event.point === "user_prompt_submit";
    // NeoCode treats an empty text as no rewrite.
    const verdict = verdictOf(decision, (field, value) => isPrompt && field === "prompt" && value !== "");
    const annotations = verdict.notes.length === 0 ? {} : { annotations: verdict.notes };
    if (verdict.isRefused) return blocked(verdict.reason, annotations);
    const { prompt } = verdict.changes;
    const rewrite = prompt === undefined ? {} : { update_input: { text: prompt } };
    if (Object.keys({ ...annotations, ...rewrite }).length === 0) return silence;
    return jsonReply({ status: "pass", ...annotations, ...rewrite });
  },
  failure(point, message) {
    return failedDecision(point, message).proceed ? { ...silence, stderr: `${message}\n` } : blocked(message, {});
  },
};

/** The exit code blocks even if other output on stdout breaks the JSON. */
function blocked(message: string, more: JsonObject): AgentReply {
  return { ...jsonReply({ status: "block", message, ...more }), exitCode: 2 };
}

/** The fields of each point, from NeoCode's metadata. */
const fieldsOf: { readonly [P in Point]?: (metadata: JsonObject) => EventFields } = {
  session_start: () => ({ source: "unknown" }),
  session_end: (metadata) => ({ reason: metadata.stop_reason ?? "" }),
  // The prompt is not sent; the compiler rejects rules for this target that read it.
  user_prompt_submit: () => ({ prompt: "" }),
  before_permission_decision: ({ decision, reason }) => ({ decision, reason }),
  after_tool_result: (metadata) => ({
    output: metadata.result_content_preview ?? "",
    is_error: metadata.is_error ?? false,
  }),
  after_tool_failure: (metadata) => ({
    error: metadata.execution_error || metadata.result_content_preview || "",
    error_class: metadata.error_class,
  }),
  accept_gate: (metadata) => ({
    workspace_changed: metadata.workspace_changed ?? true,
    todo_open: isObject(metadata.todo_summary) ? metadata.todo_summary.required_open : undefined,
    ...(metadata.assistant_text_empty === true ? { last_message: "" } : { unknown: ["last_message"] }),
  }),
  before_completion_decision: () => ({ unknown: ["last_message"] }),
  pre_compact: (metadata) => ({ trigger: metadata.trigger_mode ?? "" }),
  post_compact: (metadata) => ({ trigger: metadata.trigger_mode ?? "" }),
  subagent_start: ({ role }) => ({ role, unknown: ["task"] }),
  subagent_stop: ({ role, state, error }) => ({ role, state, error }),
};

/** Points at which a call still waits for an answer: a call that cannot be read is refused. */
const gates: readonly Point[] = ["before_tool_call", "before_permission_decision"];

function read(payload: unknown): ReadEvent {
  if (!isObject(payload)) return { error: "the payload must be an object", point: null };
  const point = pointNamed(neocode, payload.point);
  if (point === null) return { error: "the payload has no known point", point };
  if (payload.payload_version !== PAYLOAD_VERSION)
    return { error: `payload_version must be "${PAYLOAD_VERSION}"`, point };
  const metadata = fieldOf(payload, "metadata") ?? {};
  if (!isObject(metadata)) return { error: "metadata must be an object", point };
  const tool = points[point].tool ? toolOf(metadata, point) : {};
  if (typeof tool.error === "string") return { error: tool.error, point };
  const event: PolicyEvent = {
    point,
    agent: "neocode",
    ...known({ session_id: payload.session_id, run_id: payload.run_id, workdir: metadata.workdir }),
    metadata,
    ...tool,
    ...known(fieldsOf[point]?.(metadata) ?? {}),
  };
  return { event };
}

function toolOf(metadata: JsonObject, point: Point): EventFields {
  const name = fieldOf(metadata, "tool_name");
  if (typeof name !== "string" || name === "") return { error: "tool_name must be a string" };
  const call_id = fieldOf(metadata, "tool_call_id");
  const input = argumentsOf(metadata);
  const { fault, ...folder } = input === null ? {} : folderFields(input, folderNames);
  if (fault !== undefined) return { error: fault };
  if (input !== null)
    return { ...fromNative(neocodeTools, name, input), ...folder, tool_name: name, ...known({ call_id }) };
  if (gates.includes(point)) return { error: `NeoCode did not send the complete arguments of ${name}` };
  // It is too late to refuse; only the native name of the tool is known.
  return { tool: "other", tool_name: name, input: {}, ...known({ call_id }) };
}

/** The arguments: complete for internal hooks, otherwise the preview, which is valid JSON only if nothing was cut off. */
function argumentsOf(metadata: JsonObject): JsonObject | null {
  const given = fieldOf(metadata, "tool_arguments") ?? fieldOf(metadata, "tool_arguments_preview");
  if (isObject(given)) return given;
  if (typeof given !== "string") return null;
  if (given.trim() === "") return {};
  const parsed = parseStrictText(given);
  return "value" in parsed && isObject(parsed.value) ? parsed.value : null;
}
