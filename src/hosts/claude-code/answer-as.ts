// A bundle as a Claude Code command hook. Answers are exit code 0 and JSON in the shape of the event; exit code 2 is
// kept for when not even the event could be told, because not every event honours it.

import type { Decision, Json, Outcome, Point, PolicyEvent } from "../../runtime/contract.ts";
import {
  type EventFields,
  failedDecision,
  type HookDialect,
  type HookReply,
  jsonReply,
  known,
  pointNamed,
  type ReadEvent,
  reasonText,
  silence,
  type Verdict,
  verdictOf,
} from "../answer-as.ts";
import { fieldOf, isObject, type JsonObject } from "../read-answer.ts";
import { fromNative, toNative } from "../tool-table.ts";
import { claudeCode } from "./capabilities.ts";
import { eventName, fieldNames } from "./payload.ts";
import { responseOf, responseText } from "./tool-response.ts";
import { claudeTools } from "./tools.ts";

export const claudeCodeDialect: HookDialect = {
  name: "claude-code",
  read,
  write,
  failure(point, message) {
    if (point === null) return { stdout: "", stderr: `${message}\n`, exitCode: 2 };
    return write(failedDecision(point, message), { point });
  },
};

function write(decision: Decision, event: PolicyEvent): HookReply {
  const { point } = event;
  const verdict = verdictOf(decision, (field) => changeable[point]?.includes(field) ?? false);
  const answer = (answers[point] ?? plainBlock)({ decision, verdict, event });
  const specific = { ...answer.specific, ...contextOf(point, verdict.notes) };
  const whole: JsonObject = {
    ...(decision.outcome === "stop" ? { continue: false, stopReason: verdict.reason } : answer.top),
    ...(verdict.warnings.length === 0 ? {} : { systemMessage: verdict.warnings.join("\n") }),
    ...(Object.keys(specific).length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: eventName(point), ...specific } }),
  };
  return Object.keys(whole).length === 0 ? silence : jsonReply(whole);
}

const changeable: { readonly [P in Point]?: readonly string[] } = {
  before_tool_call: ["input"],
  before_permission_decision: ["input"],
  after_tool_result: ["output"],
  assistant_message_render: ["message"],
};

interface Given {
  readonly decision: Decision;
  readonly verdict: Verdict;
  readonly event: PolicyEvent;
}

interface Answer {
  readonly top: JsonObject;
  readonly specific: JsonObject;
}

const nothing: Answer = { top: {}, specific: {} };

/** The shape of a refusal where an event has no finer words. */
const plainBlock = ({ verdict }: Given): Answer =>
  verdict.isRefused ? { top: { decision: "block", reason: verdict.reason }, specific: {} } : nothing;

/** Events that read neither `decision` nor exit code 2: ending the turn is all a hook can do. */
const endTurn = ({ verdict }: Given): Answer =>
  verdict.isRefused ? { top: { continue: false, stopReason: verdict.reason }, specific: {} } : nothing;

const permissions: { readonly [O in Outcome]?: "allow" | "ask" | "deny" } = {
  allow: "allow",
  ask: "ask",
  respond: "deny",
  block: "deny",
};

const answers: { readonly [P in Point]?: (given: Given) => Answer } = {
  before_tool_call: ({ decision, verdict, event }) => {
    // `continue: false` says it all.
    if (decision.outcome === "stop") return nothing;
    const isLost = verdict.isRefused && decision.proceed;
    const word = isLost ? "deny" : permissions[decision.outcome];
    const reason = verdict.isRefused ? verdict.reason : reasonText(decision);
    const decided = word === undefined ? {} : { permissionDecision: word, permissionDecisionReason: reason };
    return { top: {}, specific: { ...decided, ...(word === "deny" ? {} : inputOf(decision.changes, event)) } };
  },
  before_permission_decision: ({ decision, verdict, event }) => {
    // Whoever asks here is asked already.
    if (decision.outcome === "ask") return nothing;
    const deny = (message: string): Answer => ({
      top: {},
      specific: { decision: { behavior: "deny", message, interrupt: decision.outcome === "stop" } },
    });
    if (verdict.isRefused) return deny(verdict.reason);
    const input = inputOf(verdict.changes, event);
    if (decision.outcome === "allow") return { top: {}, specific: { decision: { behavior: "allow", ...input } } };
    // A rewrite can only come with an approval, which no rule has given.
    return Object.keys(input).length === 0 ? nothing : deny("a rule rewrites the input, and none approves the call");
  },
  after_tool_result: ({ verdict, event }) => {
    if (!verdict.isRefused) return { top: {}, specific: outputOf(verdict.changes.output, event) };
    // The reason alone would stand beside the result; withholding means to replace it.
    const withheld = `[withheld by policy: ${verdict.reason}]`;
    return { top: { decision: "block", reason: verdict.reason }, specific: outputOf(withheld, event) };
  },
  assistant_message_render: ({ verdict }) => {
    const message = verdict.isRefused ? `[withheld by policy: ${verdict.reason}]` : verdict.changes.message;
    return message === undefined ? nothing : { top: {}, specific: { displayContent: message } };
  },
  session_start: endTurn,
  session_end: () => nothing,
  after_tool_failure: endTurn,
  subagent_start: endTurn,
  post_compact: () => nothing,
  file_changed: () => nothing,
  notification: () => nothing,
};

