// Starts the resident process, once for all calls that find none, and detached from the call that starts it: hosts wait until
// every descriptor of a hook is closed, and kill its process group when it ends.

import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { isSystemError } from "../../language/load-error.ts";
import { withLock } from "../../runtime/stores/lock.ts";
import { checkFolder, writeNewFile } from "../../runtime/stores/private-files.ts";
import { hasSocket, type RunFiles, tooLongFor } from "./run-folder.ts";

/** After one attempt, no other call tries for this long, whether or not the attempt succeeds. */
const START_MS = 30_000;

/** The inherited environment variables: enough to find the home folder and to format times and texts. */
const INHERITED = ["HOME", "PATH", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"];

/** How long an existing process may take to accept a connection. */
const LOOK_MS = 200;
const LOCK_MS = 50;

/** Starts one unless a process is listening; always calls `done`. If anything fails, calls decide by themselves. */
export function ensureResident(files: RunFiles, program: string, done: () => void): void {
  look(files, (isThere) => {
    if (isThere || !isFirst(files)) return done();
    // A process that began to listen after the first check has removed the marker that would have stopped this call.
    look(files, (isThereNow) => {
      if (isThereNow) rmSync(files.starting, { force: true });
      else startResident(files, program);
      done();
    });
  });
}

/** Whether a process is listening; a killed process leaves its socket behind. */
function look(files: RunFiles, found: (isThere: boolean) => void): void {
  if (!hasSocket(files)) return found(false);
  const socket = connect(files.socket);
  const settle = (isThere: boolean): void => {
    socket.removeAllListeners();
    socket.on("error", () => undefined);
    socket.destroy();
    found(isThere);
  };
  socket.setTimeout(LOOK_MS, () => settle(true));
  socket.on("connect", () => settle(true));
  // Only a refused connection proves that no process is listening; on other errors none is started.
  socket.on("error", (caught) => settle(!(isSystemError(caught) && caught.code === "ECONNREFUSED")));
}

function startResident({ folder }: RunFiles, program: string): void {
  try {
    const environment = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
    const empty = openSync("/dev/null", "r");
    const stdio = stdioWith(empty);
    const args = [program, "resident", folder];
    const child = spawn(process.execPath, args, { detached: true, stdio, cwd: "/", env: environment });
    child.on("error", () => undefined);
    child.unref();
    closeSync(empty);
  } catch {
    // A later call tries again.
  }
}

/** Node marks inherited descriptors close-on-exec up to this one, and beyond it up to the first gap. */
const NODE_CLOSES = 15;
/** Hosts do not pass descriptors above this. */
const HIGHEST = 4096;

/** Replaces every descriptor that the new process would inherit from the agent with an empty file. */
function stdioWith(empty: number): ("ignore" | number)[] {
  const open = readdirSync("/dev/fd").map(Number);
  const inherited = open.filter((file) => file > NODE_CLOSES && file <= HIGHEST);
  const stdio: ("ignore" | number)[] = Array(Math.max(2, ...inherited) + 1).fill("ignore");
  for (const file of inherited) stdio[file] = empty;
  return stdio;
}

/** Whether this process starts it: only the one that creates the marker does. */
function isFirst(files: RunFiles): boolean {
  if (tooLongFor(files) !== null) return false;
  const { folder, starting, lock } = files;
  try {
    checkFolder(folder, { create: true });
    // Locked: of two processes that find the same old marker, the second would otherwise remove the new marker of the first.
    if (isOld(starting)) withLock(lock, LOCK_MS, () => isOld(starting) && rmSync(starting, { force: true }));
    writeNewFile(starting, "", { sync: false });
    return true;
  } catch {
    // Another call was faster, or nothing can be written there.
    return false;
  }
}

/** A time in the future also counts as old: it comes from a clock that was wrong. */
function isOld(mark: string): boolean {
  const found = statSync(mark, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) >= START_MS;
}
