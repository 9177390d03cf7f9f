// One process, from start to the last of its children. The only file that starts programs.
// Everything that can go wrong is a field of the record; nothing here rejects, hangs past the deadline or leaks a handle.

import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { execa } from "execa";
import { whyOf } from "../../language/load-error.ts";
import { collect, whenOver } from "./collect.ts";
import { newToken, TOKEN_NAME } from "./marked-processes.ts";
import { DEFAULT_GRACE_MS, type ProcessGroups } from "./process-group.ts";

const STREAM_CAP_BYTES = 1024 * 1024;
/** How long to wait for output of an ended program that its children may keep open. */
const DRAIN_MS = 100;

export interface Launch {
  /** Absolute: the search happened when the policy was loaded. */
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: { readonly [name: string]: string };
  readonly cwd: string;
}

export interface ProcessRequest extends Launch {
  readonly stdin: string;
  /** One deadline over start, input, output and exit. */
  readonly timeoutMs: number;
  /** Between SIGTERM and SIGKILL; default 500. */
  readonly graceMs?: number;
  /** For each of stdout and stderr; default 1 MiB. More is read and dropped. */
  readonly capBytes?: number;
  readonly signal?: AbortSignal;
}

export interface ExitRecord {
  /** Null when the program was ended by a signal, by us, or never started. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout was longer than the cap and is cut. */
  readonly oversize: boolean;
  readonly stderrCut: boolean;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  readonly spawnError: string | null;
  readonly durationMs: number;
  /** The whole input was written to the pipe; false for a long one that was not read. */
  readonly stdinTaken: boolean;
}

export interface OpenProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends the program and everything it started, then closes the streams. Calling it twice is harmless. */
  end(graceMs?: number): Promise<void>;
}

/** Starts a program in a process group of its own and leaves it running; `groups` ends it at the latest. */
export async function openProcess(
  launch: Launch,
  groups: ProcessGroups,
): Promise<OpenProcess | { readonly spawnError: string }> {
  const token = newToken(process.env[TOKEN_NAME]);
  const isMarked = process.platform === "linux";
  try {
    const child = execa(launch.file, launch.args, {
      env: isMarked ? { ...launch.env, [TOKEN_NAME]: token } : launch.env,
      extendEnv: false,
      cwd: launch.cwd,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      buffer: false,
      encoding: "buffer",
      reject: false,
      // A group of its own; on Windows this would open a console window instead.
      detached: process.platform !== "win32",
      cleanup: false,
      windowsHide: true,
    });
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined) return { spawnError: spawnErrorOf(await child, launch.cwd) };
    groups.adopt(pid, token);
    // A program that does not read its input has not failed; its answer decides.
    for (const stream of [stdin, stdout, stderr]) stream.on("error", () => {});
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const end = async (graceMs = DEFAULT_GRACE_MS): Promise<void> => {
      await groups.end(token, graceMs);
      for (const stream of [stdin, stdout, stderr]) stream.destroy();
    };
    return { pid, stdin, stdout, stderr, exited, end };
  } catch (caught) {
    return { spawnError: whyOf(caught) };
  }
}

/** Runs a program to its end or to the deadline. Its remaining processes are ended after the answer. */
export async function runProcess(request: ProcessRequest, groups: ProcessGroups): Promise<ExitRecord> {
  const started = performance.now();
  const nothing = { code: null, signal: null, stdout: "", stderr: "", oversize: false, stderrCut: false };
  const record = (fields: Partial<ExitRecord>): ExitRecord => ({
    ...nothing,
    timedOut: false,
    aborted: false,
    spawnError: null,
    stdinTaken: false,
    ...fields,
    durationMs: performance.now() - started,
  });
  if (request.signal?.aborted) return record({ aborted: true });
  const child = await openProcess(request, groups);
  if ("spawnError" in child) return record({ spawnError: child.spawnError });

  const limit = deadline(request.timeoutMs - (performance.now() - started), request.signal);
  const cap = request.capBytes ?? STREAM_CAP_BYTES;
  const stdout = collect(child.stdout, cap);
  const stderr = collect(child.stderr, cap);
  let stdinTaken = false;
  child.stdin.write(request.stdin, (error) => {
    stdinTaken = error === null || error === undefined;
  });
  child.stdin.end();

  const exit = await Promise.race([child.exited, limit.reached]);
  if (typeof exit !== "string") {
    const drained = Promise.all([whenOver(child.stdout), whenOver(child.stderr)]);
    await Promise.race([drained, limit.reached, limit.after(DRAIN_MS)]);
  }
  limit.clear();
  const texts = {
    stdout: stdout.text(),
    stderr: stderr.text(),
    oversize: stdout.isCut(),
    stderrCut: stderr.isCut(),
    stdinTaken,
  };
  // After the answer: a decision does not wait for the grace period of a hook.
  void child.end(request.graceMs);
  if (exit === "timeout") return record({ ...texts, timedOut: true });
  if (exit === "abort") return record({ ...texts, aborted: true });
  return record({ ...texts, code: exit.code, signal: exit.signal });
}

interface Deadline {
  readonly reached: Promise<"timeout" | "abort">;
  after(ms: number): Promise<void>;
  clear(): void;
}

function deadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const timers: NodeJS.Timeout[] = [];
  let onAbort = (): void => {};
  const reached = new Promise<"timeout" | "abort">((resolve) => {
    timers.push(setTimeout(() => void settled().then(() => resolve("timeout")), Math.max(0, ms)));
    onAbort = () => resolve("abort");
    if (signal?.aborted) onAbort();
    if (signal === undefined) return;
    // One signal ends all hooks of a policy; Node treats more than ten listeners as a leak.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", onAbort);
  });
  return {
    reached,
    after: (wait) => new Promise((resolve) => timers.push(setTimeout(() => void settled().then(resolve), wait))),
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Timers run before input is read: after a stall of this thread, data that has arrived must still be read. */
async function settled(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function spawnErrorOf(result: object, cwd: string): string {
  if ("code" in result && typeof result.code === "string") {
    // The system reports a missing program and a missing working folder with the same code.
    if (result.code === "ENOENT" && !existsSync(cwd)) return "its working folder does not exist";
    return whyOf(Object.assign(new Error(), { code: result.code }));
  }
  if ("originalMessage" in result && typeof result.originalMessage === "string") return result.originalMessage;
  return "the system refused";
}
