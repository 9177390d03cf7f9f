// A bundle as a hook of GitHub Copilot, in the terminal and in the cloud. Progress lines are how a hook talks to the user;
// the rest of stdout is one flat JSON document.

import type { Decision, Json, Point, PolicyEvent } from "../../language/contract.ts";
import {
  type AgentReply,
  failedDecision,
  type HostAdapter,
  type HostEnvironment,
  type ReadEvent,
  silence,
} from "../shared/adapter.ts";
import { inputRewrite } from "../shared/claude-like.ts";
import { saidBy } from "../shared/exit-reply.ts";
import type { Host } from "../shared/host.ts";
import { readNative, restOf, timeOf } from "../shared/native-event.ts";
import type { CallShape } from "../shared/pending-call.ts";
import { type FieldRewrites, planFor, type ReplyPlan, withheld } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { copilotCli } from "./capabilities.ts";
import { camelFields, copilotEvents, eventOf, isPascal } from "./payload.ts";
import { copilotTools } from "./tools.ts";

/** The adapter for one host with these rows: Copilot CLI or a host with the same format. */
export function copilotAdapter(host: Host): HostAdapter {
  const write = (decision: Decision, event: PolicyEvent): AgentReply => {
    const plan = planFor(host, rewrites[event.point] ?? {}, decision, event);
    return replyOf(plan, (answers[event.point] ?? warnOnly)(plan, event));
  };
  return {
    name: host.name,
    read: (payload, env = {}) => readWith(host, payload, env),
    write,
    failure(point, message, event) {
      if (point === null) return refused(message);
      return write(failedDecision(point, message), event ?? { point });
    },
  };
}

const placed: readonly string[] = [
  ...["sessionId", "session_id", "timestamp", "cwd", "toolName", "tool_name", "toolResult", "tool_result"],
  ...["error", "source", "reason", "trigger"],
];

const calls: readonly CallShape[] = [{ event: "preToolUse", fields: ["toolName", "toolArgs"] }];

function readWith(host: Host, payload: unknown, env: HostEnvironment): ReadEvent {
  if (!isObject(payload)) return { error: "the payload must be an object", point: null };
  const name = eventOf(payload, env);
  const fields = camelFields(payload);
  return readNative({ name: host.name, events: copilotEvents, calls }, name, fields, {
    session_id: fieldOf(fields, "sessionId"),
    time: timeOf(fields.timestamp),
    workdir: fieldOf(fields, "cwd"),
    cwd: fieldOf(fields, "cwd"),
    metadata: restOf(payload, isObject(fields.toolArgs) ? [...placed, "toolArgs", "tool_input"] : placed),
  });
}

const rewrites: { readonly [P in Point]?: FieldRewrites } = {
  before_tool_call: {
    // A patch sent as a bare string has no arguments that could be replaced.
    input: (input, event) => (hasArguments(event) ? inputRewrite(copilotTools)(input, event) : null),
  },
  after_tool_result: { output: resultOf },
  user_prompt_submit: {
    prompt: (text, event) =>
      typeof text === "string" && saidBy(event, "transformedPrompt") !== undefined ? text : null,
  },
};

function hasArguments(event: PolicyEvent): boolean {
  const args = saidBy(event, "toolArgs");
  return typeof args !== "string" || args.trimStart().startsWith("{");
}

function resultOf(text: Json): Json | null {
  // Any other result type would mark the call as failed.
  return typeof text === "string" ? { resultType: "success", textResultForLlm: text } : null;
}

type Answer = JsonObject | AgentReply;

/** Nothing waits for this event; a refusal is at least shown to the user. */
const warnOnly = ({ word, reason, notes }: ReplyPlan): Answer => (word === "deny" ? refused(reason) : contextOf(notes));

const answers: { readonly [P in Point]?: (plan: ReplyPlan, event: PolicyEvent) => Answer } = {
  before_tool_call: (plan, event) => {
    const { word, reason, changes } = plan;
    const decided = word === "pass" ? {} : { permissionDecision: word };
    const why = word === "deny" || word === "ask" ? { permissionDecisionReason: reason } : {};
    const input = changes.input === undefined ? {} : { modifiedArgs: changes.input };
    const flat = { ...decided, ...why, ...input };
    const nested = { ...decided, ...why, ...(changes.input === undefined ? {} : { updatedInput: changes.input }) };
    return withNested(flat, nested, "PreToolUse", event);
  },
  before_permission_decision: ({ word, reason }) => {
    if (word === "allow") return { behavior: "allow" };
    return word === "pass" ? {} : { behavior: "deny", message: reason, interrupt: word === "stop" };
  },
  after_tool_result: ({ word, reason, changes, notes }) => {
    const result = word === "deny" ? resultOf(withheld(reason)) : changes.output;
    return { ...(result === undefined ? {} : { modifiedResult: result }), ...contextOf(notes) };
  },
  // Only here does the model see text next to exit code 2.
  after_tool_failure: ({ notes }) =>
    notes.length === 0 ? {} : { stdout: `${notes.join("\n")}\n`, stderr: "", exitCode: 2 },
  user_prompt_submit: ({ word, reason, changes }) => {
    const prompt = word === "deny" ? withheld(reason) : changes.prompt;
    return prompt === undefined ? {} : { modifiedTransformedPrompt: prompt };
  },
  before_completion_decision: (plan, event) => withNested(blockOf(plan), blockOf(plan), "Stop", event),
  subagent_stop: blockOf,
};

function blockOf({ word, reason }: ReplyPlan): JsonObject {
  return word === "deny" ? { decision: "block", reason } : {};
}

function contextOf(notes: readonly string[]): JsonObject {
  return notes.length === 0 ? {} : { additionalContext: notes.join("\n") };
}

/**
 * The PascalCase events are VS Code's, which expects its answers in other fields, and payloads do not distinguish the two:
 * the answer is written to both places.
 */
function withNested(flat: JsonObject, nested: JsonObject, name: string, { metadata }: PolicyEvent): JsonObject {
  if (Object.keys(flat).length === 0 || (isObject(metadata) && !isPascal(metadata))) return flat;
  return { ...flat, hookSpecificOutput: { hookEventName: name, ...nested } };
}

function refused(message: string): AgentReply {
  return { stdout: "", stderr: `${message}\n`, exitCode: 2 };
}

function replyOf({ warnings }: ReplyPlan, answer: Answer): AgentReply {
  const progress = warnings.map((message) => `${JSON.stringify({ type: "progress", message })}\n`).join("");
  if (isReply(answer)) return { ...answer, stdout: `${progress}${answer.stdout}` };
  const stdout = Object.keys(answer).length === 0 ? "" : `${JSON.stringify(answer)}\n`;
  return { ...silence, stdout: `${progress}${stdout}` };
}

function isReply(answer: Answer): answer is AgentReply {
  return typeof answer.exitCode === "number";
}

export const copilotCliAdapter: HostAdapter = copilotAdapter(copilotCli);
