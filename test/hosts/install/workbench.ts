// A project, a home folder and two bundles, for tests that install into agents.

import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "../../../src/cli/base/io.ts";
import { run } from "../../../src/cli/run.ts";
import type { InstallPlace, Site } from "../../../src/hosts/install/agent.ts";

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workbench {
  readonly project: string;
  readonly home: string;
  readonly site: (place: InstallPlace) => Site;
  readonly policyc: (...argv: readonly string[]) => Promise<Ran>;
  /** The same on a terminal, with this line typed. */
  readonly typed: (line: string, ...argv: readonly string[]) => Promise<Ran>;
  /** Puts another bundle in the place of the one that is there. */
  readonly use: (bundle: "first" | "second") => Promise<void>;
  readonly close: () => Promise<void>;
}

const policy = (message: string, more: string, head: string): string => `${head}rule no-keys
  on before_tool_call
  when tool == "read" and any reads matches "**/*.pem"
  block "${message}"
  fires on { tool: "read", input: { path: "a.pem" } }
${more}`;

export interface Bundles {
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Two bundles whose only difference is a message, and what else the test wants in both. */
export async function buildBundles(more = "", head = ""): Promise<Bundles> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "policyc-install-")));
  for (const name of ["first", "second"]) {
    await writeFile(join(folder, `${name}.policy`), policy(name, more, head));
    const { exit, stderr } = await runIn(folder, {}, "", false, ["build", `${name}.policy`, "-o", name]);
    if (exit !== 0) throw new Error(stderr);
  }
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

export async function openWorkbench({ folder }: Bundles): Promise<Workbench> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "policyc-agents-")));
  // Blanks, quotes and signs of the shell: every path must survive the agent's shell.
  const project = join(root, "pro ject's $x");
  const home = join(root, "home");
  await mkdir(project);
  await mkdir(home);
  const env = { HOME: home, PATH: process.env.PATH, POLICYC_RESIDENT: "never" };
  const use = async (name: string): Promise<void> => {
    const bundle = join(project, ".policyc", "bundle");
    await rm(bundle, { recursive: true, force: true });
    await cp(join(folder, name), bundle, { recursive: true });
  };
  await use("first");
  return {
    project,
    home,
    site: (place) => ({ place, project, home, env, isWindows: false }),
    policyc: (...argv) => runIn(project, env, "", false, argv),
    typed: (line, ...argv) => runIn(project, env, `${line}\n`, true, argv),
    use,
    close: () => rm(root, { recursive: true, force: true }),
  };
}

async function runIn(
  cwd: string,
  env: Io["env"],
  stdin: string,
  isTty: boolean,
  argv: readonly string[],
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    cwd,
    env,
    stdout: { isTty, write: (text) => void out.push(text) },
    stderr: { isTty, write: (text) => void err.push(text) },
    stdin: { isTty, read: async () => Buffer.from(stdin) },
  };
  const exit = await run(argv, io);
  return { exit, stdout: out.join(""), stderr: err.join("") };
}

/** The text of a file; null when there is none. */
export async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}
