// An empty project and an empty home folder, in which `policyc setup` runs in process.

import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Io } from "../../../src/cli/base/io.ts";
import { run } from "../../../src/cli/run.ts";

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SetupBench {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly setup: (...argv: readonly string[]) => Promise<Ran>;
  /** On a terminal, with these lines typed; then the input ends. */
  readonly typed: (lines: readonly string[], ...argv: readonly string[]) => Promise<Ran>;
  readonly put: (path: string, text: string) => Promise<void>;
  /** Makes `name` a program in PATH. */
  readonly putProgram: (name: string, folder?: string) => Promise<void>;
  /** Every file of the project by its path. */
  readonly files: () => Promise<{ readonly [path: string]: string }>;
  readonly close: () => Promise<void>;
}

export async function openSetupBench(more: Io["env"] = {}): Promise<SetupBench> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "policyc-setup-test-")));
  // Blanks, quotes and signs of the shell: every path must survive the agent's shell.
  const project = join(root, "pro ject's $x");
  const home = join(root, "home");
  const bin = join(root, "bin");
  for (const folder of [project, home, bin]) await mkdir(folder);
  const node = dirname(process.execPath);
  const env = {
    HOME: home,
    PATH: [bin, join(root, "bin2"), node, "/usr/bin", "/bin"].join(":"),
    POLICYC_RESIDENT: "never",
    ...more,
  };
  const put = async (path: string, text: string): Promise<void> => {
    const file = join(project, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  return {
    root,
    project,
    home,
    setup: (...argv) => runIn(project, env, null, ["setup", ...argv]),
    typed: (lines, ...argv) => runIn(project, env, lines, ["setup", ...argv]),
    put,
    putProgram: async (name, folder = "bin") => {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(join(root, folder, name), "#!/bin/sh\n", { mode: 0o755 });
    },
    files: async () => filesIn(project),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

async function runIn(
  cwd: string,
  env: Io["env"],
  typed: readonly string[] | null,
  argv: readonly string[],
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const waiting = [...(typed ?? [])];
  const isTty = typed !== null;
  const io: Io = {
    cwd,
    env,
    stdout: { isTty, write: (text) => void out.push(text) },
    stderr: { isTty, write: (text) => void err.push(text) },
    stdin: { isTty, read: async () => Buffer.of(), line: async () => waiting.shift() ?? "" },
  };
  const exit = await run(argv, io);
  return { exit, stdout: out.join(""), stderr: err.join("") };
}

async function filesIn(folder: string): Promise<{ readonly [path: string]: string }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.sort().map(async (file) => [relative(folder, file), await readFile(file, "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}
