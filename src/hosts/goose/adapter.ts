// A bundle as a Goose hook. Only PreToolUse and, in newer versions, Stop can be refused: in JSON, and by exit code 2 for
// versions that read only that. Goose lets the call through whenever a hook fails.

import { type AgentReply, type EventFields, type HostAdapter, jsonReply, silence } from "../shared/adapter.ts";
import { folderFields } from "../shared/call-folder.ts";
import { failingLike } from "../shared/exit-reply.ts";
import { callFields, type NativeEvents, readNative, restOf } from "../shared/native-event.ts";
import { toolCallAs } from "../shared/pending-call.ts";
import { planFor } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { goose } from "./capabilities.ts";
import { gooseTools } from "./tools.ts";

function toolOf({ tool_name, tool_input, tool_call_id }: JsonObject): EventFields {
  const call = callFields(gooseTools, tool_name, tool_input ?? {});
  const folder = call.tool === "bash" ? folderFields(tool_input, ["working_dir", "cwd"]) : {};
  return { ...call, call_id: tool_call_id, ...folder };
}

export const gooseEvents: NativeEvents = {
  SessionStart: { point: "session_start", fields: () => ({ source: "unknown" }) },
  SessionEnd: { point: "session_end", fields: ({ message }) => ({ reason: message ?? "" }) },
  UserPromptSubmit: {
    point: "user_prompt_submit",
    fields: ({ message, matcher_context }) => ({ prompt: message ?? matcher_context }),
  },
  PreToolUse: { point: "before_tool_call", fields: toolOf },
  PostToolUse: {
    point: "after_tool_result",
    fields: (payload) => ({ ...toolOf(payload), output: responseText(payload.tool_output ?? ""), is_error: false }),
  },
  PostToolUseFailure: {
    point: "after_tool_failure",
    fields: (payload) => ({ ...toolOf(payload), error: responseText(payload.tool_output ?? payload.message ?? "") }),
  },
  Stop: {
    point: "before_completion_decision",
    fields: ({ last_assistant_message: last_message }) =>
      last_message === undefined ? { unknown: ["last_message"] } : { last_message },
  },
  AfterFileEdit: {
    point: "file_changed",
    fields: ({ matcher_context }) => ({ path: matcher_context, change: "modified" }),
  },
};

/** Reports the outcome of a PreToolUse; despite its name, nothing waits for an answer. */
const told = "PreToolUseResult";

const placed: readonly string[] = ["event", "session_id", "working_dir", "tool_name", "tool_input", "tool_call_id"];

const read: HostAdapter["read"] = (payload) => {
  if (!isObject(payload)) return { error: "the payload of goose must be an object", point: null };
  const name = fieldOf(payload, "event");
  if (name === told) return { ignored: silence };
  const { session_id, working_dir } = payload;
  const common = { session_id, workdir: working_dir, cwd: working_dir, metadata: restOf(payload, placed) };
  return readNative({ name: "goose", events: gooseEvents, calls: [toolCallAs("PreToolUse")] }, name, payload, common);
};

function refused(reason: string): AgentReply {
  return { ...jsonReply({ decision: "block", reason }), stderr: `${reason}\n`, exitCode: 2 };
}

const write: HostAdapter["write"] = (decision, event) => {
  const { word, reason } = planFor(goose, {}, decision, event);
  if (word === "pass" || word === "allow") return silence;
  const isHeldUp = goose.points[event.point]?.effects.block !== undefined;
  return isHeldUp ? refused(reason) : { ...silence, stderr: `${reason}\n` };
};

export const gooseAdapter: HostAdapter = { name: "goose", read, write, failure: failingLike(write, refused) };
