// A bundle as a Kiro hook. Exit code 2 refuses a tool call, with the reason on stderr; any other code except 0 is a warning;
// stdout becomes context for the model at the start of a session or prompt.

import type { Json } from "../../language/contract.ts";
import { type EventFields, type HostAdapter, silence } from "../shared/adapter.ts";
import { failingLike, refusedByExit, textReply } from "../shared/exit-reply.ts";
import { callFields, listOf, type NativeEvents, readNative, restOf } from "../shared/native-event.ts";
import { toolCallAs } from "../shared/pending-call.ts";
import { planFor } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { kiro } from "./capabilities.ts";
import { kiroTools } from "./tools.ts";

const toolOf = ({ tool_name, tool_input, tool_use_id }: JsonObject): EventFields => ({
  ...callFields(kiroTools, tool_name, tool_input ?? {}),
  call_id: tool_use_id,
});

/** `{"success": true, "result": [...]}`: usually a list of one. */
function outputOf(response: Json | undefined): EventFields {
  const unwrapped = (result: Json): Json => {
    const [only, ...more] = listOf(result);
    return only === undefined || more.length > 0 ? result : only;
  };
  const given = isObject(response) ? (fieldOf(response, "result") ?? null) : null;
  const whole = isObject(response) && given !== null ? { ...response, result: unwrapped(given) } : response;
  return {
    output: responseText(unwrapped(whole ?? ""), ["result"]),
    is_error: isObject(response) && response.success === false,
  };
}

const fileOf =
  (change: string): NativeEvents[string]["fields"] =>
  ({ file_path, path }) => ({ path: file_path ?? path, change });

const both = (names: readonly string[], event: NativeEvents[string]): NativeEvents =>
  Object.fromEntries(names.map((name) => [name, event]));

/** The event names of 2.x and of 3.0. */
export const kiroEvents: NativeEvents = {
  ...both(["agentSpawn", "SessionStart"], { point: "session_start", fields: () => ({ source: "unknown" }) }),
  ...both(["userPromptSubmit", "UserPromptSubmit"], {
    point: "user_prompt_submit",
    fields: ({ prompt }) => ({ prompt }),
  }),
  ...both(["preToolUse", "PreToolUse"], { point: "before_tool_call", fields: toolOf }),
  ...both(["postToolUse", "PostToolUse"], {
    point: "after_tool_result",
    fields: (payload) => ({ ...toolOf(payload), ...outputOf(payload.tool_response) }),
  }),
  ...both(["stop", "Stop"], {
    point: "before_completion_decision",
    fields: () => ({ unknown: ["last_message", "stop_hook_active"] }),
  }),
  PostFileCreate: { point: "file_changed", fields: fileOf("created") },
  PostFileSave: { point: "file_changed", fields: fileOf("modified") },
  PostFileDelete: { point: "file_changed", fields: fileOf("deleted") },
};

const placed: readonly string[] = ["hook_event_name", "session_id", "cwd", "prompt", "tool_name", "tool_input"];

const read: HostAdapter["read"] = (payload) => {
  if (!isObject(payload)) return { error: "the payload of kiro must be an object", point: null };
  // No known version sends a session id: all sessions share their marks then, which only makes rules stricter.
  const { session_id, cwd } = payload;
  const common = { session_id, workdir: cwd, cwd, metadata: restOf(payload, placed) };
  const name = fieldOf(payload, "hook_event_name");
  return readNative({ name: "kiro", events: kiroEvents, calls: [toolCallAs("preToolUse")] }, name, payload, common);
};

/** Any code except 0 and 2 would do. Node and shells never exit with this one, so a failed hook is not mistaken for a warning. */
export const WARNING = 20;

const write: HostAdapter["write"] = (decision, event) => {
  const { word, reason, warnings, notes } = planFor(kiro, {}, decision, event);
  if (word !== "pass" && word !== "allow") return refusedByExit(reason);
  if (warnings.length > 0) return { ...silence, stderr: `${warnings.join("\n")}\n`, exitCode: WARNING };
  return textReply(notes);
};

export const kiroAdapter: HostAdapter = { name: "kiro", read, write, failure: failingLike(write, refusedByExit) };
