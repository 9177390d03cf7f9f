// Builds policies and replays logs through the command line, for the tests of this folder.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ReplayReport } from "../../src/cli/replay/report.ts";
import { run } from "../../src/cli/run.ts";

export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "policyc-replay-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function policyc(folder: string, ...argv: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const exit = await run(argv, {
    cwd: folder,
    env: {},
    stdout: { isTty: false, write: (text) => void out.push(text) },
    stderr: { isTty: false, write: (text) => void err.push(text) },
    stdin: { isTty: false, read: async () => new Uint8Array() },
  });
  return { exit, out: out.join(""), err: err.join("") };
}

export async function build(folder: string, name: string, policy: string): Promise<void> {
  writeFileSync(join(folder, `${name}.policy`), policy);
  const { exit, out, err } = await policyc(folder, "build", `${name}.policy`, "-o", name);
  if (exit !== 0) throw new Error(`${out}${err}`);
}

export function write(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** The report of a replay of `log` through a bundle of the policy. */
export async function replayed(
  policy: string,
  log: string | Uint8Array,
  ...options: readonly string[]
): Promise<ReplayReport> {
  const folder = emptyFolder();
  await build(folder, "bundle", policy);
  write(folder, "log.jsonl", log);
  const { out, err } = await policyc(folder, "replay", "bundle", "log.jsonl", "--format", "json", ...options);
  if (out === "") throw new Error(err);
  return JSON.parse(out) as ReplayReport;
}

/** A line of the decision log. */
export function logged(fields: { readonly [field: string]: unknown }): string {
  return `${JSON.stringify({
    version: 1,
    mode: "masked",
    at: "2026-01-05T03:00:00.000Z",
    revision: "r",
    target: "policyc",
    outcome: "pass",
    proceed: true,
    rules: [],
    reasons: [],
    warnings: [],
    notes: [],
    unclear: [],
    failures: [],
    facts: {},
    masked: [],
    duration_us: 1,
    ...fields,
  })}\n`;
}

export const bash = (command: string, session = "s") => ({
  point: "before_tool_call",
  tool: "bash",
  input: { command },
  session_id: session,
});
