// A bundle as a Gemini CLI hook. A refusal is `deny` at the top level of the answer at every event; `allow` has no effect
// and is never written.

import type { Json, Point } from "../../language/contract.ts";
import type { HostAdapter } from "../shared/adapter.ts";
import { type ReplyShape, refuse, replaceByReason } from "../shared/answer-shapes.ts";
import { errorText } from "../shared/claude-fields.ts";
import { asText, claudeLike } from "../shared/claude-like.ts";
import { listOf } from "../shared/native-event.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { textParts } from "../shared/response-text.ts";
import { mcpCall } from "../shared/tool-table.ts";
import { geminiCli } from "./capabilities.ts";
import { geminiTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

const deny = refuse("deny");

const toolCall: ReplyShape = (given) => {
  const { plan } = given;
  const { top } = deny(given);
  const { input } = plan.changes;
  return {
    // The text of the question is the message for the user.
    top: plan.word === "ask" ? { decision: "ask", systemMessage: plan.reason } : top,
    specific: input === undefined ? {} : { tool_input: input },
  };
};

/** A synthetic result is read only in a refusal. */
const modelCall: ReplyShape = (given) => {
  const { plan } = given;
  const { model, messages } = plan.changes;
  if (plan.word === "respond")
    return { top: { decision: "deny", reason: plan.reason }, specific: { llm_response: answerOf(plan.reason) } };
  const request: JsonObject = {
    ...(model === undefined ? {} : { model }),
    ...(messages === undefined ? {} : { messages }),
  };
  return { ...deny(given), specific: Object.keys(request).length === 0 ? {} : { llm_request: request } };
};

const modelAnswer: ReplyShape = (given) => {
  const { response } = given.plan.changes;
  return { ...deny(given), specific: typeof response === "string" ? { llm_response: answerOf(response) } : {} };
};

function answerOf(text: string): JsonObject {
  return { candidates: [{ content: { role: "model", parts: [text] }, finishReason: "STOP" }] };
}

/** The model's output: the parts of its answers, and a text that usually repeats them. */
function responseOf(response: Json | undefined): string {
  if (!isObject(response)) return "";
  const contents = listOf(response.candidates).map((candidate) =>
    isObject(candidate) ? candidate.content : undefined,
  );
  const parts = contents.map((content) => textParts(isObject(content) ? content.parts : undefined) ?? "");
  const { text } = response;
  if (typeof text !== "string") return parts.join("\n");
  const isSame = text.replaceAll("\n", "") === parts.join("").replaceAll("\n", "");
  return [text, ...(isSame ? [] : parts)].filter((part) => part !== "").join("\n");
}

/** One event for both; an error inside the result distinguishes them. */
function failedCall(point: Point, { tool_response: response }: JsonObject): Point {
  const isFailed = isObject(response) && fieldOf(response, "error") !== undefined;
  return point === "after_tool_result" && isFailed ? "after_tool_failure" : point;
}

/** The error comes first, followed by the other output of the tool. */
function failureText(response: Json | undefined): string {
  if (!isObject(response)) return "";
  const { error, ...told } = response;
  const text = textParts(told) ?? "";
  return [errorText(error), text].filter((one) => one !== "").join("\n");
}

function namedServer({ mcp_context: context, tool_input: input }: JsonObject) {
  if (!isObject(context) || !isObject(input)) return null;
  const { server_name: server, tool_name: tool } = context;
  return typeof server === "string" && typeof tool === "string" ? mcpCall(server, tool, input) : null;
}

const modelOf = (request: Json | undefined): Json =>
  isObject(request) ? (fieldOf(request, "model") ?? "unknown") : "unknown";

export const geminiCliAdapter: HostAdapter = claudeLike({
  host: geminiCli,
  projectVariables,
  events: {
    SessionStart: "session_start",
    SessionEnd: "session_end",
    BeforeAgent: "user_prompt_submit",
    BeforeModel: "before_model_call",
    AfterModel: "after_model_call",
    BeforeTool: "before_tool_call",
    AfterTool: "after_tool_result",
    AfterAgent: "before_completion_decision",
    PreCompress: "pre_compact",
    Notification: "notification",
  },
  // Selects the tools that are offered; each call has its own event.
  harmless: ["BeforeToolSelection"],
  tools: geminiTools,
  mcpCall: namedServer,
  callDirs: ["dir_path", "directory"],
  pointOf: failedCall,
  fields: {
    after_tool_failure: {},
    before_completion_decision: { last_message: "prompt_response", stop_hook_active: "stop_hook_active" },
  },
  taken: ["tool_response", "llm_request", "llm_response"],
  more: {
    before_completion_decision: () => ({}),
    before_model_call: ({ llm_request: request }) => ({
      model: modelOf(request),
      messages: isObject(request) ? (fieldOf(request, "messages") ?? []) : [],
      tools: [],
    }),
    after_model_call: ({ llm_request, llm_response }) => ({
      model: modelOf(llm_request),
      response: responseOf(llm_response),
    }),
    after_tool_failure: ({ tool_response }) => ({ error: failureText(tool_response) }),
  },
  shapes: {
    user_prompt_submit: deny,
    before_model_call: modelCall,
    after_model_call: modelAnswer,
    before_tool_call: toolCall,
    after_tool_result: replaceByReason("deny"),
    after_tool_failure: replaceByReason("deny"),
    before_completion_decision: deny,
  },
  rewrites: {
    after_tool_result: { output: asText },
    after_tool_failure: { output: asText },
    before_model_call: { model: asText, messages: (value) => (Array.isArray(value) ? value : null) },
    after_model_call: { response: asText },
  },
});
