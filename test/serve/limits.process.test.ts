// More than the resident process takes on: whoever has the key is refused in words that are read, and never kept waiting.

import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { askSocket } from "../../src/service/client/ask-socket.ts";
import { runFiles } from "../../src/service/client/run-folder.ts";
import { type Served, serve } from "../../src/service/resident/serve.ts";
import { bashCall } from "../hook/claude-calls.ts";
import { type Built, hookPlace } from "../hook/place.ts";
import { type Reply, send } from "./send.ts";

const place = hookPlace();
const files = runFiles(join(place.folder, "run"), "test");
const limits = { inFlight: 3, connections: 6 };
let built: Built;
let served: Served;
const clients: Socket[] = [];

beforeAll(async () => {
  vi.stubEnv("HOME", place.folder);
  built = await place.policy(
    "limits",
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"\n`,
  );
});
afterAll(() => void vi.unstubAllEnvs());

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  served.stop();
  await served.ended;
});

async function begin(): Promise<{ readonly url: string; readonly token: string }> {
  const log = (): void => undefined;
  served = await serve({ files, bundles: [built.dir], port: 0, version: "0", idleMs: null, limits, log });
  return JSON.parse(readFileSync(files.http, "utf8"));
}

type Http = Awaited<ReturnType<typeof begin>>;

const ask = ({ url, token }: Http, command = "git status"): Promise<Reply> =>
  send(`${url}/hook/claude-code`, {
    headers: { authorization: `Bearer ${token}`, "policyc-project": "/project" },
    body: JSON.stringify(bashCall(command)),
  });

/** A client that says this much and then nothing; `said` is what it is told. */
async function client({ url }: Http, text = ""): Promise<{ readonly socket: Socket; said(): string }> {
  const { hostname, port } = new URL(url);
  let said = "";
  const socket = connect(Number(port), hostname);
  clients.push(socket);
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => (said += chunk));
  await new Promise<void>((done) => socket.once("connect", done));
  socket.write(text);
  return { socket, said: () => said };
}

/** A question of which half is still to come. */
const half = ({ url }: Http, token: string): string =>
  [
    ...["POST /hook/claude-code HTTP/1.1", `host: ${new URL(url).host}`, `authorization: Bearer ${token}`],
    ...["content-type: application/json", "policyc-project: /project", "content-length: 1000", "", '{"half":'],
  ].join("\r\n");

const busy = { status: 200, text: expect.stringMatching(/"continue":false.*is overloaded.*"decision":"block"/) };

async function metric(http: Http, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${http.token}` };
  const { text } = await send(`${http.url}/metrics`, { method: "GET", headers });
  return text.split("\n").find((line) => line.startsWith(name)) ?? "";
}

it("refuses in the agent's words while too many questions wait, and answers again afterwards", async () => {
  const http = await begin();
  for (let i = 0; i < limits.inFlight; i++) await client(http, half(http, http.token));
  await expect.poll(() => metric(http, "policyc_requests_in_flight")).toMatch(/ 4$/);
  expect(await ask(http)).toMatchObject(busy);
  const asked = await askSocket({ files, method: "POST", path: "/ask", body: Buffer.from("{}\n{}"), limitMs: 5000 });
  expect(asked.status).toBe(503);
  expect(await metric(http, 'policyc_refusals_total{reason="busy"}')).toMatch(/ 2$/);
  for (const socket of clients.splice(0)) socket.destroy();
  await expect.poll(() => metric(http, "policyc_requests_in_flight")).toMatch(/ 1$/);
  expect(await ask(http)).toMatchObject({ status: 200, text: "" });
  expect((await ask(http, "git push -f")).text).toContain("No force.");
});

it("is not made busy by questions of those who have no token", async () => {
  const http = await begin();
  for (let i = 0; i < limits.inFlight + 1; i++) await client(http, half(http, "0".repeat(64)));
  expect((await ask(http, "git push -f")).text).toContain("No force.");
});

it("refuses on connections beyond those it answers on, and can be stopped over one", async () => {
  const http = await begin();
  const held = await Promise.all(Array.from({ length: limits.connections }, () => client(http)));
  expect(await ask(http)).toMatchObject({ ...busy, headers: { connection: "close" } });
  for (const { socket } of held) socket.destroy();
  await expect.poll(async () => (await ask(http)).text).toBe("");
  for (let i = 0; i < limits.connections; i++) await client(http);
  const stopped = await askSocket({ files, method: "POST", path: "/stop", body: Buffer.alloc(0), limitMs: 5000 });
  expect(stopped.status).toBe(200);
  for (const socket of clients.splice(0)) socket.destroy();
  await served.ended;
});

it("closes at once on connections beyond those it can refuse on, and counts them", async () => {
  const http = await begin();
  const held = await Promise.all(Array.from({ length: limits.connections * 4 }, () => client(http)));
  await expect(ask(http)).rejects.toThrow(/ECONNRESET|socket hang up|EPIPE/);
  for (const { socket } of held) socket.destroy();
  await expect
    .poll(() => metric(http, 'policyc_refusals_total{reason="dropped"}').catch(() => ""))
    .toMatch(/ [1-9]\d*$/);
  expect((await ask(http, "git push -f")).text).toContain("No force.");
});

it("does not take the place of what is not a socket", async () => {
  const other = runFiles(files.folder, "other");
  writeFileSync(other.socket, "this is a file");
  const log = (): void => undefined;
  const starting = serve({ files: other, bundles: [], port: null, version: "0", idleMs: null, log });
  await expect(starting).rejects.toThrow("already exists and is not a socket");
  expect(readFileSync(other.socket, "utf8")).toBe("this is a file");
  await begin();
});
