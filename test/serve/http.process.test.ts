// The port of the resident process: for agents with HTTP hooks, and for whoever tries to be one.

import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { bashCall, messageIn } from "../hook/claude-calls.ts";
import { type Built, hookPlace } from "../hook/place.ts";
import { homesIn, type Resident } from "./residents.ts";
import { type Reply, send } from "./send.ts";

const place = hookPlace();
const homeNamed = homesIn(place.folder);
const home = homeNamed();
let built: Built;
let other: Built;
let url = "";
let token = "";

beforeAll(async () => {
  built = await place.policy(
    "http",
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"
rule src on before_tool_call when any writes under "src" block "Not in src."
  fires on { tool: "write", input: { path: "src/a", content: "" } }
rule prompts on user_prompt_submit when prompt contains "password" block "No passwords." fires on "my password"
`,
  );
  other = await place.policy(
    "other",
    `rule b on before_tool_call when command runs "make b" block "B." fires on "make b"\n`,
  );
  // One for all: what one client has asked must not change what the next one is told.
  await home.start(built.dir, "--http");
  ({ url, token } = home.http());
});

const PROJECT = "/project";
const headers = (more: { readonly [name: string]: string } = {}): { readonly [name: string]: string } => ({
  authorization: `Bearer ${token}`,
  "policyc-project": PROJECT,
  ...more,
});
const post = (
  body: unknown,
  more: { readonly [name: string]: string } = {},
  path = "/hook/claude-code",
): Promise<Reply> =>
  send(url + path, {
    headers: headers(more),
    body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
/** What Claude Code makes of it: a status that is not a success, or nothing, lets the call pass. */
function verdict({ status, text }: Reply): string {
  if (status < 200 || status > 299 || text === "") return "pass";
  const said = JSON.parse(text);
  const { permissionDecision, permissionDecisionReason } = said.hookSpecificOutput ?? {};
  // The end of the turn alone lets the call itself run.
  if (said.continue === false && permissionDecision === "deny") return `deny and stop: ${messageIn(said.stopReason)}`;
  if (said.continue === false) return `stop: ${messageIn(said.stopReason)}`;
  if (permissionDecision !== undefined) return `${permissionDecision}: ${messageIn(permissionDecisionReason)}`;
  return said.decision === "block" ? `block: ${messageIn(said.reason)}` : "pass";
}
const force = bashCall("git push -f");

it("answers an agent's HTTP hook in its words", async () => {
  expect(verdict(await post(force))).toBe("deny: No force.");
  expect(await post(bashCall("git status"))).toMatchObject({ status: 200, text: "" });
  expect(verdict(await post({ ...bashCall(""), hook_event_name: "UserPromptSubmit", prompt: "a password" }))).toBe(
    "block: No passwords.",
  );
  const inside = { ...bashCall("", { cwd: "/project/deep" }), tool_name: "Write" };
  expect(verdict(await post({ ...inside, tool_input: { file_path: "/project/src/a", content: "" } }))).toBe(
    "deny: Not in src.",
  );
  expect(verdict(await post({ ...inside, tool_input: { file_path: "/elsewhere/src/a", content: "" } }))).toBe("pass");
  expect(verdict(await post(force, {}, `/hook/claude-code/${built.revision}`))).toBe("deny: No force.");
  expect(verdict(await post(bashCall("ls"), {}, `/hook/claude-code/${other.revision}`))).toContain("not served");
  expect(verdict(await post(force, { "policyc-project": "project" }))).toContain("policyc-project");
});

describe("refuses, in a way that the agent reads", () => {
  const harmless = bashCall("git status");
  it.each([
    ["no token", { authorization: "" }, "token"],
    ["a wrong token", { authorization: `Bearer ${"0".repeat(64)}` }, "token"],
    ["a token of another length", { authorization: "Bearer x" }, "token"],
    ["a token and more", { authorization: `Bearer ${"0".repeat(64)} ${"0".repeat(64)}` }, "token"],
    ["another scheme", { authorization: `Basic ${"0".repeat(64)}` }, "token"],
    ["the name of a page", { host: "attacker.example" }, "Host"],
    ["the origin of a page", { origin: "http://127.0.0.1" }, "web pages"],
    ["a simple content type", { "content-type": "text/plain" }, "content type"],
  ])("%s", async (_, more, text) => {
    expect(verdict(await post(harmless, more))).toMatch(new RegExp(`^deny and stop: policyc: .*${text}`));
    const plain = await send(`${url}/status`, { method: "GET", headers: headers(more) });
    expect(plain.status).toBe(more["content-type" as never] === undefined ? (text === "token" ? 401 : 403) : 200);
    expect(plain.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it.each<[string, () => string | Buffer, RegExp]>([
    ["an empty body", () => "", /^deny and stop: policyc: the payload cannot be read/],
    ["half a document", () => '{"hook_event_name":"PreToolUse"', /^deny and stop: /],
    ["two documents", () => JSON.stringify(bashCall("ls")).repeat(2), /^deny and stop: /],
    [
      "bytes that are not UTF-8",
      () => Buffer.from(JSON.stringify(bashCall("\u00ff")), "latin1"),
      /^deny and stop: .*UTF-8/,
    ],
    ["50 MB", () => JSON.stringify(bashCall("a".repeat(50_000_000))), /^deny and stop: .*too large/],
    ["a list", () => "[]", /^deny and stop: /],
    ["an unknown event", () => JSON.stringify({ ...bashCall("ls"), hook_event_name: "PreEverything" }), /^stop: /],
    ["a call without input", () => JSON.stringify({ ...bashCall("ls"), tool_input: 7 }), /^deny: /],
  ])("%s", async (_, body, expected) => {
    expect(verdict(await post(body()))).toMatch(expected);
  });

  it("a permission that is asked for, in the words of that event", async () => {
    const asked = { ...bashCall("ls"), hook_event_name: "PermissionRequest" };
    const { text } = await post(asked, { authorization: "Bearer x" });
    expect(JSON.parse(text).hookSpecificOutput).toMatchObject({
      hookEventName: "PermissionRequest",
      decision: { behavior: "deny" },
    });
    const prompt = await post({ ...asked, hook_event_name: "UserPromptSubmit" }, { authorization: "Bearer x" });
    expect(JSON.parse(prompt.text)).toMatchObject({ decision: "block", continue: false });
    expect(JSON.parse(prompt.text).hookSpecificOutput).toBeUndefined();
  });

  it("what is asked in another way", async () => {
    expect((await send(`${url}/hook/claude-code`, { method: "GET", headers: headers() })).text).toContain(
      "does not support this method",
    );
    for (const path of ["/hook/kiro", "/hook/claude-code?x=1", "/hook/claude-code/", "/hook/", "/hook/claude-code/12"])
      expect(verdict(await post(harmless, {}, path)), path).toContain("deny and stop: policyc: unknown path");
    expect((await post(harmless, {}, "/status")).status).toBe(405);
    expect((await post(harmless, {}, "/")).status).toBe(404);
    expect((await send(`${url}/hook/claude-code`, { method: "OPTIONS" })).headers["access-control-allow-methods"]).toBe(
      undefined,
    );
  });
});

it("proves itself to a client that can check it, and believes no other body", async () => {
  const key = Buffer.from(token, "hex");
  const nonce = randomBytes(16).toString("hex");
  const body = JSON.stringify(force);
  const hash = async (text: string): Promise<string> =>
    Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex");
  const bodyHash = await hash(body);
  const proof = createHmac("sha256", key)
    .update(`policyc ask\n${nonce}\nPOST /hook/claude-code\n${bodyHash}`)
    .digest("hex");
  const signed = {
    "policyc-nonce": nonce,
    "policyc-body": bodyHash,
    "policyc-proof": proof,
    "policyc-project": PROJECT,
  };
  const reply = await send(`${url}/hook/claude-code`, { headers: signed, body });
  expect(verdict(reply)).toBe("deny: No force.");
  expect(reply.headers["policyc-proof"]).toBe(
    createHmac("sha256", key).update(`policyc answer\n${nonce}\n200\n${reply.text}`).digest("hex"),
  );
  const changed = await send(`${url}/hook/claude-code`, { headers: signed, body: JSON.stringify(bashCall("ls")) });
  expect(verdict(changed)).toContain("does not match its proof");
  const elsewhere = await send(`${url}/stop`, { headers: signed, body });
  expect(elsewhere.status).toBe(401);
  expect(elsewhere.headers["policyc-proof"]).toBeUndefined();
});

it("gives the socket and the port different keys", async () => {
  expect(readFileSync(home.files.key, "utf8").trim()).not.toBe(token);
  const reply = await send("http://policyc/status", {
    method: "GET",
    headers: { authorization: `Bearer ${token}`, host: "policyc" },
    socketPath: home.files.socket,
  });
  expect(reply.status).toBe(401);
});

it("answers a client that is slow, and gives up one that says nothing", async () => {
  const { hostname, port } = new URL(url);
  const talk = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let said = "";
      const socket = connect(Number(port), hostname, () => void socket.write(text));
      socket.on("data", (chunk) => (said += chunk));
      socket.on("close", () => resolve(said));
      socket.on("error", reject);
    });
  const head = [`POST /hook/claude-code HTTP/1.1`, `host: ${hostname}:${port}`, "content-type: application/json"];
  const [slow, halfHead] = await Promise.all([
    talk([...head, `authorization: Bearer ${token}`, "content-length: 1000", "", '{"half":'].join("\r\n")),
    talk(`${head.join("\r\n")}\r\nx: `),
  ]);
  expect(slow).toMatch(/^HTTP\/1\.1 200 .*"continue":false.*did not arrive in time/s);
  expect(halfHead).toContain("408");
  expect(verdict(await post(force))).toBe("deny: No force.");
});

it("answers many who ask at once, each with its own decision", async () => {
  const commands = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? "git push -f" : `echo ${at}`));
  const expected = commands.map((command) => (command === "git push -f" ? "deny: No force." : "pass"));
  expect((await Promise.all(commands.map((command) => post(bashCall(command))))).map(verdict)).toEqual(expected);
});

it("answers questions that come down one connection in one piece, in their order", async () => {
  const { hostname, port } = new URL(url);
  const question = (command: string, more: string): string => {
    const body = JSON.stringify(bashCall(command));
    const head = Object.entries(headers({ "content-type": "application/json", host: `${hostname}:${port}` }));
    const lines = [...head.map(([name, value]) => `${name}: ${value}`), `content-length: ${body.length}`, more];
    return `POST /hook/claude-code HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  };
  const said = await new Promise<string>((resolve, reject) => {
    let all = "";
    const socket = connect(Number(port), hostname, () => {
      const ask = (command: string): string => question(command, "connection: keep-alive");
      socket.write(ask("ls") + ask("git push -f") + ask("ls") + question("git push -f", "connection: close"));
    });
    socket.on("data", (chunk) => (all += chunk));
    socket.on("close", () => resolve(all));
    socket.on("error", reject);
  });
  const answers = said.split("HTTP/1.1 200 OK").slice(1);
  expect(answers.map((answer) => answer.includes('"deny"'))).toEqual([false, true, false, true]);
});

