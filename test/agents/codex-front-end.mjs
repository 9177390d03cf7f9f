// What an editor's extension does with Codex: one turn through `codex app-server`, every notification printed as a line.
// `codex exec` shows no messages of hooks; front ends get them here. Arguments: the program, then the prompt.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [program, prompt] = process.argv.slice(2);
const server = spawn(program, ["app-server"], { stdio: ["pipe", "pipe", "inherit"] });
const send = (message) => server.stdin.write(`${JSON.stringify(message)}\n`);

/** The requests of one turn, each made of the answer to the one before. */
const steps = [
  () => ({ method: "initialize", params: { clientInfo: { name: "policyc-test", title: null, version: "1.0.0" } } }),
  () => {
    send({ method: "initialized" });
    return { method: "hooks/list", params: { cwds: [process.cwd()] } };
  },
  // The user's review: every hook found is trusted by its hash, without which none would run.
  ({ data }) => {
    const hooks = data.flatMap((entry) => entry.hooks);
    const value = Object.fromEntries(hooks.map((hook) => [hook.key, { trusted_hash: hook.currentHash }]));
    const edits = [{ keyPath: "hooks.state", mergeStrategy: "upsert", value }];
    return { method: "config/batchWrite", params: { edits, reloadUserConfig: true } };
  },
  () => ({
    method: "thread/start",
    params: { cwd: process.cwd(), approvalPolicy: "never", sandbox: "danger-full-access" },
  }),
  ({ thread }) => ({ method: "turn/start", params: { threadId: thread.id, input: [{ type: "text", text: prompt }] } }),
];
let next = 0;
const step = (result) => {
  const request = steps[next]?.(result);
  if (request !== undefined) send({ id: next++, ...request });
};

createInterface({ input: server.stdout }).on("line", (line) => {
  console.log(line);
  const message = JSON.parse(line);
  if (message.error !== undefined || message.method === "turn/completed") server.stdin.end();
  else if (message.id === next - 1 && message.result !== undefined) step(message.result);
});
server.on("close", (code) => process.exit(code ?? 1));
step();
