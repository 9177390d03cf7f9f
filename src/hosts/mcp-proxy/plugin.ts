// Translates MCP tool calls and results into policy events, and decisions into what the proxy does. Pure: the proxy itself
// handles messages and waiting.

import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";
import type { ReadEvent } from "../shared/adapter.ts";
import { listOf } from "../shared/native-event.ts";
import { type FieldRewrites, planFor, withheld } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { IMMEDIATE, mcpResponseOf, responseText } from "../shared/response-text.ts";
import { mcpCall } from "../shared/tool-table.ts";
import { mcpProxy } from "./capabilities.ts";
import { bareState, saidByState } from "./tasks.ts";

/** The context of the proxy: its server, and the session it works for. */
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

/** The call of `event` returned this result or JSON-RPC error; which of the two is the server's choice. */
export function readResult(event: PolicyEvent, answer: { readonly result?: Json; readonly error?: Json }): PolicyEvent {
  const { result, error } = answer;
  const text = result === undefined ? errorTextOf(error) : responseText(result);
  return judged(event, text, result === undefined || (isObject(result) && result.isError === true));
}

/** The task of `event` reached this state, which says more than its progress. */
export function readState(event: PolicyEvent, state: JsonObject): PolicyEvent {
  const { result, error } = state;
  const isFailed = isObject(result) ? result.isError === true : error !== undefined;
  return judged(event, responseText(saidByState(state), ["result", "error", "statusMessage"]), isFailed);
}

function judged(event: PolicyEvent, text: string, isFailed: boolean): PolicyEvent {
  if (isFailed) return { ...event, point: "after_tool_failure", error: text };
  return { ...event, point: "after_tool_result", output: text, is_error: false };
}

/** Clients may also show the data of an error. */
function errorTextOf(error: Json | undefined): string {
  if (!isObject(error)) return error === undefined ? "" : responseText(error);
  const { message, data } = error;
  return [message, data]
    .map((part) => responseText(part ?? ""))
    .filter((part) => part !== "")
    .join("\n");
}

/** A question for the client instead of a result, without any field of a result. */
export function isQuestion(result: Json | undefined): boolean {
  if (!isObject(result) || result.resultType !== "input_required") return false;
  return Object.keys(result).every((field) => questionFields.includes(field));
}

const questionFields: readonly string[] = ["resultType", "inputRequests", "requestState", "_meta"];

export type CallAction =
  | {
      readonly kind: "forward" | "ask";
      readonly args: JsonObject;
      readonly notes: readonly string[];
      readonly question: string;
    }
  | { readonly kind: "answer"; readonly result: JsonObject };

const rewrites: FieldRewrites = {
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

/** A result, because the model may not get to see a protocol error. */
export function refusal(reason: string, notes: readonly string[] = []): JsonObject {
  return { content: texts([reason, ...notes]), isError: true };
}

const texts = (parts: readonly string[]): JsonObject[] => parts.map((text) => ({ type: "text", text }));

/** What the client receives for a result: withheld, rewritten, or with remarks appended. */
export function writeResult(
  decision: Decision,
  event: PolicyEvent,
  result: JsonObject,
  earlier: readonly string[],
): JsonObject {
  const { word, reason, changes, notes } = planFor(mcpProxy, rewrites, decision, event);
  const remarks = texts([...earlier, ...notes]);
  // A withheld question or task is complete.
  const over: JsonObject = result.resultType === undefined ? {} : { resultType: "complete" };
  if (word !== "pass" && word !== "allow")
    return { ...over, content: [...texts([withheld(reason)]), ...remarks], isError: true };
  const { output } = changes;
  if (typeof output === "string") {
    const replaced = mcpResponseOf(output, result);
    return { ...over, ...metaOf(result), ...(replaced as JsonObject), content: [...texts([output]), ...remarks] };
  }
  return remarks.length === 0 ? result : { ...result, content: [...listOf(result.content), ...remarks] };
}

/** Only the client reads it, not the model. */
function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isObject(meta) && !Object.hasOwn(meta, IMMEDIATE) ? { _meta: meta } : {};
}

/** What the client receives for the state of a task. Without a result only its text is withheld, and the task continues. */
export function writeState(
  decision: Decision,
  event: PolicyEvent,
  state: JsonObject,
  earlier: readonly string[],
): JsonObject {
  const { result, error } = state;
  const { word, changes } = planFor(mcpProxy, rewrites, decision, event);
  const isKept = (word === "pass" || word === "allow") && changes.output === undefined;
  if (isKept && !isObject(result)) return state;
  if (result === undefined && error === undefined) return bareState(state);
  const written = writeResult(decision, event, isObject(result) ? result : {}, earlier);
  return isKept ? { ...state, result: written } : { ...bareState(state), status: "completed", result: written };
}
