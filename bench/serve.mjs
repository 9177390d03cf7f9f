// The resident process beside a bare HTTP echo in a process of its own: round trips in interleaved pairs, and throughput over
// connections that stay. And its memory, and what the processor does for it, while it answers clients over its socket. What
// is compared is first shown to give the right answers.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import autocannon from "autocannon";
import { forcedPush, isRefusal, nodeClient, program, root, safeCall, withHome } from "./agent-calls.mjs";
import { withBundle } from "./build-policy.mjs";
import { row } from "./decide.mjs";
import { median } from "./measure.mjs";
import { toolRules } from "./policy-text.mjs";
import { ask, headersFor, residentOf } from "./residents.mjs";
import { run } from "./spawned.mjs";

const PAIRS = 50;
const CALLS = 40;
/** Code that runs often enough is compiled; a process that stays has done that long ago. */
const WARM_UP = 3000;
const ROUNDS = 5;

/** A hundred rules, some of them about commands; none that writes a session at every call, which no echo does either. */
const SHELL_PACKS = ["deletes", "git-history", "downloads", "exfiltration", "privilege", "secrets"];
const policy = `${SHELL_PACKS.map((name) => `use "shell/${name}"\n`).join("")}${toolRules(60)}`;

export async function serveBench() {
  const recommended = await readFile(join(root, "policies/recommended.policy"), "utf8");
  return [
    ...(await withBundle(policy, (bundle) => withHome((env) => beside(bundle, env)))),
    ...(await withBundle(recommended, (bundle) => withHome((env) => staying(bundle, env)))),
  ];
}

async function beside(bundle, env) {
  const children = [];
  const start = (words, stream, pattern) => {
    const child = spawn(process.execPath, words, { env });
    children.push(child);
    return saying(child, stream, pattern).then((said) => ({ said, pid: child.pid }));
  };
  try {
    const echo = await start([join(root, "bench/http-echo.mjs")], "stdout", /^(\d+)\n/);
    const serve = await start([program, "serve", bundle, "--http"], "stderr", /127\.0\.0\.1:(\d+)/);
    const folder = join(env.HOME, ".policyc/run");
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".http"));
    const { url, token } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const ours = { ...placeOf(`${url}/hook/claude-code`, token), pid: serve.pid };
    const bare = { ...placeOf(`http://127.0.0.1:${echo.said}/`, token), pid: echo.pid };
    return [...(await roundTrips(ours, bare)), ...(await throughput(ours, bare))];
  } finally {
    for (const child of children) child.kill();
  }
}

function placeOf(url, token) {
  const { hostname, port, pathname: path, host } = new URL(url);
  const headers = { ...headersFor(token), host, "policyc-project": "/" };
  return { url, hostname, port, path, headers, method: "POST" };
}

async function roundTrips(ours, bare) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = safeCall("bench");
  const subjects = { ours: () => ask({ ...ours, agent, body }), bare: () => ask({ ...bare, agent, body }) };
  const forced = await ask({ ...ours, agent, body: forcedPush("bench") });
  const answers = [forced, await subjects.ours(), await subjects.bare()];
  if (!isRefusal(answers[0]) || answers[1] !== "" || answers[2] !== body)
    throw new Error(`wrong answers: ${answers.join(" ")}`);
  const times = { ours: [], bare: [] };
  const names = Object.keys(subjects);
  for (const name of names) for (let i = 0; i < WARM_UP; i++) await subjects[name]();
  for (let pair = 0; pair < PAIRS; pair++)
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < CALLS; i++) await subjects[name]();
      times[name].push(Number(process.hrtime.bigint() - start) / CALLS);
    }
  agent.destroy();
  const [decided, echoed] = names.map((name) => median(times[name]));
  return [
    row("the resident, HTTP round trip of a shell command to a bare echo", decided / echoed, "<=", 2),
    { name: "bare HTTP echo", value: echoed / 1000, unit: "us" },
  ];
}

