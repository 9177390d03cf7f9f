// External hooks side by side with the least that could do the same: a bare spawn, a bare line over a pipe, a bare worker.
// What is compared is first shown to do the same work.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { row } from "./decide.mjs";
import { measure } from "./measure.mjs";
import { toolEvent, toolRules } from "./policy-text.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = (name) => import(pathToFileURL(join(root, "dist", name)).href);

const ECHO_SH = `#!/bin/sh
IFS= read -r event
echo 'refused by the script' >&2
exit 2
`;
const ECHO_MJS = `import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const result = method === "hook.hello" ? {} : { action: "deny_tool", reason: "refused by the process" };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});
`;
const HOOKS = `
rule spawned
  on before_tool_call
  when tool == "search"
  run ["sh", file("echo.sh")] timeout 10s may block fail closed
  fires on { tool: "search", input: { pattern: "x" } }

rule stays
  on before_tool_call
  when tool == "fetch"
  run ["node", file("echo.mjs")] protocol picoclaw timeout 10s may block fail closed
  fires on { tool: "fetch", input: { url: "https://example.org/" } }
`;

export async function hooksBench() {
  const folder = await mkdtemp(join(tmpdir(), "policyc-bench-hooks-"));
  try {
    await writeFile(join(folder, "echo.sh"), ECHO_SH, { mode: 0o755 });
    await writeFile(join(folder, "echo.mjs"), ECHO_MJS);
    const hooked = await build(folder, "hooked", `${toolRules(100)}${HOOKS}`);
    const plain = await build(folder, "plain", toolRules(100));
    return [
      ...(await spawned(folder, hooked)),
      ...(await staying(folder, hooked)),
      ...(await builtin(hooked, plain)),
      ...(await worker(plain)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function build(folder, name, text) {
  const { buildBundle } = await dist("compiler.mjs");
  await writeFile(join(folder, `${name}.policy`), text);
  const outDir = join(folder, name);
  const built = await buildBundle([`${name}.policy`], { cwd: folder, packsDir: join(root, "policies"), outDir });
  const errors = built.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return outDir;
}

const load = async (folder, options) => (await dist("runtime.mjs")).loadPolicy(folder, options);

const searchEvent = (folder) => ({
  point: "before_tool_call",
  tool: "search",
  input: { pattern: "x" },
  session_id: "bench",
  workdir: folder,
  cwd: folder,
});

/** The event as the hook of the policy gets it, so that both sides write the same bytes. */
async function spawned(folder, bundle) {
  const policy = await load(bundle);
  const event = searchEvent(folder);
  const payload = `${JSON.stringify({ ...event, time: new Date().toISOString(), tool_name: "search", hook_id: "spawned", scope: "user" })}\n`;
  const script = join(folder, "echo.sh");
  const env = { POLICYC_HOOK_ID: "spawned", POLICYC_POINT: "before_tool_call", POLICYC_PROTOCOL: "1" };
  const bare = () =>
    new Promise((resolve, reject) => {
      const child = spawn("/bin/sh", [script], { env, cwd: folder, stdio: "pipe" });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk) => (stdout += chunk));
      child.stderr.on("data", (chunk) => (stderr += chunk));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout, stderr }));
      child.stdin.on("error", () => {});
      child.stdin.end(payload);
    });
  const ours = () => policy.decide(event);
  const [byHand, decision] = [await bare(), await ours()];
  same("spawn", byHand.code === 2 && byHand.stderr, "refused by the script\n");
  same("spawn", decision.reasons[0]?.message, "spawned: refused by the script");
  const times = await measure({ bare, ours }, { rounds: 61, targetMs: 40 });
  await policy.close();
  return [
    row("decide with a spawned sh hook to a bare spawn", times.ours / times.bare, "<=", 1.5),
    { name: "bare spawn of sh", value: times.bare / 1e6, unit: "ms" },
  ];
}

async function staying(folder, bundle) {
  const policy = await load(bundle);
  const event = { ...searchEvent(folder), tool: "fetch", input: { url: "https://example.org/" } };
  const child = spawn(process.execPath, [join(folder, "echo.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  const params = { meta: { SessionKey: "bench" }, tool: "web_fetch", arguments: event.input };
  const bare = () =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "hook.before_tool", params })}\n`);
    });
  const ours = () => policy.decide(event);
  same("line", (await bare()).reason, "refused by the process");
  same("line", (await ours()).reasons[0]?.message, "stays: Tool execution denied by hook: refused by the process");
  const times = await measure({ bare, ours });
  child.stdin.end();
  await policy.close();
  return [
    row("decide with a hook that stays to a bare JSON line echo", times.ours / times.bare, "<=", 3),
    { name: "bare JSON line echo", value: times.bare / 1000, unit: "us" },
  ];
}

/** Hooks that do not match must cost nothing: the same events, the same rules, with and without them. */
async function builtin(hooked, plain) {
  const [withHooks, without] = [await load(hooked), await load(plain)];
  const events = Array.from({ length: 64 }, (_, i) => JSON.parse(JSON.stringify({ ...toolEvent, call_id: `c${i}` })));
  const names = ({ reasons }) => reasons.map(({ rule }) => rule).join();
  same("builtin", names(await withHooks.decide(events[0])), names(await without.decide(events[0])));
  let turn = 0;
  const next = () => events[turn++ & 63];
  const times = await measure({
    syncWith: () => withHooks.decideSync(next()),
    syncWithout: () => without.decideSync(next()),
    decideWith: () => withHooks.decide(next()),
    decideWithout: () => without.decide(next()),
  });
  await Promise.all([withHooks.close(), without.close()]);
  return [
    row("decideSync beside hooks that do not match", times.syncWith / times.syncWithout, "<=", 1.15),
    row("decide beside hooks that do not match", times.decideWith / times.decideWithout, "<=", 1.5),
  ];
}

/** Worker mode against the least that crosses the same border: a message there and one back. */
async function worker(bundle) {
  const { Worker } = await import("node:worker_threads");
  let policy;
  try {
    policy = await load(bundle, { worker: true });
  } catch (error) {
    if (error.code !== "P607") throw error;
    console.error("worker mode is not available in this build; its rows are left out");
    return [];
  }
  const source = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, event }) => parentPort.postMessage({ id, decision: { ...event.answer, id } }));`;
  const peer = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const direct = await load(bundle);
  const answer = await direct.decide(toolEvent);
  const waiting = new Map();
  peer.on("message", ({ id, decision }) => {
    waiting.get(id)?.(decision);
    waiting.delete(id);
  });
  let last = 0;
  const event = { ...toolEvent, answer };
  const bare = () =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      peer.postMessage({ id, event });
    });
  const ours = () => policy.decide(toolEvent);
  const names = ({ reasons }) => reasons.map(({ rule }) => rule).join();
  same("worker", names(await ours()), names(await bare()));
  const times = await measure({ bare, ours });
  await Promise.all([policy.close(), direct.close(), peer.terminate()]);
  return [
    row("worker-mode decide to a bare worker round trip", times.ours / times.bare, "<=", 2),
    { name: "bare worker round trip", value: times.bare / 1000, unit: "us" },
  ];
}

function same(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
}
