// The native client as agents start it, with a Node program and a home folder of the test's own.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export interface Bench {
  /** Absolute, real, and gone afterwards. */
  readonly folder: string;
  /** Null where nothing can build it. */
  readonly client: string | null;
  readonly home: string;
  /** The run folder of that home. */
  readonly runs: string;
  program(name: string, code: string): string;
}

/** The client is the one that setup-programs.mjs has built from the sources as they are. */
export function nativeBench(): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pc-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const runs = join(home, ".policyc/run");
  mkdirSync(runs, { recursive: true, mode: 0o700 });
  return {
    folder,
    client: process.env.POLICYC_TEST_NATIVE || null,
    home,
    runs,
    program: (name, code) => written(join(folder, name), code),
  };
}

function written(file: string, code: string): string {
  writeFileSync(file, code);
  return file;
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export interface Streams {
  readonly env?: { readonly [name: string]: string };
  /** The payload is written and stdin stays open. */
  readonly leaveOpen?: boolean;
  /** What becomes of stdout. */
  readonly stdout?: "closed" | "null device" | "nobody reads";
  readonly started?: (child: ChildProcess) => void;
}

/** Ended after a time that no answer should take, so that a test that fails does so soon. */
const PATIENCE_MS = 100_000;

export function runClient(
  { client, home, folder }: Bench,
  words: readonly string[],
  payload: unknown,
  streams: Streams = {},
): Promise<Answer> {
  const command = [client ?? "", ...words];
  // No shell, but for a stream that is closed from the beginning.
  const [file = "", ...rest] = streams.stdout === "closed" ? ["sh", "-c", 'exec "$0" "$@" >&-', ...command] : command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      cwd: folder,
      stdio: ["pipe", streams.stdout === "null device" ? "ignore" : "pipe", "pipe"],
      env: { PATH: process.env.PATH ?? "", HOME: home, ...streams.env },
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    if (streams.stdout === "nobody reads") child.stdout?.destroy();
    child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), code });
    });
    child.on("exit", () => child.stdin?.destroy());
    child.stdin?.on("error", () => undefined);
    child.stdin?.write(typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload));
    if (streams.leaveOpen !== true) child.stdin?.end();
    streams.started?.(child);
  });
}
