// Walks through a document as its reader would, in a fresh folder and with a home folder of its own: writes the files that
// its blocks name, runs its commands, and returns the document with what they print.
//
//   ```policy NAME   (or json, js, ...)  a file to write
//   ```console       commands after `$ `, each followed by what it prints
//   ```sh            commands that must succeed; what they print is not shown

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import type { Io } from "../../src/cli/base/io.ts";
import { run } from "../../src/cli/run.ts";
import { type Fence, fencesOf } from "./fences.ts";
import { root } from "./workspace.ts";

export interface Reader {
  /** The folder of the project, empty at first. */
  readonly project: string;
  readonly home: string;
}

interface Printed {
  readonly text: string;
  readonly exitCode: number;
}

export async function walk(document: string, reader: Reader): Promise<string> {
  const lines = document.split("\n");
  // From the last block to the first, so that a longer output does not move the lines of the blocks still to come.
  const replacements: { readonly fence: Fence; readonly text: string }[] = [];
  for (const fence of fencesOf(document)) {
    if (fence.kind === "console") replacements.unshift({ fence, text: await typed(fence, reader) });
    else if (fence.kind === "sh") await succeed(fence, reader);
    else if (fence.argument !== "") put(join(reader.project, fence.argument), fence.text);
  }
  for (const { fence, text } of replacements) {
    const shown = fence.text.split("\n").length - 1;
    lines.splice(fence.line - 1, shown, ...text.replace(/\n$/, "").split("\n"));
  }
  return lines.join("\n");
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The console block as it should read: each command with what it prints, or with its beginning where the document ends in `...`. */
async function typed(fence: Fence, reader: Reader): Promise<string> {
  let text = "";
  for (const [, line = "", shown = ""] of fence.text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
    const lines = (await runLine(line, reader)).text.trimEnd().split("\n");
    const kept = shown.endsWith("\n...\n") ? [...lines.slice(0, shown.split("\n").length - 2), "..."] : lines;
    text += [`$ ${line}`, ...kept.filter((one, at) => at > 0 || one !== ""), ""].join("\n");
  }
  return text;
}

async function succeed(fence: Fence, reader: Reader): Promise<void> {
  for (const line of fence.text.split("\n")) {
    const command = line.replace(/(^|\s+)#.*$/, "");
    if (command === "") continue;
    const { exitCode, text } = await runLine(command, reader);
    if (exitCode !== 0) throw new Error(`\`${command}\` exits with ${exitCode}:\n${text}`);
  }
}

async function runLine(line: string, reader: Reader): Promise<Printed> {
  const [program = "", ...words] = wordsOf(line);
  const at = words.indexOf("<");
  const input = at < 0 ? null : readFileSync(join(reader.project, words[at + 1] ?? ""));
  const args = at < 0 ? words : words.slice(0, at);
  if (program === "policyc") {
    return input === null ? policyc(args, reader) : start([join(root, "dist/policyc.cjs"), ...args], reader, input);
  }
  if (program === "node") return start(await nodeArguments(args, reader), reader, input ?? Buffer.alloc(0));
  throw new Error(`documents run policyc and node, not ${program}`);
}

/** The words of a line; single quotes hold blanks together. */
const wordsOf = (line: string): readonly string[] =>
  [...line.trim().matchAll(/'([^']*)'|\S+/g)].map((found) => found[1] ?? found[0]);

/** In this process: most commands of a document need no process of their own. */
async function policyc(args: readonly string[], { project, home }: Reader): Promise<Printed> {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const io: Io = {
    cwd: project,
    env: { NO_COLOR: "1", HOME: home, PATH: process.env.PATH },
    stdout: { isTty: false, write },
    stderr: { isTty: false, write: () => {} },
    stdin: { isTty: true, read: async () => new Uint8Array(), line: async () => "y" },
  };
  return { exitCode: await run(args, io), text };
}

/** A module of the document is built first, with `policyc/runtime` from the source, as an installed package would have it. */
async function nodeArguments(args: readonly string[], { project }: Reader): Promise<readonly string[]> {
  const [file = "", ...rest] = args;
  if (file.includes("/")) return args;
  const outfile = join(project, "built.mjs");
  await build({
    entryPoints: [join(project, file)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    alias: { "policyc/runtime": join(root, "src/runtime/index.ts") },
  });
  return [outfile, ...rest];
}

function start(args: readonly string[], { project, home }: Reader, input: Uint8Array): Printed {
  const env = { HOME: home, PATH: process.env.PATH, POLICYC_RESIDENT: "never", NO_COLOR: "1" };
  return { exitCode: 0, text: execFileSync(process.execPath, args, { cwd: project, input, encoding: "utf8", env }) };
}
