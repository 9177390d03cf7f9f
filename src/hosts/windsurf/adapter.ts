// A bundle as a Windsurf Cascade hook. Only the exit code decides: 2 refuses the action of a `pre_` event, and its stderr
// goes to the agent. stdout is shown to the user where `show_output` is set.

import type { Json } from "../../language/contract.ts";
import type { EventFields, HostAdapter } from "../shared/adapter.ts";
import { failingLike, refusedByExit, textReply } from "../shared/exit-reply.ts";
import { callFields, type NativeEvents, readNative, restOf, timeOf } from "../shared/native-event.ts";
import type { CallShape } from "../shared/pending-call.ts";
import { planFor } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { mcpCall } from "../shared/tool-table.ts";
import { windsurf } from "./capabilities.ts";
import { windsurfTools } from "./tools.ts";

type Reader = (info: JsonObject) => EventFields;

const callOf =
  (name: string): Reader =>
  (info) => ({ ...callFields(windsurfTools, name, restOf(info, ["cwd", "output", "result"])), cwd: info.cwd });

const mcpOf: Reader = ({ mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: input }) => {
  if (typeof server !== "string" || typeof tool !== "string" || tool === "")
    return { fault: "the server and the tool must be strings" };
  if (!isObject(input)) return { fault: "mcp_tool_arguments must be an object" };
  return { ...mcpCall(server, tool, input), tool_name: `${server}/${tool}` };
};

/** The field for a command's output is not documented; the first one present is used. */
const outputOf = ({ output, result, mcp_result }: JsonObject): EventFields => {
  const text: Json = output ?? result ?? mcp_result ?? "";
  return { output: typeof text === "string" ? text : JSON.stringify(text), is_error: false };
};

const pre = (reader: Reader) => ({ point: "before_tool_call", fields: within(reader) }) as const;
const post = (reader: Reader) =>
  ({ point: "after_tool_result", fields: within((info) => ({ ...reader(info), ...outputOf(info) })) }) as const;

/** Everything about the action is in `tool_info`. */
function within(reader: Reader): NativeEvents[string]["fields"] {
  return ({ tool_info }) => (isObject(tool_info) ? reader(tool_info) : { fault: "tool_info must be an object" });
}

export const windsurfEvents: NativeEvents = {
  pre_user_prompt: { point: "user_prompt_submit", fields: within(({ user_prompt }) => ({ prompt: user_prompt })) },
  pre_run_command: pre(callOf("run_command")),
  pre_write_code: pre(callOf("write_code")),
  pre_read_code: pre(callOf("read_code")),
  pre_mcp_tool_use: pre(mcpOf),
  post_run_command: post(callOf("run_command")),
  post_write_code: post(callOf("write_code")),
  post_read_code: post(callOf("read_code")),
  post_mcp_tool_use: post(mcpOf),
  post_cascade_response: {
    point: "after_model_call",
    fields: (payload) => ({
      ...within(({ response }) => ({ response: response ?? "" }))(payload),
      model: payload.model_name ?? "unknown",
    }),
  },
};

const calls: readonly CallShape[] = [
  { event: "pre_run_command", inside: "tool_info", fields: ["command_line"] },
  { event: "pre_mcp_tool_use", inside: "tool_info", fields: ["mcp_tool_name", "mcp_tool_arguments"] },
  { event: "pre_write_code", inside: "tool_info", fields: ["file_path", "edits"] },
  { event: "pre_read_code", inside: "tool_info", fields: ["file_path"] },
];

const read: HostAdapter["read"] = (payload) => {
  if (!isObject(payload)) return { error: "the payload of windsurf must be an object", point: null };
  const { trajectory_id, execution_id, timestamp } = payload;
  const common = {
    session_id: trajectory_id,
    run_id: execution_id,
    time: timeOf(timestamp),
    metadata: restOf(payload, ["trajectory_id", "execution_id", "timestamp", "tool_info"]),
  };
  const name = fieldOf(payload, "agent_action_name");
  return readNative({ name: "windsurf", events: windsurfEvents, calls }, name, payload, common);
};

const write: HostAdapter["write"] = (decision, event) => {
  const { word, reason, warnings } = planFor(windsurf, {}, decision, event);
  if (word === "pass" || word === "allow") return textReply(warnings);
  const isHeldUp = windsurf.points[event.point]?.effects.block !== undefined;
  return isHeldUp ? refusedByExit(reason) : textReply([...warnings, reason]);
};

export const windsurfAdapter: HostAdapter = {
  name: "windsurf",
  read,
  write,
  failure: failingLike(write, refusedByExit),
};
