// Sessions in files, for hook processes that live for one event: one file per session, changed under a lock and replaced
// as a whole. Many processes may work on one session at a time and none loses what another has marked or counted.
// What cannot be read is an exception, never a session that starts afresh: its labels are then unknown.

import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { IDLE_MS, memoryStore, type SessionState, type SessionStore, type StateChange } from "../core/session.ts";
import { withLock } from "./lock.ts";
import { checkFolder, PrivateFileError, readOwnFile, writeNewFile } from "./private-files.ts";
import { readSession, sessionText } from "./session-text.ts";

export interface FileStoreOptions {
  /** Made when it is first needed. */
  readonly folder: string;
  /** Window lengths in milliseconds by counter. */
  readonly counters: { readonly [counter: string]: readonly number[] };
  /** How long to wait for other processes; then the change is lost, with an exception. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 3000;
const FILE_CAP_BYTES = 16 * 1024 * 1024;
/** Files looked at for idle sessions whenever a session begins. */
const SWEPT_AT_ONCE = 64;
/** Locks, claims and half-written files are older than this only if their process was killed. */
const LEFT_OVER_MS = 60 * 60 * 1000;
const SWEEP_PATIENCE_MS = 50;

export function fileStore(options: FileStoreOptions): SessionStore {
  const { folder, counters, patienceMs = PATIENCE_MS } = options;
  const fileOf = (name: string): string => join(folder, `${name}.session`);

  /** The session in a memory store of its own, because that is where its rules are. */
  const open = (name: string, time: number): ReturnType<typeof memoryStore> => {
    const memory = memoryStore({ counters });
    const path = fileOf(name);
    const found = readOwnFile(path, FILE_CAP_BYTES);
    if (found === null) return memory;
    const saved = readSession(name, found.bytes);
    if (saved === null) throw new PrivateFileError(`${path} is damaged; remove it to begin the session anew`);
    if (time - saved.lastTime <= IDLE_MS) memory.restore(name, saved);
    return memory;
  };

  return {
    folder,

    read(session, time) {
      const name = nameOf(session);
      const memory = checkFolder(folder, { create: false }) ? open(name, time) : memoryStore({ counters });
      return withHashedCalls(memory.read(name, time));
    },

    commit(session, change) {
      const name = nameOf(session);
      const path = fileOf(name);
      checkFolder(folder, { create: true });
      const isNew = !existsSync(path);
      withLock(`${path}.lock`, patienceMs, (isHeld) => {
        const memory = open(name, change.time);
        memory.commit(name, { ...change, call: change.call === null ? null : callKey(change.call) });
        const saved = memory.snapshot(name);
        if (saved === null || !Number.isFinite(saved.lastTime)) throw new PrivateFileError("the event has no time");
        replace(path, sessionText(name, saved), { sync: isWorthSyncing(change), isHeld });
      });
      if (isNew) sweep(folder, patienceMs);
    },
  };
}

/** Session names come from hosts and may hold anything. */
function nameOf(session: string): string {
  return createHash("sha256").update(session).digest("hex");
}

/** Ids of calls have any length; a file keeps a thousand of them. */
function callKey(call: string): string {
  return createHash("sha256").update(call).digest("base64url").slice(0, 24);
}

function withHashedCalls(state: SessionState): SessionState {
  return {
    lastTime: state.lastTime,
    blocksInRow: state.blocksInRow,
    marked: (label, shadow) => state.marked(label, shadow),
    counted: (counter, shadow, windowMs, time) => state.counted(counter, shadow, windowMs, time),
    hasCounted: (call, counter, shadow) => state.hasCounted(callKey(call), counter, shadow),
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
    // A process that was stopped for minutes may have lost the lock to one that could not know.
    if (!options.isHeld()) throw new PrivateFileError(`the lock of ${path} was lost`);
    renameSync(next, path);
  } catch (caught) {
    rmSync(next, { force: true });
    throw caught;
  }
}

/** Removes some of the sessions that are over, and what killed processes left. Trouble here is nobody's failure. */
function sweep(folder: string, patienceMs: number): void {
  try {
    const names = readdirSync(folder);
    const start = Math.floor(Math.random() * names.length);
    const looked = [...names.slice(start), ...names.slice(0, start)].slice(0, SWEPT_AT_ONCE);
    for (const name of looked) sweepFile(join(folder, name), patienceMs);
  } catch {
    // Another sweep was faster, or something strange lies there: the next one begins elsewhere.
  }
}

function sweepFile(path: string, patienceMs: number): void {
  const [, kind = ""] = /\.(session|lock|claim|new)$/.exec(path) ?? [];
  const isOld = (): boolean => Date.now() - statSync(path).mtimeMs > (kind === "session" ? IDLE_MS : LEFT_OVER_MS);
  if (kind === "" || !isOld()) return;
  const patience = Math.min(patienceMs, SWEEP_PATIENCE_MS);
  const remove = (): void => rmSync(path, { force: true });
  if (kind === "new") remove();
  // Taking a lock over and giving it back is the one safe way to remove it.
  if (kind === "lock") withLock(path, patience, () => undefined);
  if (kind === "session") withLock(`${path}.lock`, patience, () => isOld() && remove());
  // A claim matters as long as there is a lock that it may be for.
  if (kind === "claim" && !existsSync(path.replace(/\.lock\..*$/, ".lock"))) remove();
}
