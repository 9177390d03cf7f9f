// Runs one agent on one prompt: scratch home and project, a scripted model, bounded time, an end by process id.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startModel } from "./models/serve.mjs";

const limits = { milliseconds: 180_000, bytes: 8 * 1024 * 1024 };

export async function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Runs a program in its own process group with exactly this environment; past the limit the group is ended. */
export function runProgram(program, args, { cwd, env, milliseconds = limits.milliseconds }) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const output = { stdout: "", stderr: "", code: null, late: false };
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group is gone already.
      }
    };
    const timer = setTimeout(() => {
      output.late = true;
      end("SIGKILL");
    }, milliseconds);
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8");
      child[name].on("data", (text) => {
        if (output[name].length < limits.bytes) output[name] += text;
      });
    }
    child.on("error", (error) => {
      output.stderr += String(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      // What the agent left running in its group goes with it.
      end("SIGKILL");
      done({ ...output, code });
    });
  });
}

/** Blanks, quotes, signs of the shell and letters beyond ASCII: every path has to survive the agent. */
const PROJECT = "my pro ject's $HOME `\u00fc` & (a)";

/** A home and a project in a folder of their own, removed at the end. */
export async function withPlace(use) {
  const folder = await mkdtemp(join(tmpdir(), "policyc-agents-"));
  const place = { home: join(folder, "home"), project: join(folder, PROJECT), temp: join(folder, "temp") };
  try {
    for (const one of Object.values(place)) await mkdir(one);
    return await use(place);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** All that a program gets of this process's environment. */
export const environment = ({ home, temp }) => ({ PATH: process.env.PATH, HOME: home, TMPDIR: temp, NO_COLOR: "1" });

/** Everything but loopback is sent to the scripted model's server, which refuses to pass it on. */
const proxied = (url) => {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
  const loopback = "127.0.0.1,localhost";
  return { ...Object.fromEntries(names.map((name) => [name, url])), NO_PROXY: loopback, no_proxy: loopback };
};

export async function drive(agent, place, { prompt, turns, watched, onTurn }) {
  const whole = turns.map((turn) =>
    turn.write === undefined ? turn : { ...turn, path: join(place.project, turn.write) },
  );
  const model = await startModel(agent.format, whole, onTurn);
  try {
    const where = { ...place, url: model.url };
    await writeFiles(place.home, agent.files(where));
    const start = watched === true ? (agent.watch ?? agent.start) : agent.start;
    const [program, args] = start(prompt);
    const env = { ...environment(place), ...proxied(model.url), ...agent.env(where) };
    const run = await runProgram(program, args, { cwd: place.project, env });
    return { ...run, ...model.seen };
  } finally {
    await model.close();
  }
}
