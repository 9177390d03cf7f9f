// The resident process beside a bare HTTP echo in a process of its own: round trips in interleaved pairs, and throughput.
// And hooks that ask it beside hooks that decide by themselves. What is compared is first shown to give the right answers.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { withBundle } from "./build-policy.mjs";
import { row } from "./decide.mjs";
import { FORCED, OTHER, runHook, SAFE, withShell } from "./hook.mjs";
import { median } from "./measure.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/policyc.cjs");
const PAIRS = 50;
const CALLS = 40;
/** Code that runs often enough is compiled; a process that stays has done that long ago. */
const WARM_UP = 3000;
const ROUNDS = 5;

export async function serveBench() {
  const home = await mkdtemp(join(tmpdir(), "policyc-bench-home-"));
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state") };
  try {
    return await withBundle(withShell(60), async (bundle) => {
      const echo = await started(spawn(process.execPath, [join(root, "bench/http-echo.mjs")]), "stdout", /^(\d+)\n/);
      const serve = await started(
        spawn(process.execPath, [cli, "serve", bundle, "--http"], { env }),
        "stderr",
        /127\.0\.0\.1:(\d+)/,
      );
      try {
        const { url, token } = JSON.parse(await readFile(join(home, ".policyc/run/serve.http"), "utf8"));
        const headers = {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          "policyc-project": "/",
        };
        const ours = { url: `${url}/hook/claude-code`, headers };
        const bare = { url: `http://127.0.0.1:${echo.found}/`, headers };
        return [...(await roundTrips(ours, bare)), ...(await throughput(ours, bare)), ...(await hooks(bundle, env))];
      } finally {
        for (const { child } of [echo, serve]) child.kill();
      }
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function roundTrips(ours, bare) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (place, body) => post(place, body, agent);
  const [forced, safe, echoed] = [await ask(ours, FORCED), await ask(ours, SAFE), await ask(bare, SAFE)];
  if (!/"permissionDecision":"(?:deny|ask)"/.test(forced) || safe !== "" || echoed !== SAFE)
    throw new Error(`wrong answers: ${forced} ${safe} ${echoed}`);
  const times = { command: [], other: [], bare: [] };
  const subjects = {
    command: () => ask(ours, SAFE),
    other: () => ask(ours, OTHER),
    bare: () => ask(bare, SAFE),
  };
  const names = Object.keys(subjects);
  for (const name of names) for (let i = 0; i < WARM_UP; i++) await subjects[name]();
  for (let pair = 0; pair < PAIRS; pair++)
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < CALLS; i++) await subjects[name]();
      times[name].push(Number(process.hrtime.bigint() - start) / CALLS);
    }
  agent.destroy();
  const [command, other, echo] = names.map((name) => median(times[name]));
  return [
    row("serve, HTTP round trip of a shell command to a bare echo", command / echo, "<=", 2),
    row("serve, HTTP round trip of another tool to a bare echo", other / echo, "<=", 2),
    { name: "bare HTTP echo", value: echo / 1000, unit: "us" },
  ];
}

async function throughput(ours, bare) {
  const rate = async ({ url, headers }) => {
    const { requests, errors, non2xx } = await autocannon({
      ...{ url, headers, method: "POST", body: SAFE, connections: 10, duration: 2 },
    });
    if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} without success`);
    return requests.total / 2;
  };
  const rates = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const both = [
      ["ours", ours],
      ["bare", bare],
    ];
    for (const [name, place] of round % 2 === 0 ? both : both.reverse()) rates[name].push(await rate(place));
  }
  const [served, echoed] = [median(rates.ours), median(rates.bare)];
  return [
    row("serve, requests a second to a bare echo's", served / echoed, ">=", 0.5),
    { name: "requests a second that serve decides", value: served, unit: "/s" },
  ];
}

async function hooks(bundle, env) {
  const words = [cli, "hook", "--agent", "claude-code", "--bundle", bundle];
  const subjects = { bare: ["-e", "0"], through: words, alone: [...words, "--serve", "never"] };
  for (const name of ["through", "alone"]) {
    const [forced, safe] = [await runHook(subjects[name], FORCED, env), await runHook(subjects[name], SAFE, env)];
    if (!/"permissionDecision":"(?:deny|ask)"/.test(forced) || safe !== "")
      throw new Error(`${name}: ${forced}${safe}`);
  }
  const names = Object.keys(subjects);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let pair = 0; pair < PAIRS; pair++)
    for (const name of pair % 2 === 0 ? names : [...names].reverse()) {
      const start = process.hrtime.bigint();
      await runHook(subjects[name], SAFE, env);
      times[name].push(Number(process.hrtime.bigint() - start));
    }
  const [bare, through, alone] = names.map((name) => median(times[name]));
  return [
    row("policyc hook through serve to a bare node", through / bare, "<=", 1.6),
    { name: "policyc hook through serve to one that decides by itself", value: through / alone, unit: "x" },
  ];
}

function post({ url, headers }, body, agent) {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve(text));
        response.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Waits until the process says what is looked for. */
function started(child, stream, pattern) {
  return new Promise((resolve, reject) => {
    let said = "";
    child[stream].on("data", (chunk) => {
      said += chunk;
      const found = pattern.exec(said)?.[1];
      if (found !== undefined) resolve({ child, found });
    });
    child.on("exit", () => reject(new Error(`it ended: ${said}`)));
  });
}
