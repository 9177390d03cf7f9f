// A bundle as a Claude Code command hook.

import type { Json, PolicyEvent } from "../../language/contract.ts";
import type { HostAdapter } from "../shared/adapter.ts";
import { behavior, endTurn, type ReplyShape, refuse, replaceText } from "../shared/answer-shapes.ts";
import { asText, claudeLike } from "../shared/claude-like.ts";
import { withheld } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { mcpResponseOf, responseOf } from "../shared/response-text.ts";
import { mcpCall } from "../shared/tool-table.ts";
import { claudeCode } from "./capabilities.ts";
import { claudeTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

/** A reason alone would only be shown next to the result, so the result is replaced to withhold it. */
const replaceResult: ReplyShape = (reply) => {
  const { plan, event } = reply;
  const { top } = refuse("block")(reply);
  const output = plan.word === "deny" ? resultOf(withheld(plan.reason), event) : plan.changes.output;
  const key = event.tool === "mcp" ? "updatedMCPToolOutput" : "updatedToolOutput";
  return { top, specific: output === undefined ? {} : { [key]: output } };
};

/** The text in the shape of the result that it replaces. */
function resultOf(text: string, { tool, metadata }: PolicyEvent): Json {
  const response = isObject(metadata) ? (fieldOf(metadata, "tool_response") ?? "") : "";
  return tool === "mcp" ? mcpResponseOf(text, response) : responseOf(text, response);
}

/** A server name may contain the separator; the payload has the server in a field of its own. */
function namedServer({ mcp_server: server, tool_name: name, tool_input: input }: JsonObject) {
  if (!isObject(server) || typeof server.name !== "string" || typeof name !== "string" || !isObject(input)) return null;
  const prefix = `mcp__${server.name}__`;
  return name.startsWith(prefix) ? mcpCall(server.name, name.slice(prefix.length), input) : null;
}

export const claudeCodeAdapter: HostAdapter = claudeLike({
  host: claudeCode,
  projectVariables,
  // It reports a decision that has already been made.
  harmless: ["PermissionDenied"],
  tools: claudeTools,
  mcpCall: namedServer,
  runId: "prompt_id",
  // The reply to a result copies the shape of that result.
  taken: ["tool_calls"],
  shapes: {
    before_model_call: refuse("block"),
    before_permission_decision: behavior("interrupt"),
    after_tool_result: replaceResult,
    after_tool_failure: endTurn,
    assistant_message_render: replaceText("message", "displayContent"),
    pre_compact: refuse("block"),
  },
  rewrites: {
    after_tool_result: { output: (text, event) => (typeof text === "string" ? resultOf(text, event) : null) },
    assistant_message_render: { message: asText },
  },
});
