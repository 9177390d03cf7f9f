// A bundle with its worker, built once per test file, and ways to start it.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBundle } from "../../src/compiler/index.ts";

const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));

export interface Scratch {
  readonly folder: string;
  readonly remove: () => void;
}

export function scratchFolder(): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-worker-")));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Builds a policy; gives the bundle's folder. */
export async function built(folder: string, policy: string, name = "bundle"): Promise<string> {
  writeFileSync(join(folder, `${name}.policy`), policy);
  const outDir = join(folder, name);
  const result = await buildBundle([`${name}.policy`], { cwd: folder, packsDir, outDir });
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return outDir;
}

export function copied(bundle: string, name: string): string {
  const copy = `${bundle}-${name}`;
  cpSync(bundle, copy, { recursive: true });
  return copy;
}

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly ms: number;
}

export interface Start {
  readonly home: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
}

export function start(bundle: string, { home, args, env = {}, cwd = home }: Start): ChildProcessWithoutNullStreams {
  // On a busy machine a process takes longer than hosts wait. Tests that are about time name a deadline.
  const isHasty = args[0] === "--as" && args[1] !== "picoclaw" && !args.includes("--deadline");
  const more = isHasty ? ["--deadline", "60000"] : [];
  return spawn(process.execPath, [join(bundle, "worker.mjs"), ...more, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: home, ...env },
  });
}

/** Starts the worker, gives it `stdin` whole and waits for its end. */
export function ask(bundle: string, how: Start, stdin: string | Uint8Array): Promise<Ran> {
  const child = start(bundle, how);
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  return ended(child);
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const started = performance.now();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) =>
      done({
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
        code,
        ms: performance.now() - started,
      }),
    );
  });
}