it("keeps apart projects and agents that ask in turn", async () => {
  const write = { ...bashCall(""), tool_name: "Write", tool_input: { file_path: "/project/src/a", content: "" } };
  const codex = { ...force, turn_id: "t" };
  for (let turn = 0; turn < 3; turn++) {
    expect(verdict(await post(write))).toBe("deny: Not in src.");
    expect(verdict(await post(write, { "policyc-project": "/elsewhere" }))).toBe("pass");
    const other = await post(codex);
    expect(verdict(other)).toBe("deny: No force.");
    expect(other.text).toContain("codex called it");
  }
});

it("asks the rules of a new build as soon as it is there", async () => {
  const rule = (name: string): string =>
    `rule a on before_tool_call when command runs "make ${name}" block "${name}." fires on "make ${name}"\n`;
  const live = await place.policy("live-http", rule("one"));
  const second = homeNamed("live");
  await second.start(live.dir, "--http");
  const { url: address, token: own } = second.http();
  const ask = async (command: string): Promise<string> =>
    verdict(
      await send(`${address}/hook/claude-code`, {
        headers: { authorization: `Bearer ${own}`, "policyc-project": PROJECT },
        body: JSON.stringify(bashCall(command)),
      }),
    );
  expect(await ask("make one")).toBe("deny: one.");
  await place.policy("live-http", rule("two"));
  expect(await ask("make one")).toBe("pass");
  expect(await ask("make two")).toBe("deny: two.");
});

