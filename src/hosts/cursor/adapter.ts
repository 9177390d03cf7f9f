// A bundle as a Cursor hook. With `failClosed` an empty answer counts as a broken hook, so every event gets an answer, even
// if it says nothing.

import type { Json } from "../../language/contract.ts";
import { type AgentReply, type HostAdapter, jsonReply } from "../shared/adapter.ts";
import { failingLike, saidBy } from "../shared/exit-reply.ts";
import { firstText, innerJson, readNative, restOf } from "../shared/native-event.ts";
import { type CallShape, toolCallAs } from "../shared/pending-call.ts";
import { type FieldRewrites, planFor, type ReplyPlan, withheld } from "../shared/plan.ts";
import { folderNamedBy } from "../shared/project-folder.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { mcpResponseOf } from "../shared/response-text.ts";
import { rewrittenInput } from "../shared/tool-table.ts";
import { cursor } from "./capabilities.ts";
import { cursorEvents } from "./events.ts";
import { cursorTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

const goOn = jsonReply({});

/** All other fields become metadata, including the event name: several events share a point, and each has its own answer. */
const placed: readonly string[] = [
  "conversation_id",
  "parent_conversation_id",
  "generation_id",
  "workspace_roots",
  "tool_name",
  "tool_input",
  "tool_use_id",
  "cwd",
  "prompt",
  "content",
  "text",
  "output",
  "result_json",
  "error_message",
];

const calls: readonly CallShape[] = [toolCallAs("preToolUse"), { event: "beforeShellExecution", fields: ["command"] }];

const read: HostAdapter["read"] = (payload, env = {}) => {
  if (!isObject(payload)) return { error: "the payload of cursor must be an object", point: null };
  const { conversation_id, parent_conversation_id, session_id, generation_id, workspace_roots, cwd } = payload;
  const common = {
    session_id: parent_conversation_id ?? conversation_id ?? session_id,
    run_id: generation_id,
    workdir: firstText(workspace_roots) ?? folderNamedBy(projectVariables, env) ?? cwd,
    cwd,
    metadata: restOf(payload, placed),
  };
  return readNative(
    { name: "cursor", events: cursorEvents, calls, goOn },
    fieldOf(payload, "hook_event_name"),
    payload,
    common,
  );
};

const rewrites: FieldRewrites = {
  input: (value, event) => {
    if (nativeEvent(event) !== "preToolUse" || !isObject(value)) return null;
    const { tool, tool_name, input } = event as { readonly [field: string]: Json | undefined };
    const fields = { tool: tool ?? "", tool_name: tool_name ?? "", input: value };
    return rewrittenInput(cursorTools, fields, isObject(input) ? input : {});
  },
  output: (value, event) => (typeof value === "string" ? mcpOutput(value, event) : null),
};

/** When the native event is unknown, the answer is written for the first event of the point. */
function nativeEvent(event: Parameters<HostAdapter["write"]>[1]): string {
  const name = saidBy(event, "hook_event_name");
  if (typeof name === "string" && Object.hasOwn(cursorEvents, name)) return name;
  return Object.keys(cursorEvents).find((native) => cursorEvents[native]?.point === event.point) ?? "";
}

/** Only results of MCP tools can be replaced, and only at postToolUse. */
function mcpOutput(text: string, event: Parameters<HostAdapter["write"]>[1]): Json | null {
  if (event.tool !== "mcp" || nativeEvent(event) !== "postToolUse") return null;
  const result = innerJson(saidBy(event, "tool_output"));
  return mcpResponseOf(text, isObject(result) ? result : {});
}

type ReplyShape = (plan: ReplyPlan, event: Parameters<HostAdapter["write"]>[1]) => JsonObject;

const isRefusal = ({ word }: ReplyPlan): boolean => word === "deny" || word === "stop" || word === "respond";

const denied = (reason: string): JsonObject => ({ permission: "deny", user_message: reason, agent_message: reason });

/** For events where `allow` only means "continue". */
const gate: ReplyShape = (plan) => {
  if (isRefusal(plan)) return denied(plan.reason);
  if (plan.word === "ask") return denied(`${plan.reason}\nCursor cannot ask here, so the call is refused.`);
  const { input } = plan.changes;
  return { permission: "allow", ...(input === undefined ? {} : { updated_input: input }) };
};

/** For events where `allow` skips the user's own confirmation: only rules that say so allow here. */
const confirmation: ReplyShape = (plan) => {
  if (isRefusal(plan)) return denied(plan.reason);
  if (plan.word === "ask") return { ...denied(plan.reason), permission: "ask" };
  return plan.word === "allow" ? { permission: "allow" } : { continue: true };
};

const context = ({ notes }: ReplyPlan): JsonObject =>
  notes.length === 0 ? {} : { additional_context: notes.join("\n") };

const followUp: ReplyShape = (plan) =>
  isRefusal(plan) || plan.word === "ask" ? { followup_message: plan.reason } : {};

/** Events that are not listed ignore answers. */
const shapes: { readonly [event: string]: ReplyShape } = {
  sessionStart: context,
  preToolUse: gate,
  beforeReadFile: gate,
  beforeTabFileRead: gate,
  subagentStart: gate,
  beforeShellExecution: confirmation,
  beforeMCPExecution: confirmation,
  beforeSubmitPrompt: (plan) =>
    isRefusal(plan) || plan.word === "ask" ? { continue: false, user_message: plan.reason } : { continue: true },
  postToolUse: (plan, event) => {
    const output = isRefusal(plan) ? mcpOutput(withheld(plan.reason), event) : (plan.changes.output ?? null);
    const notes = isRefusal(plan) && output === null ? [plan.reason, ...plan.notes] : plan.notes;
    return { ...(output === null ? {} : { updated_mcp_tool_output: output }), ...context({ ...plan, notes }) };
  },
  preCompact: ({ warnings }) => (warnings.length === 0 ? {} : { user_message: warnings.join("\n") }),
  subagentStop: followUp,
  stop: followUp,
};

const write: HostAdapter["write"] = (decision, event) => {
  const plan = planFor(cursor, rewrites, decision, event);
  return jsonReply(shapes[nativeEvent(event)]?.(plan, event) ?? {});
};

/** Where the shape of the answer is unknown, the exit code refuses. */
const unplaced = (message: string): AgentReply => ({
  ...jsonReply({ continue: false, ...denied(message) }),
  stderr: `${message}\n`,
  exitCode: 2,
});

export const cursorAdapter: HostAdapter = { name: "cursor", read, write, failure: failingLike(write, unplaced) };
