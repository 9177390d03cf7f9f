// Goes before every test that runs in process: starting one is an error that says where such a test belongs. The compiler's
// own esbuild is the exception, which it starts once and keeps.

import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const sync = ["execFileSync", "execSync", "spawnSync"] as const;

function refuse(program: string): never {
  throw new Error(`\`${program}\` would be a process: a test that starts one is named \`*.process.test.ts\``);
}

interface Spawning {
  spawn(options: { readonly file?: string }): unknown;
}

/** What every asynchronous way of starting a process calls. */
const starts = ChildProcess.prototype as unknown as Spawning & { readonly isGuarded?: boolean };

// Test files may share a process, which is changed once.
if (starts.isGuarded !== true) {
  const { spawn } = starts;
  Object.assign(starts, {
    isGuarded: true,
    spawn(this: Spawning, options: { readonly file?: string }): unknown {
      const { file = "" } = options;
      return /\besbuild(?:\.exe)?$/.test(file) ? spawn.call(this, options) : refuse(file);
    },
  });
  for (const name of sync) Object.assign(childProcess, { [name]: (program: string) => refuse(program) });
  syncBuiltinESMExports();
}