function contextOf(point: Point, notes: readonly string[]): JsonObject {
  const isRead = claudeCode.points[point]?.effects.note !== undefined;
  return isRead && notes.length > 0 ? { additionalContext: notes.join("\n") } : {};
}

/** The complete native input: Claude Code replaces, it does not merge. */
function inputOf(changes: Decision["changes"], event: PolicyEvent): JsonObject {
  const input = changes?.input;
  if (!isObject(input)) return {};
  const { tool, tool_name } = event as { readonly tool?: Json; readonly tool_name?: Json };
  return { updatedInput: toNative(claudeTools, { tool: tool ?? "other", tool_name: tool_name ?? "", input }).input };
}

function outputOf(output: Json | undefined, event: PolicyEvent): JsonObject {
  if (typeof output !== "string") return {};
  const metadata = event.metadata;
  const response = isObject(metadata) ? (fieldOf(metadata, "tool_response") ?? "") : "";
  const key = event.tool === "mcp" ? "updatedMCPToolOutput" : "updatedToolOutput";
  return { [key]: responseOf(output, response) };
}

/** What an event needs beside the fields that only change their name. */
const more: { readonly [P in Point]?: (payload: JsonObject) => EventFields } = {
  session_start: ({ source }) => ({ source: source ?? "unknown" }),
  session_end: ({ reason }) => ({ reason: reason ?? "" }),
  after_tool_result: ({ tool_response }) => ({
    output: responseText(tool_response ?? ""),
    is_error: isObject(tool_response) && tool_response.is_error === true,
  }),
  before_model_call: ({ tool_calls }) => ({ model: "unknown", messages: tool_calls ?? [], tools: [] }),
  subagent_start: () => ({ unknown: ["task"] }),
  subagent_stop: () => ({ unknown: ["state", "error"] }),
  pre_compact: ({ trigger }) => ({ trigger: trigger ?? "" }),
  post_compact: ({ trigger }) => ({ trigger: trigger ?? "" }),
  file_changed: ({ event }) => ({ change: event ?? "" }),
  notification: ({ notification_type }) => ({ kind: notification_type ?? "" }),
};

/** What everybody gets, and what has a field of its own; the rest is metadata. */
const placed: readonly string[] = ["session_id", "cwd", "hook_event_name", "tool_name", "tool_input"];

function read(payload: unknown): ReadEvent {
  if (!isObject(payload)) return { error: "the payload is not an object", point: null };
  const point = pointNamed(claudeCode, payload.hook_event_name);
  if (point === null) return { error: "the payload has no hook_event_name that policyc knows", point };
  const isCall = Object.hasOwn(payload, "tool_name") || Object.hasOwn(payload, "tool_input");
  const tool = isCall ? toolOf(payload) : {};
  if (typeof tool.error === "string") return { error: tool.error, point };
  const names = Object.entries(fieldNames[point] ?? {});
  const renamed = names.map(([ours, theirs]) => [ours, fieldOf(payload, theirs)]);
  const rest = Object.entries(payload).filter(([key]) => !placed.includes(key));
  const fields = {
    session_id: fieldOf(payload, "session_id"),
    cwd: fieldOf(payload, "cwd"),
    metadata: Object.fromEntries(rest),
    ...tool,
    ...Object.fromEntries(renamed),
    ...more[point]?.(payload),
  };
  return { event: { point, agent: "claude-code", ...known(fields) } };
}

function toolOf({ tool_name, tool_input }: JsonObject): EventFields {
  if (typeof tool_name !== "string" || tool_name === "") return { error: "tool_name must be a text" };
  if (!isObject(tool_input)) return { error: "tool_input must be an object" };
  return { ...fromNative(claudeTools, tool_name, tool_input), tool_name };
}
