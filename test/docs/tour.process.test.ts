// Walks through the tour of README.md: writes its files, runs its commands, compares what they print.
// `UPDATE=1` rewrites the printed parts. Revisions are compared as "some revision": they change with the compiler.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import type { Io } from "../../src/cli/base/io.ts";
import { run } from "../../src/cli/run.ts";
import { type Fence, fencesOf } from "./fences.ts";
import { isUpdate, readDocument, root, scratchFolder } from "./workspace.ts";

const REVISION = /\b[0-9a-f]{64}\b/g;

async function policyc(args: readonly string[], cwd: string): Promise<string> {
  let out = "";
  const write = (text: string): void => {
    out += text;
  };
  const io: Io = {
    cwd,
    env: { NO_COLOR: "1" },
    stdout: { isTty: false, write },
    stderr: { isTty: false, write: () => {} },
    stdin: { isTty: true, read: async () => new Uint8Array() },
  };
  await run(args, io);
  return out;
}

/** Runs a module of the tour with `policyc/runtime` standing for the source, as an installed package would. */
async function node(file: string, cwd: string): Promise<string> {
  const outfile = join(cwd, "built.mjs");
  await build({
    entryPoints: [join(cwd, file)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    alias: { "policyc/runtime": join(root, "src/runtime/index.ts") },
  });
  return execFileSync(process.execPath, [outfile], { cwd, encoding: "utf8" });
}

/** The worker of a bundle, as a host starts it: `node bundle/worker.mjs --as HOST < payload.json`. */
function worker(args: readonly string[], cwd: string): string {
  const [file = "", ...rest] = args;
  const words = rest.slice(0, rest.indexOf("<"));
  const input = readFileSync(join(cwd, rest.at(-1) ?? ""));
  return execFileSync(process.execPath, [file, ...words], { cwd, input, encoding: "utf8", env: { HOME: cwd } });
}

async function runLine(line: string, cwd: string): Promise<string> {
  const [program, ...args] = line.split(" ");
  if (program === "policyc") return policyc(args, cwd);
  if (program === "node") return args.includes("<") ? worker(args, cwd) : node(args[0] ?? "", cwd);
  throw new Error(`the tour runs policyc and node, not ${program}`);
}

/** The console block as it should read: each command with what it prints. */
async function replay(fence: Fence, cwd: string): Promise<string> {
  let text = "";
  for (const line of fence.text.split("\n").filter((line) => line.startsWith("$ "))) {
    text += `${line}\n${(await runLine(line.slice(2), cwd)).replace(/\n*$/, "\n")}`;
  }
  return text;
}

it("the tour of README.md works as printed", async () => {
  const document = readDocument("README.md");
  const cwd = scratchFolder();
  let fresh = document;
  for (const fence of fencesOf(document)) {
    if (fence.kind === "console") fresh = fresh.replace(fence.text, await replay(fence, cwd));
    else if (fence.argument !== "") {
      mkdirSync(dirname(join(cwd, fence.argument)), { recursive: true });
      writeFileSync(join(cwd, fence.argument), fence.text);
    }
  }
  if (isUpdate) writeFileSync(join(root, "README.md"), fresh);
  else expect(document.replace(REVISION, "revision")).toBe(fresh.replace(REVISION, "revision"));
});
