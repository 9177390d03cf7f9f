// A bundle as an Antigravity hook. The payload does not name its event, so its fields identify it.

import { type AgentReply, type EventFields, type HostAdapter, jsonReply } from "../shared/adapter.ts";
import { folderFields } from "../shared/call-folder.ts";
import { failingLike } from "../shared/exit-reply.ts";
import { callFields, firstText, type NativeEvents, readNative, restOf } from "../shared/native-event.ts";
import { planFor } from "../shared/plan.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { antigravity } from "./capabilities.ts";
import { antigravityTools } from "./tools.ts";

function toolOf({ toolCall }: JsonObject): EventFields {
  if (!isObject(toolCall)) return { fault: "toolCall must be an object" };
  const { name, args, id } = toolCall;
  return {
    ...callFields(antigravityTools, name, args),
    call_id: id,
    ...folderFields(args, ["Cwd"]),
  };
}

export const antigravityEvents: NativeEvents = {
  PreToolUse: { point: "before_tool_call", fields: toolOf },
  // The output of the tool is not sent.
  PostToolUse: {
    point: "after_tool_result",
    fields: (payload) => ({ ...toolOf(payload), output: "", is_error: false }),
  },
  "PostToolUse (with an error)": {
    point: "after_tool_failure",
    fields: (payload) => ({ ...toolOf(payload), error: payload.error }),
  },
  Stop: {
    point: "before_completion_decision",
    fields: () => ({ unknown: ["last_message", "stop_hook_active"] }),
  },
};

/** Only a finished call has an `error`; it is blank when the call succeeded. */
function eventName({ toolCall, error, terminationReason }: JsonObject): string | undefined {
  if (toolCall !== undefined && toolCall !== null) {
    if (typeof error !== "string") return "PreToolUse";
    return error === "" ? "PostToolUse" : "PostToolUse (with an error)";
  }
  return terminationReason === undefined ? undefined : "Stop";
}

const read: HostAdapter["read"] = (payload) => {
  if (!isObject(payload)) return { error: "the payload of antigravity must be an object", point: null };
  const workdir = firstText(payload.workspacePaths);
  const common = {
    session_id: payload.conversationId,
    workdir,
    cwd: workdir,
    metadata: restOf(payload, ["conversationId", "toolCall", "workspacePaths"]),
  };
  return readNative({ name: "antigravity", events: antigravityEvents }, eventName(payload), payload, common);
};

const write: HostAdapter["write"] = (decision, event) => {
  const { word, reason } = planFor(antigravity, {}, decision, event);
  const isHeldUp = antigravity.points[event.point]?.effects.block !== undefined;
  if (word === "pass" || !isHeldUp) return jsonReply({});
  if (word === "allow") return jsonReply({ decision: "allow", reason });
  // Rules of the user are reported to override `ask`, so the call is put to a person with another word.
  return jsonReply({ decision: word === "ask" ? "force_ask" : "deny", reason });
};

const unplaced = (message: string): AgentReply => ({
  ...jsonReply({ decision: "deny", reason: message }),
  stderr: `${message}\n`,
  exitCode: 2,
});

export const antigravityAdapter: HostAdapter = {
  name: "antigravity",
  read,
  write,
  failure: failingLike(write, unplaced),
};
