// Calls of MCP tools and their results in our words, and decisions as what the proxy does about them. Pure: messages and
// waiting are the proxy's own business.

import type { Decision, Json, PolicyEvent } from "../../runtime/contract.ts";
import type { ReadEvent } from "../answer-as.ts";
import { listOf } from "../native-event.ts";
import { planFor, type Rewrites, withheld } from "../plan.ts";
import { fieldOf, isObject, type JsonObject } from "../read-answer.ts";
import { isSameJson, mcpCall } from "../tool-table.ts";
import { mcpProxy } from "./capabilities.ts";

/** Where the proxy stands: which server it is before, and for whom. */
export interface ProxyPlace {
  readonly server: string;
  readonly session_id: string;
  readonly workdir: string;
}

/** `params` of a `tools/call` request. */
export function readCall(params: unknown, place: ProxyPlace, callId: string): ReadEvent {
  const { server, ...where } = place;
  if (!isObject(params)) return { error: "tools/call has no params", point: "before_tool_call" };
  const { name } = params;
  const input = fieldOf(params, "arguments") ?? {};
  if (typeof name !== "string" || name === "")
    return { error: "tools/call does not name a tool", point: "before_tool_call" };
  if (!isObject(input)) return { error: "the arguments of tools/call are not an object", point: "before_tool_call" };
  const call = { ...mcpCall(server, name, input), tool_name: name, call_id: callId };
  return { event: { point: "before_tool_call", agent: "mcp-proxy", ...where, cwd: where.workdir, ...call } };
}

/** The call of `event` has given this result, or this JSON-RPC error. */
export function readResult(event: PolicyEvent, answer: { readonly result?: Json; readonly error?: Json }): PolicyEvent {
  const { result, error } = answer;
  if (isObject(result) && result.isError !== true)
    return { ...event, point: "after_tool_result", output: resultText(result), is_error: false };
  const text = isObject(result) ? resultText(result) : isObject(error) ? String(error.message ?? "") : "";
  return { ...event, point: "after_tool_failure", error: text };
}

/** All that a result says, as one text: its parts, and the structured content where it is not the same once more. */
function resultText(result: JsonObject): string {
  const parts = listOf(result.content).map((part) =>
    isObject(part) && typeof part.text === "string" ? part.text : JSON.stringify(part),
  );
  const { structuredContent } = result;
  const isTold = structuredContent === undefined || parts.some((part) => isJsonOf(part, structuredContent));
  return [...parts, ...(isTold ? [] : [JSON.stringify(structuredContent)])].join("\n");
}

function isJsonOf(text: string, value: Json): boolean {
  try {
    return isSameJson(JSON.parse(text) as Json, value);
  } catch {
    return false;
  }
}

export type CallAction =
  | {
      readonly kind: "forward" | "ask";
      readonly args: JsonObject;
      readonly notes: readonly string[];
      readonly question: string;
    }
  | { readonly kind: "answer"; readonly result: JsonObject };

const rewrites: Rewrites = {
  // Another server or another tool would be another call.
  input: (value, { input }) =>
    isObject(value) && isObject(input) && value.server === input.server && value.tool === input.tool
      ? isObject(value.args)
        ? value.args
        : null
      : null,
  output: (value) => (typeof value === "string" ? value : null),
};

export function writeCall(decision: Decision, event: PolicyEvent): CallAction {
  const { word, reason, changes, notes } = planFor(mcpProxy, rewrites, decision, event);
  const { input } = event as { readonly [field: string]: Json | undefined };
  const given = isObject(input) && isObject(input.args) ? input.args : {};
  const args = isObject(changes.input) ? changes.input : given;
  switch (word) {
    case "pass":
    case "allow":
      return { kind: "forward", args, notes, question: "" };
    case "ask":
      return { kind: "ask", args, notes, question: reason };
    case "respond": {
      const { text = reason, is_error: isError = false } = decision.result ?? {};
      return { kind: "answer", result: { content: texts([text, ...notes]), ...(isError ? { isError } : {}) } };
    }
    case "deny":
    case "stop":
      return { kind: "answer", result: refusal(reason, notes) };
  }
}

/** A result that the model reads; an error of the protocol might not reach it. */
export function refusal(reason: string, notes: readonly string[] = []): JsonObject {
  return { content: texts([reason, ...notes]), isError: true };
}

const texts = (parts: readonly string[]): JsonObject[] => parts.map((text) => ({ type: "text", text }));

/** What the client gets for a result: withheld, rewritten, or with remarks behind it. */
export function writeResult(
  decision: Decision,
  event: PolicyEvent,
  result: JsonObject,
  earlier: readonly string[],
): JsonObject {
  const { word, reason, changes, notes } = planFor(mcpProxy, rewrites, decision, event);
  const { content, structuredContent, ...rest } = result;
  const remarks = texts([...earlier, ...notes]);
  if (word !== "pass" && word !== "allow")
    return { ...rest, content: [...texts([withheld(reason)]), ...remarks], isError: true };
  const { output } = changes;
  if (typeof output === "string")
    return { ...rest, content: [...texts([output]), ...remarks], ...structureOf(output, structuredContent) };
  return remarks.length === 0 ? result : { ...result, content: [...listOf(content), ...remarks] };
}

/** Structured content only as the rewritten text still says it; what it hid would be there otherwise. */
function structureOf(output: string, before: Json | undefined): JsonObject {
  if (before === undefined) return {};
  try {
    const value: unknown = JSON.parse(output);
    return isObject(value) ? { structuredContent: value } : {};
  } catch {
    return {};
  }
}