let several: Resident;
it("serves several bundles, each under its revision", async () => {
  const second = homeNamed("two");
  several = await second.start(built.dir, other.dir, "--http");
  const http = second.http();
  const ask = (path: string, command: string): Promise<Reply> =>
    send(http.url + path, {
      headers: { authorization: `Bearer ${http.token}`, "policyc-project": PROJECT },
      body: JSON.stringify(bashCall(command)),
    });
  expect(verdict(await ask("/hook/claude-code", "make b"))).toContain("name the revision");
  expect(verdict(await ask(`/hook/claude-code/${other.revision}`, "make b"))).toBe("deny: B.");
  expect(verdict(await ask(`/hook/claude-code/${built.revision}`, "make b"))).toBe("pass");
  const words = ["--bundle", other.dir, "--revision", other.revision];
  expect((await second.hook(bashCall("make b"), words)).stdout).toContain("B.");
});

it("leaves no process behind, whichever home it was started in", () => {
  expect(several.child.signalCode).toBe("SIGKILL");
});

it("tells its health to anybody, and how it does to whoever has the token, as Prometheus reads it", async () => {
  const fresh = homeNamed("fresh");
  await fresh.start(built.dir, "--http");
  const { url: address, token: own } = fresh.http();
  const authorization = `Bearer ${own}`;
  const ask = (path: string, body?: string): Promise<Reply> =>
    send(address + path, {
      method: body === undefined ? "GET" : "POST",
      headers: headers({ authorization }),
      ...(body !== undefined && { body }),
    });
  expect(await send(`${address}/health`, { method: "GET" })).toMatchObject({ status: 200, text: '{"status":"ok"}\n' });
  for (const body of [JSON.stringify(force), JSON.stringify(bashCall("git status")), "{"])
    await ask("/hook/claude-code", body);
  const { text, headers: told } = await ask("/metrics");
  expect(told["content-type"]).toBe("text/plain; version=0.0.4");
  const lines = text.trimEnd().split("\n");
  const sample = /^[a-z_]+(?:\{[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\[\\"n])*")*\})? [0-9.e+-]+$/;
  for (const line of lines) expect(line).toMatch(line.startsWith("#") ? /^# (?:HELP|TYPE) [a-z_]+ / : sample);
  expect(lines).toEqual(
    expect.arrayContaining([
      'policyc_decisions_total{agent="claude-code",point="before_tool_call",outcome="block"} 1',
      'policyc_decisions_total{agent="claude-code",point="before_tool_call",outcome="pass"} 1',
      'policyc_refusals_total{reason="payload"} 1',
      "policyc_requests_in_flight 1",
    ]),
  );
  const buckets = lines.filter((line) => line.includes("_bucket")).map((line) => Number(line.split(" ").at(-1)));
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  expect(buckets.at(-1)).toBe(4);
  const status = await ask("/status");
  expect(JSON.parse(status.text)).toMatchObject({ bundles: [{ bundle: built.dir, revision: built.revision }] });
});
