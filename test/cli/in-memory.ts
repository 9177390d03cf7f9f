// A verb run in process: what it wrote, and how it ended.

import type { Io } from "../../src/cli/base/io.ts";
import { run as runVerb } from "../../src/cli/run.ts";

export interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export async function run(argv: readonly string[], cwd: string): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    cwd,
    env: {},
    stdout: { isTty: false, write: (text) => void out.push(text) },
    stderr: { isTty: false, write: (text) => void err.push(text) },
    stdin: { isTty: false, read: async () => new Uint8Array() },
  };
  const exit = await runVerb(argv, io);
  return { exit, out: out.join(""), err: err.join("") };
}
