// Anthropic's Messages API, as Claude Code asks it.

import { stream, textOf } from "./serve.mjs";

const parts = (message) =>
  Array.isArray(message.content) ? message.content : [{ type: "text", text: message.content }];

export const anthropic = {
  other: () => ({ input_tokens: 10 }),
  read(url, body) {
    if (!url.startsWith("/v1/messages") || url.includes("count_tokens")) return null;
    const user = (body.messages ?? []).filter((message) => message.role === "user").flatMap(parts);
    return {
      model: body.model,
      streaming: body.stream === true,
      tools: (body.tools ?? []).map((tool) => tool.name),
      prompts: user.filter((part) => part.type === "text").map((part) => part.text),
      results: user.filter((part) => part.type === "tool_result").map((part) => textOf(part.content)),
    };
  },
  write(response, { model, streaming }, turn, id) {
    const call = turn.name !== undefined;
    const block = call
      ? { type: "tool_use", id: `toolu_${id}`, name: turn.name, input: turn.input }
      : { type: "text", text: turn.text };
    const message = {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      model,
      content: [block],
      stop_reason: call ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 5 },
    };
    if (!streaming) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(message));
      return;
    }
    const event = (type, data) => [type, { type, ...data }];
    stream(response, [
      event("message_start", { message: { ...message, content: [], stop_reason: null } }),
      event("content_block_start", {
        index: 0,
        content_block: call ? { ...block, input: {} } : { ...block, text: "" },
      }),
      event("content_block_delta", {
        index: 0,
        delta: call
          ? { type: "input_json_delta", partial_json: JSON.stringify(block.input) }
          : { type: "text_delta", text: block.text },
      }),
      event("content_block_stop", { index: 0 }),
      event("message_delta", {
        delta: { stop_reason: message.stop_reason, stop_sequence: null },
        usage: { output_tokens: 5 },
      }),
      event("message_stop", {}),
    ]);
  },
};
