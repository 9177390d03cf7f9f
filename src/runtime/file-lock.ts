// A lock file, so that two writers do not lose each other's changes. Held for a read, a change and a rename: milliseconds.

import { randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { isSystemError } from "./load-error.ts";

const PATIENCE_MS = 5000;
const RETRY_MS = 20;
/** When the holder cannot be asked whether it still lives: far longer than any change takes. */
const ABANDONED_MS = 60_000;

export class LockError extends Error {
  override readonly name = "LockError";
}

/** Runs the work with the lock held; throws when somebody else keeps it for too long. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const end = Date.now() + PATIENCE_MS;
  while (!(await create(path, holder))) {
    if (await isAbandoned(path)) await breakLock(path);
    else if (Date.now() > end) throw new LockError(`${path} is held by another process; remove it if there is none`);
    await wait(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function create(path: string, holder: string): Promise<boolean> {
  try {
    await writeFile(path, holder, { flag: "wx", mode: 0o600 });
    return true;
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "EEXIST") return false;
    throw caught;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const [host = "", pid = ""] = (await readFile(path, "utf8")).split(" ");
    if (host === hostname() && /^\d+$/.test(pid)) return !isAlive(Number(pid));
    return Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (caught) {
    return !(isSystemError(caught) && caught.code === "ESRCH");
  }
}

/** Only one may break it, and only after a second look: the lock may be a new one by now. */
async function breakLock(path: string): Promise<void> {
  const guard = `${path}.break`;
  if (!(await create(guard, "")) && !(await isOld(guard))) return;
  try {
    if (await isAbandoned(path)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS;
  } catch {
    return false;
  }
}
