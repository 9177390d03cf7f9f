// What OpenCode's own terminal window does: a server, its event feed, one prompt; every event is printed as a line.
// `opencode run` shows no toasts; they are events of this feed. Arguments: the program, the model, then the prompt.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [program, model, prompt] = process.argv.slice(2);
const [providerID, modelID] = model.split("/");
const server = spawn(program, ["serve", "--hostname", "127.0.0.1", "--port", "0"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await new Promise((found) => {
  createInterface({ input: server.stdout }).on("line", (line) => {
    const listening = /https?:\/\/127\.0\.0\.1:\d+/.exec(line);
    if (listening !== null) found(listening[0]);
  });
});

async function print(feed) {
  const decoder = new TextDecoder();
  for await (const bytes of feed) process.stdout.write(decoder.decode(bytes, { stream: true }));
}

async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  console.log(text);
  return response.ok ? JSON.parse(text) : null;
}

const feed = await fetch(`${url}/event`);
print(feed.body).catch(() => {});
const session = await ask("/session", {});
await ask(`/session/${session.id}/message`, {
  model: { providerID, modelID },
  parts: [{ type: "text", text: prompt }],
});
server.on("close", () => process.exit(0));
server.kill();
