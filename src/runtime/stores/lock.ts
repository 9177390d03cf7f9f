// A lock between processes. It is held for milliseconds, and waiting blocks the thread, because stores are synchronous.
//
// A lock is a file that names its holder, created atomically by a hard link. The lock of a process that has ended is taken over.
// Two processes that both find it abandoned must not both remove it, or the second would remove the new lock of the first.
// So a process first creates a claim, a file named after the holder it replaces; the claim of a process that has ended is
// claimed in turn.
// INVARIANT: only the maker of the last claim removes a lock, and claims go only after the lock they are for.

import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { isSystemError } from "../../language/load-error.ts";
import { sha256Hex } from "../../language/sha256.ts";
import { uptimeMs } from "../machine/uptime.ts";
import { pause } from "./pause.ts";
import { readOwnFile, writeNewFile } from "./private-files.ts";

export class LockError extends Error {
  override readonly name = "LockError";
}

const PAUSE_MS = 4;
/** A process that has waited longer checks less often, so that many waiting processes do not slow down the holder. */
const LONGEST_PAUSE_MS = 24;
/** Whether the holder is alive is checked less often than whether the lock is free: many may wait on few processors. */
const LOOK_MS = 50;
/** For holders whose state cannot be determined: far longer than any change takes. */
const ABANDONED_MS = 60_000;
const MOST_CLAIMS = 32;
const LOCK_BYTES = 1024;

/** Runs the work with the lock held; `isHeld` checks again. Throws when another process holds it for too long. */
export function withLock<T>(path: string, patienceMs: number, work: (isHeld: () => boolean) => T): T {
  const attempts = lockAttempts(path, patienceMs);
  while (!attempts.next()) pause(attempts.pauseMs());
  try {
    return work(attempts.isHeld);
  } finally {
    attempts.release();
  }
}

/** The same for asynchronous work: two callers in one process must not block each other's thread. */
export async function withLockAsync<T>(path: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const attempts = lockAttempts(path, patienceMs);
  while (!attempts.next()) await setTimeout(attempts.pauseMs());
  try {
    return await work();
  } finally {
    attempts.release();
  }
}

interface Attempts {
  /** Tries once; true when this process has the lock. Throws when it took too long. */
  next(): boolean;
  /** How long to wait before the next try. */
  pauseMs(): number;
  isHeld(): boolean;
  release(): void;
}

function lockAttempts(path: string, patienceMs: number): Attempts {
  const start = uptimeMs();
  const end = start + patienceMs;
  const me = holderText();
  const mine = `${path}.${digest(me)}.new`;
  const isHeld = (): boolean => holderOf(path)?.text === me;
  let lookAt = uptimeMs();
  writeNewFile(mine, me, { sync: false });
  const giveUp = (): void => rmSync(mine, { force: true });
  const attempt = (): boolean => {
    if (isLinked(mine, path)) return true;
    const now = uptimeMs();
    if (now > end) throw new LockError(`the lock ${path} is held by another process`);
    if (now < lookAt) return false;
    const holder = holderOf(path);
    if (holder !== null && isGone(holder)) takeOver(path, holder, mine);
    lookAt = now + LOOK_MS;
    return false;
  };
  return {
    next() {
      let isOver = true;
      try {
        isOver = attempt();
        return isOver;
      } finally {
        if (isOver) giveUp();
      }
    },
    pauseMs: () => 1 + Math.random() * Math.min(LONGEST_PAUSE_MS, PAUSE_MS + (uptimeMs() - start) / 8),
    isHeld,
    release: () => {
      if (isHeld()) rmSync(path, { force: true });
    },
  };
}

/** The content of a lock of this process, unique each time. */
export function holderText(): string {
  return JSON.stringify({
    space: pidSpace(),
    pid: process.pid,
    start: startOf(process.pid),
    id: randomUUID(),
  });
}

interface Holder {
  readonly text: string;
  readonly ageMs: number;
}

function takeOver(lock: string, gone: Holder, mine: string): void {
  const claims: string[] = [];
  for (let victim = gone; claims.length < MOST_CLAIMS; ) {
    const claim = claimOn(lock, victim.text);
    claims.push(claim);
    if (isLinked(mine, claim)) break;
    const claimer = holderOf(claim);
    // Another process is removing the lock, or has removed it.
    if (claimer === null || !isGone(claimer)) return;
    victim = claimer;
  }
  if (holderOf(lock)?.text === gone.text) rmSync(lock, { force: true });
  for (const claim of claims) rmSync(claim, { force: true });
}

/** The claim to remove a lock, or another claim, whose holder is gone. */
export function claimOn(lock: string, holder: string): string {
  return `${lock}.${digest(holder)}.claim`;
}

/** Makes `path` the same file as `from`; false when there is one already. */
function isLinked(from: string, path: string): boolean {
  try {
    linkSync(from, path);
    return true;
  } catch (caught) {
    if (isSystemError(caught) && caught.code === "EEXIST") return false;
    throw caught;
  }
}

function holderOf(path: string): Holder | null {
  const found = readOwnFile(path, LOCK_BYTES);
  return found === null ? null : { text: found.bytes.toString("utf8"), ageMs: Date.now() - found.mtimeMs };
}

/** Whether the process that wrote this has ended. For another machine or container only the age can show that. */
function isGone({ text, ageMs }: Holder): boolean {
  const { space, pid, start } = readHolder(text);
  if (pid === null || space !== pidSpace()) return ageMs > ABANDONED_MS;
  if (!isAlive(pid)) return true;
  const startNow = startOf(pid);
  // A process id is reused, but the new process has another start time.
  if (start !== null && startNow !== null) return start !== startNow;
  return ageMs > ABANDONED_MS;
}

function readHolder(text: string): {
  readonly space: string | null;
  readonly pid: number | null;
  readonly start: string | null;
} {
  try {
    const { space, pid, start } = JSON.parse(text) as { space?: unknown; pid?: unknown; start?: unknown };
    return {
      space: typeof space === "string" ? space : null,
      pid: Number.isSafeInteger(pid) && Number(pid) > 0 ? Number(pid) : null,
      start: typeof start === "string" ? start : null,
    };
  } catch {
    return { space: null, pid: null, start: null };
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

/** When a process started, if the system reports it; a zombie counts as ended. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; the fields after it are plain.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Within one of these a process number means one process. */
function pidSpace(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function digest(text: string): string {
  return sha256Hex(text).slice(0, 24);
}
