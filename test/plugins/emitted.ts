// Plug-ins as `policyc emit` writes them, loaded from a file as their agents load them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../../src/cli/run.ts";
import { runFolder } from "../run-folder.ts";
import { buildIn } from "../runtime/built-policy.ts";

export const folder = runFolder("plugins-");

/** Rules that every one of the three agents can carry out; `more` are its own. */
export const policy = (target: string, more = ""): string => `
target ${target}

rule no-removal
  on before_tool_call
  when tool == "bash" and input.command starts with "rm "
  block "Nothing is removed here."
  fires on "rm -rf dist"

rule quiet-installs
  on before_tool_call
  when tool == "bash" and input.command == "npm install"
  set input.command = "npm ci"
  fires on "npm install"

rule secrets-are-remembered
  on before_tool_call
  when tool == "read" and any reads matches "**/.env"
  mark secret-read
  fires on { tool: "read", input: { path: "app/.env" } }

rule no-network-after-secrets
  on before_tool_call
  when tool == "fetch" and marked(secret-read)
  block "This session has read secrets."
  fires on { tool: "fetch", input: { url: "https://example.org" } } given { marked: [secret-read] }

rule loud-fetches
  on before_tool_call
  when tool == "fetch"
  warn "about to fetch {input.url}"
  fires on { tool: "fetch", input: { url: "https://example.org" } }

rule quiet-keys
  on after_tool_result
  when output matches /AKIA[0-9A-Z]{16}/
  set output = mask(output, /AKIA[0-9A-Z]{16}/)
  fires on { tool: "bash", input: { command: "env" }, output: "AKIAABCDEFGHIJKLMNOP", is_error: false }
${more}`;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function policyc(...argv: readonly string[]): Promise<Ran> {
  const out = { stdout: "", stderr: "" };
  const sink = (name: "stdout" | "stderr") => ({
    isTty: false,
    write: (text: string) => {
      out[name] += text;
    },
  });
  const io = {
    cwd: folder,
    env: {},
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    stdin: { isTty: false, read: async () => new Uint8Array() },
  };
  const code = await run(argv, io);
  return { code, ...out };
}

/** The text of the plug-in for a policy. */
export async function emitted(kind: string, text: string): Promise<string> {
  const bundle = `bundle-${kind}-${text.length}`;
  await buildIn(folder, text, bundle);
  const { code, stdout, stderr } = await policyc("emit", kind, bundle);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

// biome-ignore lint/suspicious/noExplicitAny: a module of an agent's own shape.
export async function loaded(kind: string, text: string): Promise<any> {
  const file = join(folder, `${kind}-${text.length}.mjs`);
  writeFileSync(file, await emitted(kind, text));
  return import(pathToFileURL(file).href);
}
