// `policyc serve --status` and `--stop`: queries the running process over its socket, and trusts only authenticated answers.

import { lstatSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { shortRevision, whyOf } from "../../language/load-error.ts";
import { PrivateFileError } from "../../runtime/stores/private-files.ts";
import { askSocket } from "../../service/client/ask-socket.ts";
import type { RunFiles } from "../../service/client/run-folder.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";

const LIMIT_MS = 5000;
/** Longer than the server takes to give up on a pending answer. */
const STOP_MS = 8000;

interface Status {
  readonly version: string;
  readonly pid: number;
  readonly started: string;
  readonly stopping: boolean;
  readonly port: number | null;
  readonly sessions: number;
  readonly in_flight: number;
  readonly bundles: readonly {
    readonly bundle: string;
    readonly rules: number;
    readonly revision: string;
    readonly since: string;
  }[];
}

export async function showServeStatus(files: RunFiles, io: Io): Promise<Exit> {
  const status = await statusAt(files);
  if ("error" in status) return notThere(files, status.error, io);
  const { pid, version, started, port, sessions, in_flight, bundles } = status;
  const lines = [
    `running      process ${pid}, policyc ${version}, since ${started}`,
    `socket       ${files.socket}`,
    ...(port === null ? [] : [`port         http://127.0.0.1:${port}`]),
    `sessions     ${sessions} in memory, ${in_flight - 1} calls being decided`,
    ...bundles.flatMap(({ bundle, rules, revision, since }) => [
      `bundle       ${bundle}`,
      `  revision   ${shortRevision(revision)}, ${rules} rules, since ${since}`,
    ]),
  ];
  io.stdout.write(`${lines.map(visible).join("\n")}\n`);
  return exit.clean;
}

export async function stopServing(files: RunFiles, io: Io): Promise<Exit> {
  const status = await statusAt(files);
  if ("error" in status) return notThere(files, status.error, io);
  const { ino } = lstatSync(files.socket);
  await askSocket({ files, method: "POST", path: "/stop", body: Buffer.from("{}"), limitMs: LIMIT_MS });
  const end = performance.now() + STOP_MS;
  while (isAlive(status.pid) && performance.now() < end) await setTimeout(50);
  const isThere = lstatSync(files.socket, { throwIfNoEntry: false })?.ino === ino;
  io.stdout.write(isThere ? `process ${status.pid} has not stopped yet\n` : `process ${status.pid} has stopped\n`);
  return isThere ? exit.findings : exit.clean;
}

function notThere({ folder }: RunFiles, why: string, io: Io): Exit {
  failWith(cliError("P831", { folder, why }), io);
  return exit.findings;
}

async function statusAt(files: RunFiles): Promise<Status | { readonly error: string }> {
  try {
    const { status, body } = await askSocket({
      files,
      method: "GET",
      path: "/status",
      body: Buffer.alloc(0),
      limitMs: LIMIT_MS,
    });
    // Authenticated as our own server, so its shape is known.
    return status === 200 ? JSON.parse(body.toString("utf8")) : { error: `it answers with status ${status}` };
  } catch (caught) {
    const { code } = caught as { readonly code?: unknown };
    if (code === "ENOENT") return { error: "there is no socket" };
    if (code === "ECONNREFUSED") return { error: "the process that created the socket no longer runs" };
    if (caught instanceof PrivateFileError) return { error: caught.message };
    return { error: whyOf(caught).replace(/^Error: /, "") };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
