// NeoCode's payload, version 1: what each point sends to a hook, and what it hides from user and repo hooks.

import type { Json, Point, Scope } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { type NativeCall, toNative } from "../shared/tool-table.ts";
import { argumentsPreview, resultPreview } from "./preview.ts";
import { neocodeTools } from "./tools.ts";

export const PAYLOAD_VERSION = "1";

type Source = (event: HookEvent) => Json | undefined;
type Row = { readonly [key: string]: Source };

const from =
  (field: string): Source =>
  ({ fields }) =>
    fieldOf(fields, field);

/** Policy events have no field for it; a host that knows it puts it into `metadata`. */
const fromHost: Source = () => undefined;

const nativeName: Source = ({ fields }) => nativeCall(fields)?.name ?? fieldOf(fields, "tool_name");

const ids: Row = { run_id: from("run_id"), session_id: from("session_id") };
const workdir: Row = { workdir: from("workdir") };
const call: Row = { ...ids, tool_call_id: from("call_id"), tool_name: nativeName };
const preview: Row = {
  tool_arguments_preview: ({ fields }) => (isObject(fields.input) ? argumentsPreview(rawArguments(fields)) : undefined),
};
const content: Row = {
  result_content_preview: ({ fields }) => {
    const text = fields.output ?? fields.error;
    return typeof text === "string" ? resultPreview(text) : undefined;
  },
};

/** The metadata of each point: all that user and repo hooks ever see. */
export const metadataKeys: { readonly [P in Point]?: Row } = {
  before_tool_call: { ...call, ...workdir, ...preview },
  after_tool_result: {
    ...call,
    is_error: from("is_error"),
    error_class: fromHost,
    execution_error: fromHost,
    result_metadata_present: fromHost,
    ...workdir,
    ...content,
  },
  after_tool_failure: {
    ...call,
    is_error: () => true,
    error_class: from("error_class"),
    execution_error: from("error"),
    ...workdir,
    ...preview,
    ...content,
  },
  before_permission_decision: {
    ...call,
    decision: from("decision"),
    reason: from("reason"),
    rule_id: fromHost,
    ...workdir,
  },
  user_prompt_submit: { ...ids, ...workdir },
  session_start: { ...ids, ...workdir },
  session_end: { ...ids, stop_reason: from("reason"), detail: fromHost },
  pre_compact: { ...ids, ...workdir, trigger_mode: from("trigger") },
  post_compact: { ...ids, ...workdir, trigger_mode: from("trigger"), applied: fromHost },
  subagent_start: {
    ...ids,
    task_id: fromHost,
    role: from("role"),
    workspace: fromHost,
    tool_name: fromHost,
    trigger: fromHost,
    ...workdir,
  },
  subagent_stop: {
    ...ids,
    task_id: fromHost,
    role: from("role"),
    state: from("state"),
    stop_reason: fromHost,
    step_count: fromHost,
    error: from("error"),
  },
  accept_gate: {
    ...ids,
    ...workdir,
    workspace_changed: from("workspace_changed"),
    assistant_text_empty: ({ fields }) =>
      typeof fields.last_message === "string" ? fields.last_message.trim() === "" : undefined,
    todo_summary: fromHost,
    recent_tool_summary: fromHost,
  },
  before_completion_decision: ids,
};

/** Keys that may change or go away in NeoCode. */
export const experimentalKeys: readonly string[] = [
  "tool_arguments_preview",
  "result_content_preview",
  "todo_summary",
  "recent_tool_summary",
];

export interface PayloadParts {
  readonly hookId: string;
  readonly point: Point;
  readonly scope: Scope;
  readonly runId: string;
  readonly sessionId: string;
  readonly metadata: JsonObject;
}

/** The payload without empty fields. */
export function buildPayload(parts: PayloadParts): JsonObject {
  const metadata = visibleMetadata(parts.scope, parts.point, parts.metadata);
  return {
    payload_version: PAYLOAD_VERSION,
    hook_id: parts.hookId,
    point: parts.point,
    ...(parts.runId === "" ? {} : { run_id: parts.runId }),
    ...(parts.sessionId === "" ? {} : { session_id: parts.sessionId }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** Internal hooks see everything; user and repo hooks exactly the keys of the point. */
export function visibleMetadata(scope: Scope, point: Point, metadata: JsonObject): JsonObject {
  if (scope === "internal") return metadata;
  const row = metadataKeys[point] ?? {};
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => Object.hasOwn(row, key)));
}

export function encodePayload(event: HookEvent): JsonObject {
  const { fields, point, scope, hookId } = event;
  const text = (name: string): string => (typeof fields[name] === "string" ? fields[name] : "");
  return buildPayload({
    hookId,
    point,
    scope,
    runId: text("run_id"),
    sessionId: text("session_id"),
    metadata: metadataOf(event),
  });
}

/** Fields of the event take precedence over entries of `metadata` with the same name. */
function metadataOf(event: HookEvent): JsonObject {
  const { fields, scope } = event;
  const host = isObject(fields.metadata) ? fields.metadata : {};
  const known = Object.entries(metadataKeys[event.point] ?? {}).flatMap(([key, source]): [string, Json][] => {
    const value = source(event) ?? fieldOf(host, key);
    return value === undefined ? [] : [[key, value]];
  });
  const raw = isObject(fields.input) ? { tool_arguments: rawArguments(fields) } : {};
  return { ...(scope === "internal" ? { ...host, ...raw } : {}), ...Object.fromEntries(known) };
}

/** The arguments of the call as NeoCode would write them. */
function rawArguments(fields: HookEvent["fields"]): string {
  return JSON.stringify(nativeCall(fields)?.input ?? {});
}

function nativeCall(fields: HookEvent["fields"]): NativeCall | null {
  return isObject(fields.input) ? toNative(neocodeTools, fields) : null;
}
