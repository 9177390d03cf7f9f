// Starts the resident process, once for all calls that find none, and without a tie to the call that starts it: hosts wait
// until every descriptor of a hook is closed, and end its process group with it.

import { spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { isSystemError } from "../../runtime/load-error.ts";
import { checkFolder, writeNewFile } from "../../runtime/stores/private-files.ts";
import { hasSocket, type RunFiles, tooLongFor } from "./run-folder.ts";

/** For so long nobody else tries after one that has begun, whether or not it succeeds. */
const START_MS = 30_000;

/** What the process keeps of the caller's environment: enough to find the home folder and to show times and texts. */
const KEPT = ["HOME", "PATH", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"];

/** How long a process that is there may take to accept a connection. */
const LOOK_MS = 200;

/** Starts one unless somebody listens; `done` is called in any case. Whatever goes wrong, calls decide by themselves. */
export function ensureResident(files: RunFiles, program: string, done: () => void): void {
  if (!hasSocket(files)) {
    startResident(files, program);
    return done();
  }
  // A process that was killed leaves its socket behind.
  const socket = connect(files.socket);
  const settle = (isGone: boolean): void => {
    socket.removeAllListeners();
    socket.on("error", () => undefined);
    socket.destroy();
    if (isGone) startResident(files, program);
    done();
  };
  socket.setTimeout(LOOK_MS, () => settle(false));
  socket.on("connect", () => settle(false));
  socket.on("error", (caught) => settle(isSystemError(caught) && caught.code === "ECONNREFUSED"));
}

function startResident(files: RunFiles, program: string): void {
  try {
    if (tooLongFor(files) !== null || !isFirst(files)) return;
    const environment = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]));
    const words = [program, "resident", files.folder];
    const child = spawn(process.execPath, words, { detached: true, stdio: "ignore", cwd: "/", env: environment });
    child.on("error", () => undefined);
    child.unref();
  } catch {
    // The next call tries again.
  }
}

/** Whether this process is the one to start it. */
function isFirst({ folder, starting }: RunFiles): boolean {
  checkFolder(folder, { create: true });
  const found = statSync(starting, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs < START_MS) return false;
  if (found !== undefined) rmSync(starting, { force: true });
  try {
    writeNewFile(starting, "", { sync: false });
    return true;
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "EEXIST") return false;
    throw caught;
  }
}