async function throughput(ours, bare) {
  const rates = { ours: [], bare: [] };
  const both = [
    ["ours", ours],
    ["bare", bare],
  ];
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, place] of round % 2 === 0 ? both : [...both].reverse()) rates[name].push(await rateAt(place));
  const [served, echoed] = Object.values(rates).map((all) => ({
    wall: median(all.map(({ wall }) => wall)),
    cpu: median(all.map(({ cpu }) => cpu)),
  }));
  return [
    {
      ...row("the resident's requests a second to a bare echo's", served.wall / echoed.wall, ">=", 0.6),
      ...(served.cpu !== null && { cpu: served.cpu / echoed.cpu }),
    },
    { name: "requests a second that the resident decides", value: served.wall, unit: "/s" },
  ];
}

const SECONDS = 2;

/** Requests in a second, and in one of the processor. */
async function rateAt({ url, headers, pid }) {
  const before = cpuSeconds(pid);
  const { requests, errors, non2xx } = await autocannon({
    ...{ url, headers, method: "POST", body: safeCall("bench"), connections: 10, duration: SECONDS },
  });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} without success`);
  const { total } = requests;
  return { wall: total / SECONDS, cpu: before === null ? null : total / (cpuSeconds(pid) - before) };
}

const ASKS = 20_000;
const CLIENTS = 10;
/** The policy lets no session make more than 300 calls in ten minutes. */
const SESSIONS = 200;

/** One that a call has started, and the recommended policy, which writes the session at every call. */
async function staying(bundle, env) {
  run({ words: nodeClient(bundle), env, input: safeCall("first") });
  const resident = await residentOf(env);
  try {
    await askMany(resident, { bundle, env, from: 0, to: ASKS / 2 });
    const half = memoryOf(resident.pid);
    const [cpu, start] = [cpuSeconds(resident.pid), process.hrtime.bigint()];
    await askMany(resident, { bundle, env, from: ASKS / 2, to: ASKS });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    const usPerCall = (took) => (took * 1e6) / (ASKS / 2);
    return [
      {
        name: "the resident's memory after 20,000 calls",
        value: memoryOf(resident.pid),
        unit: "MB",
        relation: "<=",
        goal: 130,
      },
      row("its memory after 20,000 calls to after 10,000", memoryOf(resident.pid) / half, "<=", 1.1),
      {
        ...{ name: "the resident for one call of the recommended policy", value: usPerCall(seconds), unit: "us" },
        ...(cpu !== null && { cpu: usPerCall(cpuSeconds(resident.pid) - cpu) }),
      },
    ];
  } finally {
    await resident.stop();
  }
}

/** As clients ask, but for their connections, which stay. */
async function askMany({ socketPath, token }, { bundle, env, from, to }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const place = { socketPath, agent, headers: headersFor(token), method: "POST", path: "/ask" };
  const words = ["--agent", "claude-code", "--bundle", bundle];
  let next = from;
  const client = async () => {
    while (next < to) {
      const call = next++;
      const head = {
        protocol: 1,
        ask: call.toString(16).padStart(32, "0"),
        words,
        cwd: "/",
        environment: env,
        limitMs: 2000,
      };
      const text = await ask({ ...place, body: `${JSON.stringify(head)}\n${safeCall(`asked-${call % SESSIONS}`)}` });
      const { stdout, exitCode } = JSON.parse(text);
      if (stdout !== "" || exitCode !== 0) throw new Error(`wrong answer: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

function memoryOf(pid) {
  const { stdout } = run({ words: ["ps", "-o", "rss=", "-p", String(pid)], env: process.env, input: "" });
  return (Number(stdout) * 1024) / 1e6;
}

/** Null where the system does not tell in this way. */
function cpuSeconds(pid) {
  if (process.platform !== "linux") return null;
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  const TICKS_PER_SECOND = 100;
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** What the process says that is looked for. */
function saying(child, stream, pattern) {
  return new Promise((resolve, reject) => {
    let said = "";
    child[stream].on("data", (chunk) => {
      said += chunk;
      const found = pattern.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", () => reject(new Error(`it ended: ${said}`)));
  });
}
