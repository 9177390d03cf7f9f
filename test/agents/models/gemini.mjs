// Google's generateContent API, as Gemini CLI asks it.

import { stream, textOf } from "./serve.mjs";

export const gemini = {
  other: () => ({ totalTokens: 5 }),
  read(url, body) {
    if (!url.includes("enerateContent")) return null;
    const parts = (body.contents ?? []).flatMap((content) =>
      (content.parts ?? []).map((part) => ({ ...part, role: content.role })),
    );
    return {
      streaming: url.includes("streamGenerateContent"),
      tools: (body.tools ?? []).flatMap((tool) => (tool.functionDeclarations ?? []).map((one) => one.name)),
      prompts: parts.filter((part) => part.role === "user" && part.text !== undefined).map((part) => part.text),
      results: parts
        .filter((part) => part.functionResponse !== undefined)
        .map((part) => textOf(JSON.stringify(part.functionResponse.response))),
    };
  },
  write(response, { streaming }, turn) {
    const part =
      turn.name === undefined ? { text: turn.text } : { functionCall: { name: turn.name, args: turn.input } };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: "scripted",
    };
    if (streaming) {
      stream(response, [[null, answer]]);
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  },
};
