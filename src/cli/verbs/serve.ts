// `policyc serve`: a long-lived process that decides for hooks, so that they need not load the rules themselves.

import { join, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { compilerVersion } from "../../compiler/bundle/package-files.ts";
import { visibleLines } from "../../compiler/diagnostics/report/visible.ts";
import { PolicyLoadError } from "../../runtime/index.ts";
import { LockError } from "../../runtime/stores/lock.ts";
import { PrivateFileError } from "../../runtime/stores/private-files.ts";
import { defaultRunFolder, programId, type RunFiles, runFiles } from "../../service/client/run-folder.ts";
import { ServeError } from "../../service/resident/listen.ts";
import { serve } from "../../service/resident/serve.ts";
import { watchOver } from "../../service/resident/watchdog.ts";
import { refused } from "../base/bundle-refused.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { cliEntry } from "../install/cli-entry.ts";
import { showServeStatus, stopServing } from "../show/serve-status.ts";
import type { DefineVerb } from "./verb.ts";

interface ServeFlags {
  readonly run?: string;
  /** True when no port is named. */
  readonly http?: number | true;
  readonly status?: true;
  readonly stop?: true;
}

const NOTES = `
Hook calls start this process automatically, and it exits after half an hour without calls. Start it yourself
under systemd or launchd, or for agents with HTTP hooks. If an answer is in any doubt, the hook call decides by itself.
The socket, its key, and the port number and token (--http) are files in ~/.policyc/run that only you can open.`;

export const defineServe: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Runs a resident process that decides agent calls: over a socket for `policyc hook`, and over a loopback port for agents with HTTP hooks. Every call is decided by the current bundle.",
    )
    .argument("[bundles...]", "folders that `policyc build` wrote (default: .policyc/bundle)")
    .option("--run <folder>", "the folder of its socket and keys (default: ~/.policyc/run)")
    .option("--http [port]", "also listen on a loopback port (default: any free port)", portOf)
    .option("--status", "show the status of the running process")
    .option("--stop", "stop the running process")
    .addHelpText("after", NOTES)
    .action(async (bundles: string[], flags: ServeFlags) => {
      const folder = flags.run === undefined ? defaultRunFolder() : resolve(io.cwd, flags.run);
      const files = runFiles(folder, programId(cliEntry()));
      if (flags.status) finish(await showServeStatus(files, io));
      else if (flags.stop) finish(await stopServing(files, io));
      else finish(await stay(files, bundles, flags, io));
    });
};

function portOf(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value);
  throw new InvalidArgumentError("use a port number up to 65535");
}

async function stay(files: RunFiles, bundles: readonly string[], flags: ServeFlags, io: Io): Promise<Exit> {
  const log = (text: string): void => io.stderr.write(visibleLines(`policyc serve: ${text}\n`));
  const named = bundles.length === 0 ? [join(".policyc", "bundle")] : bundles;
  const dirs = named.map((dir) => resolve(io.cwd, dir));
  const port = flags.http === undefined ? null : flags.http === true ? 0 : flags.http;
  let served: Awaited<ReturnType<typeof serve>>;
  try {
    const version = compilerVersion();
    served = await serve({ files, bundles: [...new Set(dirs)], port, version, idleMs: null, log });
  } catch (caught) {
    if (caught instanceof PolicyLoadError) {
      const about = named.find((dir) => caught.message.includes(resolve(io.cwd, dir)));
      return refused(caught, about ?? named[0] ?? "", io);
    }
    const isExpected = [ServeError, LockError, PrivateFileError].some((kind) => caught instanceof kind);
    if (!isExpected || !(caught instanceof Error)) throw caught;
    return failWith(cliError("P830", { why: caught.message }), io);
  }
  const watchdog = watchOver();
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, served.stop);
  log(`listening on ${files.socket}`);
  if (served.port !== null) log(`listening on http://127.0.0.1:${served.port}, token in ${files.http}`);
  await served.ended;
  for (const signal of signals) process.removeListener(signal, served.stop);
  watchdog.close();
  log("stopped");
  return exit.clean;
}
