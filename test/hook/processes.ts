// Hook processes as agents start them: the built command line and bundles in a folder of their own, real streams.

import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { buildProgram } from "../../scripts/build-parts.mjs";
import { buildBundle } from "../../src/compiler/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Built {
  readonly dir: string;
  readonly revision: string;
}

export interface Place {
  /** Absolute, real, and gone afterwards. */
  readonly folder: string;
  readonly cli: string;
  readonly state: string;
  policy(name: string, text: string): Promise<Built>;
}

/** One place for the tests of a file. */
export function hookPlace(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-hook-")));
  beforeAll(async () => {
    await buildProgram(folder);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    cli: join(folder, "policyc.cjs"),
    state: join(folder, "state"),
    async policy(name, text) {
      writeFileSync(join(folder, `${name}.policy`), text);
      const dir = join(folder, name);
      const built = await buildBundle([`${name}.policy`], {
        cwd: folder,
        packsDir: join(root, "policies"),
        outDir: dir,
      });
      if (built.revision === null) throw new Error(built.diagnostics.map(({ message }) => message).join("\n"));
      return { dir, revision: built.revision };
    },
  };
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

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

/** A call of bash as Claude Code reports it. */
export const bashCall = (command: string, more: object = {}): object => ({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: "/",
  tool_name: "Bash",
  tool_input: { command },
  ...more,
});

/** What Claude Code would do before a tool call. */
export function claudeVerdict({ stdout, stderr, code }: Answer): string {
  if (code === 2 && stdout === "") return `exit 2: ${stderr}`;
  if (code !== 0) return `exit ${code}: ${stderr}`;
  if (stdout === "") return "pass";
  const { hookSpecificOutput: said, systemMessage } = JSON.parse(stdout) as {
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
    systemMessage?: string;
  };
  return `${said?.permissionDecision ?? "pass"}: ${said?.permissionDecisionReason ?? systemMessage ?? ""}`;
}
