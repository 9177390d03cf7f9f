// What picoclaw sends to a hook: the parameters of each call, from a policy event. Fields that policy events do not have
// come from `metadata`, if the host put them there.

import type { Json } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { commonFields } from "../../language/schema.ts";
import type { RpcCall } from "../shared/keep-alive.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { toNative } from "../shared/tool-table.ts";
import { isObserved, kindOf } from "./event-kinds.ts";
import { stageAt } from "./stages.ts";
import { picoclawTools } from "./tools.ts";

export function encodeCall(event: HookEvent): RpcCall | null {
  const stage = stageAt(event.point);
  return stage === null ? null : { method: stage.method, params: paramsOf(event) };
}

/** The parameters of the call for the event's point. */
export function paramsOf(event: HookEvent): JsonObject {
  const { fields } = event;
  const shared = { meta: metaOf(event), ...fromHost(event, ["context", "channel", "chat_id"]) };
  switch (event.point) {
    case "before_model_call":
      return {
        ...shared,
        model: fields.model ?? "",
        messages: fields.messages ?? [],
        tools: toolsOf(event),
        ...fromHost(event, ["options", "graceful_terminal"]),
      };
    case "after_model_call":
      return {
        ...shared,
        model: fields.model ?? "",
        response: { ...objectFromHost(event, "response"), content: fields.response ?? "" },
      };
    case "after_tool_result":
      return {
        ...shared,
        ...callOf(event),
        result: {
          ...objectFromHost(event, "result"),
          for_llm: fields.output ?? "",
          is_error: fields.is_error ?? false,
        },
        duration: nanoseconds(fields.duration_ms),
      };
    default:
      return { ...shared, ...callOf(event) };
  }
}

export function encodeObserved(event: HookEvent, kinds: readonly string[], count: number): RpcCall | null {
  const kind = kindOf(event.point);
  if (!isObserved(kind, kinds)) return null;
  const { fields } = event;
  const isCommon = (name: string): boolean => Object.hasOwn(commonFields, name);
  const params: JsonObject = {
    id: `${event.hookId}-${count}`,
    kind,
    time: fields.time ?? "",
    source: { component: "policyc", name: event.hookId },
    scope: { agent_id: fields.agent ?? "", session_key: fields.session_id ?? "", turn_id: fields.run_id ?? "" },
    correlation: {},
    severity: event.point === "after_tool_failure" ? "error" : "info",
    payload: Object.fromEntries(Object.entries(fields).filter(([name]) => !isCommon(name))),
    attrs: {},
  };
  return { method: "hook.runtime_event", params };
}

/** Capitalised in the protocol, unlike everything else. */
function metaOf({ fields, hookId }: HookEvent): JsonObject {
  const host = isObject(fields.metadata) ? fieldOf(fields.metadata, "meta") : undefined;
  return {
    AgentID: fields.agent ?? "",
    TurnID: fields.run_id ?? "",
    ParentTurnID: "",
    SessionKey: fields.session_id ?? "",
    Iteration: 0,
    TracePath: "",
    Source: hookId,
    ...(isObject(host) ? host : {}),
  };
}

function callOf({ fields }: HookEvent): JsonObject {
  const { name, input } = toNative(picoclawTools, fields);
  return { tool: name, arguments: input };
}

/** Policy events name tools; picoclaw sends their definitions. */
function toolsOf(event: HookEvent): Json {
  const given = fromHost(event, ["tools"]).tools;
  if (Array.isArray(given)) return given;
  const names = Array.isArray(event.fields.tools) ? (event.fields.tools as readonly Json[]) : [];
  return names.map((name) => ({ type: "function", function: { name } }));
}

function fromHost({ fields }: HookEvent, names: readonly string[]): JsonObject {
  const { metadata } = fields;
  if (!isObject(metadata)) return {};
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = fieldOf(metadata, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function objectFromHost(event: HookEvent, name: string): JsonObject {
  const value = fromHost(event, [name])[name];
  return isObject(value) ? value : {};
}

function nanoseconds(ms: Json | undefined): number {
  return typeof ms === "number" ? ms * 1_000_000 : 0;
}
