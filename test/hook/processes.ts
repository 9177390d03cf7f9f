// Hook processes as agents start them, with real streams.

import { spawn } from "node:child_process";
import type { Answer } from "./claude-calls.ts";

export interface Streams {
  /** Milliseconds before the payload is written. */
  readonly lateMs?: number;
  /** The payload is written and stdin stays open. */
  readonly leaveOpen?: boolean;
  readonly stdin?: "pipe" | "ignore";
  /** Nobody reads stdout. */
  readonly closeStdout?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What the words are given to; Node when left out. */
  readonly program?: string;
}

/** Ended after a time that no answer should take, so that a test that fails does so soon. */
const PATIENCE_MS = 100_000;

/** On a busy machine a process takes longer than agents wait. Tests that are about time name a deadline. */
function patient([program = "", verb = "", ...options]: readonly string[]): readonly string[] {
  const isGiven = options.some((word) => word.startsWith("--deadline"));
  const more = verb === "hook" && !isGiven ? ["--deadline", "60000"] : [];
  return [program, verb, ...more, ...options].filter((word, at) => at > 1 || word !== "");
}

export function run(words: readonly string[], payload: unknown, streams: Streams = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(streams.program ?? process.execPath, patient(words), {
      stdio: [streams.stdin ?? "pipe", "pipe", "pipe"],
      env: { ...process.env, ...streams.env },
      ...(streams.cwd === undefined ? {} : { cwd: streams.cwd }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    if (streams.closeStdout) child.stdout?.destroy();
    else child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), code });
    });
    child.on("exit", () => child.stdin?.destroy());
    child.stdin?.on("error", () => undefined);
    const bytes = typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    const write = (): void => {
      child.stdin?.write(bytes);
      if (streams.leaveOpen !== true) child.stdin?.end();
    };
    if (streams.lateMs === undefined) write();
    else setTimeout(write, streams.lateMs);
  });
}
