// The scripted model: a loopback server that plays a list of turns in one of the wire formats of this folder.
// How many tool results the conversation holds says which turn is next, so retries and side requests do no harm.

import { createServer } from "node:http";
import { callFor } from "./tools.mjs";

const limit = 32 * 1024 * 1024;

async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > limit) throw new Error("the request is too large");
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return {};
  }
}

/**
 * Starts the model. `turns` are `{ command }` (call the shell tool), `{ write, path, content }` (make a file with the tool
 * for that) or `{ text }` (say it and end). `onTurn` is told how many results there are, before the turn is played.
 * `seen` fills up with the conversation as the agent reported it last: the prompts, the texts of the tool results, and
 * all of it as JSON. `requests` are all of the model's, `asked` those for the next step and not for a title.
 */
export async function startModel(format, turns, onTurn = async () => {}) {
  const seen = { requests: 0, asked: 0, prompts: [], results: [], problems: [], outside: [], heard: "" };
  let calls = 0;
  const server = createServer(async (request, response) => {
    try {
      const body = await bodyOf(request);
      const chat = format.read(request.url, body);
      if (chat === null) {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(format.other(request.url)));
        return;
      }
      seen.requests++;
      const id = String(++calls);
      // Agents also ask for titles and summaries, without the tools that do things.
      if (callFor({ command: "" }, chat.tools) === undefined) {
        format.write(response, chat, { text: "Noted." }, id);
        return;
      }
      seen.asked++;
      seen.prompts = chat.prompts;
      seen.results = chat.results;
      seen.heard = JSON.stringify(body);
      await onTurn(chat.results.length);
      const turn = turns[chat.results.length] ?? { text: "All done." };
      format.write(response, chat, turn.text === undefined ? callFor(turn, chat.tools) : turn, id);
    } catch (error) {
      seen.problems.push(String(error));
      response.destroy();
    }
  });
  // The agents are told that this is their proxy: what they would send beyond loopback is noted and refused.
  server.on("connect", (request, socket) => {
    seen.outside.push(request.url);
    socket.on("error", () => {});
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    seen,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** One event stream: each item is `[name, data]`; a name of null writes no `event:` line. */
export function stream(response, events) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [name, data] of events) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === null ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}

/** The text in what a wire format calls content: a string, a part, or a list of parts. */
export function textOf(content) {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(textOf).join("\n");
  if (content !== null && typeof content === "object") {
    return content.text === undefined
      ? content.content === undefined
        ? JSON.stringify(content)
        : textOf(content.content)
      : textOf(content.text);
  }
  return "";
}
