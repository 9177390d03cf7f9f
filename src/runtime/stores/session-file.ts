// One session in its file: found by the hash of its name, validated when read, replaced as a whole.

import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../language/sha256.ts";
import {
  IDLE_MS,
  type MemoryStore,
  memoryStore,
  type SessionState,
  type StateChange,
} from "../engine/event/session.ts";
import { withLock } from "./lock.ts";
import { PrivateFileError, readOwnFile, writeNewFile } from "./private-files.ts";
import { readSession, sessionText } from "./session-text.ts";

export interface SessionCounters {
  /** Window lengths in milliseconds by counter. */
  readonly [counter: string]: readonly number[];
}

const FILE_CAP_BYTES = 16 * 1024 * 1024;
/** Files looked at for idle sessions whenever a session begins. */
const SWEPT_AT_ONCE = 64;
/** Locks, claims and half-written files are older than this only if their process was killed. */
const LEFT_OVER_MS = 60 * 60 * 1000;
const SWEEP_PATIENCE_MS = 50;

export function fileOf(folder: string, name: string): string {
  return join(folder, `${name}.session`);
}

export interface OpenSession {
  /** The session in a memory store of its own, because that is where its rules are. */
  readonly memory: MemoryStore;
  /** Names the content of the file; null: there is none. */
  readonly content: string | null;
}

export function openSession(path: string, name: string, time: number, counters: SessionCounters): OpenSession {
  const memory = memoryStore({ counters });
  const found = readOwnFile(path, FILE_CAP_BYTES);
  if (found === null) return { memory, content: null };
  const saved = readSession(name, found.bytes);
  if (saved === null) throw new PrivateFileError(`${path} is damaged; remove it to restart the session`);
  if (time - saved.lastTime <= IDLE_MS) memory.restore(name, saved);
  return { memory, content: contentOf(found.bytes) };
}

/** What names the content of the file now. */
export function contentAt(path: string): string | null {
  const found = readOwnFile(path, FILE_CAP_BYTES);
  return found === null ? null : contentOf(found.bytes);
}

const FIRST_LINE = 256;

/** The first line of a session's text holds the hash of the rest. */
const contentOf = (bytes: Buffer): string => {
  const text = bytes.toString("latin1", 0, FIRST_LINE);
  return text.slice(0, Math.max(0, text.indexOf("\n")));
};

/** Applies the change in memory and replaces the file; the lock is held. Returns the identity of the new content. */
export function saveChange(
  path: string,
  name: string,
  memory: MemoryStore,
  change: StateChange,
  isHeld: () => boolean,
): string {
  const { call, ask = null } = change;
  memory.commit(name, {
    ...change,
    call: call === null ? null : callKey(call),
    ask: ask === null ? null : callKey(ask),
  });
  const saved = memory.snapshot(name);
  if (saved === null || !Number.isFinite(saved.lastTime)) throw new PrivateFileError("the event has no time");
  const text = sessionText(name, saved);
  replace(path, text, { sync: isWorthSyncing(change), isHeld });
  return contentOf(Buffer.from(text));
}

/** Session names come from hosts and may hold anything. */
export function nameOf(session: string): string {
  return sha256Hex(session);
}

/** Ids of calls have any length; a file keeps a thousand of them. */
function callKey(call: string): string {
  const key = Buffer.from(sha256Hex(call), "hex").toString("base64url").slice(0, 24);
  return call.startsWith(ASK) ? ASK + key : key;
}

/** The prefix for the id of an agent call, where a tool call's id would be. */
const ASK = "ask ";

export function withHashedCalls(state: SessionState): SessionState {
  return {
    lastTime: state.lastTime,
    blocksInRow: state.blocksInRow,
    marked: (label, shadow) => state.marked(label, shadow),
    counted: (counter, shadow, windowMs, time) => state.counted(counter, shadow, windowMs, time),
    hasCounted: (call, counter, shadow) => state.hasCounted(callKey(call), counter, shadow),
    hasBlocked: (ask) => state.hasBlocked(callKey(ask)),
  };
}

/** The time alone can be a little behind after a power cut. */
function isWorthSyncing({ marks, counts, blocksInRow }: StateChange): boolean {
  return marks.length > 0 || counts.length > 0 || blocksInRow !== null;
}

function replace(
  path: string,
  text: string,
  options: { readonly sync: boolean; readonly isHeld: () => boolean },
): void {
  const next = `${path}.${randomUUID()}.new`;
  try {
    writeNewFile(next, text, options);
    // A process that was stopped for minutes may have lost the lock to one that took it for dead.
    if (!options.isHeld()) throw new PrivateFileError(`the lock of ${path} was lost`);
    renameSync(next, path);
  } catch (caught) {
    rmSync(next, { force: true });
    throw caught;
  }
}

/** Removes some of the expired sessions, and files of killed processes. Errors here are ignored. */
export function sweep(folder: string, patienceMs: number): void {
  try {
    const names = readdirSync(folder);
    const start = Math.floor(Math.random() * names.length);
    const looked = [...names.slice(start), ...names.slice(0, start)].slice(0, SWEPT_AT_ONCE);
    for (const name of looked) sweepFile(join(folder, name), patienceMs);
  } catch {
    // Another sweep was faster, or there is an unexpected file: the next sweep starts elsewhere.
  }
}

function sweepFile(path: string, patienceMs: number): void {
  const [, kind = ""] = /\.(session|lock|claim|new)$/.exec(path) ?? [];
  const isOld = (): boolean => Date.now() - statSync(path).mtimeMs > (kind === "session" ? IDLE_MS : LEFT_OVER_MS);
  if (kind === "" || !isOld()) return;
  const patience = Math.min(patienceMs, SWEEP_PATIENCE_MS);
  const remove = (): void => rmSync(path, { force: true });
  if (kind === "new") remove();
  // The only safe way to remove a lock is to take it over and release it.
  if (kind === "lock") withLock(path, patience, () => undefined);
  if (kind === "session") withLock(`${path}.lock`, patience, () => isOld() && remove());
  // A claim matters as long as there is a lock that it may be for.
  if (kind === "claim" && !existsSync(path.replace(/\.lock\..*$/, ".lock"))) remove();
}
