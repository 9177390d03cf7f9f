// Starts the resident process, once for all calls that find none, and without a tie to the call that starts it: hosts wait
// until every descriptor of a hook is closed, and end its process group with it.

import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { isSystemError } from "../../language/load-error.ts";
import { withLock } from "../../runtime/stores/lock.ts";
import { checkFolder, writeNewFile } from "../../runtime/stores/private-files.ts";
import { hasSocket, type RunFiles, tooLongFor } from "./run-folder.ts";

/** For so long nobody else tries after one that has begun, whether or not it succeeds. */
const START_MS = 30_000;

/** What the process keeps of the caller's environment: enough to find the home folder and to show times and texts. */
const KEPT = ["HOME", "PATH", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"];

/** How long a process that is there may take to accept a connection. */
const LOOK_MS = 200;
const LOCK_MS = 50;

/** Starts one unless somebody listens; `done` is called in any case. Whatever goes wrong, calls decide by themselves. */
export function ensureResident(files: RunFiles, program: string, done: () => void): void {
  look(files, (isThere) => {
    if (isThere || !isFirst(files)) return done();
    // One that has begun to listen since the first look has removed the mark that would have held this call back.
    look(files, (isThereNow) => {
      if (isThereNow) rmSync(files.starting, { force: true });
      else startResident(files, program);
      done();
    });
  });
}

/** Whether somebody listens; a process that was killed leaves its socket behind. */
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
  // Anything but a refusal is a doubt, and then none is started.
  socket.on("error", (caught) => settle(!(isSystemError(caught) && caught.code === "ECONNREFUSED")));
}

function startResident({ folder }: RunFiles, program: string): void {
  try {
    const environment = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]));
    const empty = openSync("/dev/null", "r");
    const stdio = stdioWith(empty);
    const words = [program, "resident", folder];
    const child = spawn(process.execPath, words, { detached: true, stdio, cwd: "/", env: environment });
    child.on("error", () => undefined);
    child.unref();
    closeSync(empty);
  } catch {
    // A later call tries again.
  }
}

/** Node itself keeps from its children what it inherited up to this descriptor, and beyond it up to the first gap. */
const NODE_CLOSES = 15;
/** Hosts do not hand over descriptors above this. */
const HIGHEST = 4096;

/** The new process gets an empty file for every descriptor that it would inherit of the agent, through this process. */
function stdioWith(empty: number): ("ignore" | number)[] {
  const open = readdirSync("/dev/fd").map(Number);
  const inherited = open.filter((file) => file > NODE_CLOSES && file <= HIGHEST);
  const stdio: ("ignore" | number)[] = Array(Math.max(2, ...inherited) + 1).fill("ignore");
  for (const file of inherited) stdio[file] = empty;
  return stdio;
}

/** Whether this process is the one to start it: it has made the mark. */
function isFirst(files: RunFiles): boolean {
  if (tooLongFor(files) !== null) return false;
  const { folder, starting, lock } = files;
  try {
    checkFolder(folder, { create: true });
    // Locked, because of two that both find the same old mark the second would remove the mark of the first.
    if (isOld(starting)) withLock(lock, LOCK_MS, () => isOld(starting) && rmSync(starting, { force: true }));
    writeNewFile(starting, "", { sync: false });
    return true;
  } catch {
    // Another call was faster, or nothing can be written there.
    return false;
  }
}

/** Also with a time to come: that is one of a clock that was wrong. */
function isOld(mark: string): boolean {
  const found = statSync(mark, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) >= START_MS;
}
