// A process hook of picoclaw that behaves as its first argument says. Every call but hello goes to the behaviour.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const [behaviour = "rewrite", argument = ""] = process.argv.slice(2);
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const rewritten = (params) => ({
  action: "modify",
  call: {
    ...params,
    arguments: { ...params.arguments, command: `${params.arguments.command} (${params.meta.SessionKey})` },
  },
});
const answer = ({ id, params }) => say({ id, result: rewritten(params) });
const held = [];

const behaviours = {
  rewrite: answer,
  echo: ({ id, params }) => say({ id, result: { action: "continue", call: params } }),
  result: ({ id }) => say({ id, result: JSON.parse(argument) }),
  error: ({ id }) => say({ id, error: JSON.parse(argument) }),
  silent: () => {},
  twice: (message) => {
    answer(message);
    say({ id: message.id, result: { action: "abort_turn", reason: "the second answer" } });
  },
  reversed: (message) => {
    held.push(message);
    if (held.length < Number(argument)) return;
    for (const one of held.splice(0).reverse()) answer(one);
  },
  "unknown-ids": (message) => {
    for (const id of [0, -1, 999_999, null, 1.5]) say({ id, result: { action: "abort_turn" } });
    say({ result: { action: "abort_turn" } });
    say({ id: 1, method: "host.run", params: {} });
    answer(message);
  },
  "string-id": ({ id, params }) => say({ id: String(id), result: rewritten(params) }),
  garbage: (message) => {
    process.stdout.write('hello world\n[]\n\n{"id":\n\u0000\n{"__proto__":{"id":1},"id":2}\n');
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]));
    answer(message);
  },
  "byte-by-byte": ({ id, params }) => {
    const line = Buffer.from(`\ufeff${JSON.stringify({ id, result: rewritten(params) })}\r\n`);
    for (const byte of line) writeSync(1, Buffer.from([byte]));
  },
  flood: () => setInterval(() => process.stdout.write("x\n".repeat(2000)), 1),
  "endless-line": () => setInterval(() => process.stdout.write("x".repeat(65_536)), 1),
  "long-line": ({ id }) => say({ id, result: { action: "continue", reason: "x".repeat(1024 * 1024) } }),
  dies: () => {
    process.stderr.write("oops: no rules\n");
    process.exit(Number(argument));
  },
  "answers-and-dies": (message) => {
    answer(message);
    process.exitCode = 0;
    process.stdin.destroy();
  },
  crashes: () => process.kill(process.pid, "SIGKILL"),
  "closes-output": () => process.stdout.end(),
  slow: (message) => setTimeout(() => answer(message), Number(argument)),
  environment: ({ id }) =>
    say({ id, result: { action: "deny_tool", reason: JSON.stringify([process.env, process.cwd()]) } }),
  observe: ({ id, method, params }) =>
    id === undefined ? process.stderr.write(`${method} ${params.kind}\n`) : answer({ id, params }),
  "never-reads": () => {},
};

if (behaviour === "never-reads") setInterval(() => {}, 1000);
else if (behaviour === "ignores-close") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (behaviour === "no-hello") setInterval(() => {}, 1000);
else if (behaviour !== "never-reads") {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method !== "hook.hello") (behaviours[behaviour] ?? answer)(message);
    else if (behaviour === "refuses-hello")
      say({ id: message.id, error: { code: -32601, message: "method not found" } });
    else say({ id: message.id, result: { anything: true } });
  });
} else say({ id: 1, result: {} });
