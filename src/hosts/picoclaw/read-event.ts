// Translates what picoclaw sends to its hooks into policy events. Data without a field there goes into `metadata`.
// The engine checks every field and applies the point's failure outcome to invalid ones.

import type { Json, PolicyEvent } from "../../language/contract.ts";
import { callFolder } from "../shared/call-folder.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { watchedPoints } from "./event-kinds.ts";
import type { Stage } from "./stages.ts";
import { callOf } from "./tools.ts";

export type ReadPicoclaw = { readonly event: PolicyEvent } | { readonly error: string };

/** The event of a call. */
export function eventOf(stage: Stage, params: Json | undefined, workdir: string | undefined): ReadPicoclaw {
  if (!isObject(params)) return { error: "`params` must be an object" };
  const meta = objectOf(params, "meta");
  const common: PolicyEvent = {
    point: stage.point,
    agent: "picoclaw",
    session_id: textOf(meta, "SessionKey"),
    run_id: textOf(meta, "TurnID"),
    ...(workdir === undefined ? {} : { workdir }),
    metadata: rest(params, ["model", "messages", "tool", "arguments", "duration"]),
  };
  switch (stage.point) {
    case "before_model_call": {
      const tools = toolNames(params.tools);
      if ("error" in tools) return tools;
      return { event: { ...common, model: params.model, messages: params.messages ?? [], tools: tools.names } };
    }
    case "after_model_call": {
      const response = fieldOf(params, "response");
      if (!isObject(response)) return { error: "`response` must be an object" };
      return { event: { ...common, model: params.model, response: response.content ?? "" } };
    }
    case "after_tool_result": {
      const result = fieldOf(params, "result");
      if (!isObject(result)) return { error: "`result` must be an object" };
      return withCall(common, params, {
        output: result.for_llm ?? "",
        is_error: result.is_error ?? false,
        ...(typeof params.duration === "number" ? { duration_ms: Math.round(params.duration / 1_000_000) } : {}),
      });
    }
    default:
      return withCall(common, params, {});
  }
}

/** The event of a notification; null when no rule can match it. */
export function watchedEvent(params: Json | undefined, workdir: string | undefined): PolicyEvent | null {
  if (!isObject(params)) return null;
  const point = typeof params.kind === "string" ? watchedPoints.get(params.kind) : undefined;
  if (point === undefined) return null;
  const scope = objectOf(params, "scope");
  const status = textOf(objectOf(params, "payload"), "status");
  return {
    point,
    agent: "picoclaw",
    session_id: textOf(scope, "session_key"),
    run_id: textOf(scope, "turn_id"),
    ...(workdir === undefined ? {} : { workdir }),
    ...(point === "after_run" ? { status: status === "" ? "ok" : status } : {}),
    metadata: params,
  };
}

function withCall(common: PolicyEvent, params: JsonObject, more: JsonObject): ReadPicoclaw {
  const name = fieldOf(params, "tool");
  // picoclaw omits empty arguments.
  const input = fieldOf(params, "arguments") ?? {};
  if (typeof name !== "string" || name === "") return { error: "`tool` must be the name of a tool" };
  if (!isObject(input)) return { error: "`arguments` must be an object" };
  const { folder, fault } = callFolder(input, ["working_dir", "cwd"]);
  if (fault !== undefined) return { error: fault };
  const place = folder === undefined ? {} : { cwd: folder };
  return { event: { ...common, ...callOf(name, input), tool_name: name, ...place, ...more } };
}

/** Policy events name tools; picoclaw sends their definitions. */
function toolNames(tools: Json | undefined): { readonly names: readonly string[] } | { readonly error: string } {
  if (tools === undefined || tools === null) return { names: [] };
  if (!Array.isArray(tools)) return { error: "`tools` must be a list" };
  const names = (tools as readonly Json[]).map((tool) =>
    isObject(tool) ? textOf(objectOf(tool, "function"), "name") : "",
  );
  return names.includes("") ? { error: "`tools` must be a list of tools with names" } : { names };
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = fieldOf(object, name);
  return isObject(value) ? value : {};
}

function textOf(object: JsonObject, name: string): string {
  const value = fieldOf(object, name);
  return typeof value === "string" ? value : "";
}

function rest(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
