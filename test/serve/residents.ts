// Resident processes as users start them: the built executable, a home folder of their own, real signals.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { programId, runFiles } from "../../src/service/client/run-folder.ts";
import type { Answer } from "../hook/claude-calls.ts";
import { run, type Streams } from "../hook/processes.ts";
import { send } from "./send.ts";

const cli = fileURLToPath(new URL("../../dist/policyc.cjs", import.meta.url));

export interface Resident {
  readonly child: ChildProcess;
  readonly pid: number;
  stderr(): string;
  stdout(): string;
  /** Waits until it has said so on stderr. */
  says(text: string): Promise<void>;
  /** The exit code, or the signal it ended by. */
  readonly ended: Promise<number | string | null>;
}

export interface Home {
  readonly folder: string;
  readonly files: ReturnType<typeof runFiles>;
  start(...words: readonly string[]): Promise<Resident>;
  /** A verb of the command line, to its end. */
  policyc(...words: readonly string[]): Promise<Answer>;
  hook(payload: unknown, words: readonly string[], streams?: Streams): Promise<Answer>;
  http(): { readonly url: string; readonly token: string };
}

const PATIENCE_MS = 100_000;

/**
 * Homes below a folder for the tests of a file. A resident that a test starts ends with it; one that is started before all
 * tests stays for them.
 */
export function homesIn(place: string): (name?: string) => Home {
  // Here and not where one is started: a hook that is registered while a test runs is never called.
  const started: Resident[] = [];
  const kept: Resident[] = [];
  const end = async (residents: Resident[]): Promise<void> => {
    for (const { child, ended } of residents.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  };
  beforeEach(() => void kept.push(...started.splice(0)));
  afterEach(() => end(started));
  afterAll(() => end(kept));
  // A run that is given up on reaches no hook.
  process.once("exit", () => {
    for (const { child } of [...started, ...kept]) child.kill("SIGKILL");
  });
  return (name = "home") => homeIn(place, name, started);
}

function homeIn(place: string, name: string, started: Resident[]): Home {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  const files = runFiles(join(folder, ".policyc", "run"), programId(cli));
  // A call asks the resident that a test has started, and starts none.
  const env = { HOME: folder, POLICYC_RESIDENT: "", CI: "1" };
  return {
    folder,
    files,
    async start(...words) {
      const child = spawn(process.execPath, [cli, "serve", ...words], {
        env: { ...process.env, ...env },
        cwd: place,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const out = { stdout: "", stderr: "" };
      child.stdout.on("data", (chunk) => (out.stdout += chunk));
      child.stderr.on("data", (chunk) => (out.stderr += chunk));
      const resident: Resident = {
        child,
        pid: child.pid ?? 0,
        stderr: () => out.stderr,
        stdout: () => out.stdout,
        says: (text) => vi.waitFor(() => expect(out.stderr).toContain(text), { timeout: PATIENCE_MS }),
        ended: new Promise((resolve) => child.on("close", (code, signal) => resolve(signal ?? code))),
      };
      started.push(resident);
      await resident.says("listening on");
      return resident;
    },
    policyc: (...words) => run([cli, ...words], "", { env, cwd: place }),
    hook: (payload, words, streams = {}) =>
      run([cli, "hook", "--agent", "claude-code", ...words], payload, { ...streams, env: { ...env, ...streams.env } }),
    http: () => JSON.parse(readFileSync(files.http, "utf8")),
  };
}

/** How many questions the resident process has decided. */
export async function decisions(home: Home): Promise<number> {
  const text = await metrics(home);
  return [...text.matchAll(/^policyc_decisions_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

export async function metrics(home: Home): Promise<string> {
  const token = readFileSync(home.files.key, "utf8").trim();
  const reply = await send("http://policyc/metrics", {
    method: "GET",
    headers: { authorization: `Bearer ${token}`, host: "policyc" },
    socketPath: home.files.socket,
  });
  return reply.text;
}
