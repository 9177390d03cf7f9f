// OpenAI's Responses API, as Codex asks it.

import { stream, textOf } from "./serve.mjs";

export const responses = {
  other: () => ({ data: [], models: [] }),
  read(url, body) {
    if (!url.includes("/responses")) return null;
    const items = Array.isArray(body.input) ? body.input : [];
    return {
      tools: (body.tools ?? []).map((tool) => tool.name ?? tool.type),
      prompts: items.filter((item) => item.role === "user").map((item) => textOf(item.content)),
      results: items.filter((item) => item.type === "function_call_output").map((item) => textOf(item.output)),
    };
  },
  write(response, _chat, turn, id) {
    const item =
      turn.name === undefined
        ? { type: "message", id: `m_${id}`, role: "assistant", content: [{ type: "output_text", text: turn.text }] }
        : {
            type: "function_call",
            id: `fc_${id}`,
            call_id: `call_${id}`,
            name: turn.name,
            arguments: JSON.stringify(turn.input),
          };
    const usage = {
      input_tokens: 1,
      input_tokens_details: null,
      output_tokens: 1,
      output_tokens_details: null,
      total_tokens: 2,
    };
    const event = (type, data) => [type, { type, ...data }];
    stream(response, [
      event("response.created", { response: { id: `r_${id}` } }),
      event("response.output_item.done", { output_index: 0, item }),
      event("response.completed", { response: { id: `r_${id}`, usage } }),
    ]);
  },
};
