// OpenAI's Chat Completions API, as OpenCode and Qwen Code ask it.

import { stream, textOf } from "./serve.mjs";

export const chat = {
  other: () => ({ object: "list", data: [] }),
  read(url, body) {
    if (!url.includes("/chat/completions")) return null;
    const messages = body.messages ?? [];
    const of = (role) => messages.filter((message) => message.role === role).map((message) => textOf(message.content));
    return {
      model: body.model,
      streaming: body.stream === true,
      tools: (body.tools ?? []).map((tool) => tool.function?.name),
      prompts: of("user"),
      results: of("tool"),
    };
  },
  write(response, { model, streaming }, turn, id) {
    const call = turn.name !== undefined;
    const args = JSON.stringify(turn.input);
    const tools = [{ index: 0, id: `call_${id}`, type: "function", function: { name: turn.name, arguments: args } }];
    const said = call
      ? { role: "assistant", content: null, tool_calls: tools }
      : { role: "assistant", content: turn.text };
    const finish = call ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const head = { id: `chatcmpl-${id}`, created: 1, model };
    if (!streaming) {
      response.writeHead(200, { "content-type": "application/json" });
      const choices = [{ index: 0, message: said, finish_reason: finish }];
      response.end(JSON.stringify({ ...head, object: "chat.completion", choices, usage }));
      return;
    }
    const chunk = (choices, more = {}) => [null, { ...head, object: "chat.completion.chunk", choices, ...more }];
    stream(response, [
      chunk([{ index: 0, delta: said, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: finish }], { usage }),
      [null, "[DONE]"],
    ]);
  },
};
