// The same sessions in the same files, for a process that keeps running: it caches what it has read until another process
// replaces the file, so that an event that changes nothing costs one stat and no lock.
//
// An event is decided on the cached state, without the lock. If it changes something, the lock is taken, and the change is
// written only if the file is still the one that was read. Otherwise it is a conflict, and the event has to be
// decided again under the lock, by the store for short-lived processes.

import { type Stats, statSync } from "node:fs";
import { IDLE_MS, type MemoryStore, memoryStore, type SessionStore } from "../engine/event/session.ts";
import type { FileStoreOptions } from "./file.ts";
import { withLock } from "./lock.ts";
import { checkFolder } from "./private-files.ts";
import { contentAt, fileOf, nameOf, openSession, saveChange, sweep, withHashedCalls } from "./session-file.ts";
import { isUnchanged } from "./unchanged.ts";

export interface ResidentStore extends SessionStore {
  /** Whether a change was refused since the last call, because another process was faster. */
  takeConflict(): boolean;
  /** Sessions kept in memory. */
  readonly size: number;
}

class SessionConflict extends Error {
  override readonly name = "SessionConflict";
}

interface CachedSession {
  readonly memory: MemoryStore;
  /** Identifies the content that was read or written; null: there was no file. */
  readonly content: string | null;
  readonly identity: Identity;
  /** The last time that the file holds. */
  readonly savedTime: number;
}

/** Sessions that are kept in memory; the others are read again when they are asked about. */
const MOST_CACHED = 4096;
const LONGEST_KEPT = 256;

export function residentStore({ folder, counters, patienceMs = 300 }: FileStoreOptions): ResidentStore {
  const cache = new Map<string, CachedSession>();
  const placed = places(folder);
  let hasConflict = false;

  const remember = (name: string, one: CachedSession): CachedSession => {
    cache.set(name, one);
    const [oldest] = cache.size > MOST_CACHED ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    return one;
  };

  /** The cached session if the file is unchanged; otherwise the content of the file. */
  const current = ({ name, path }: Place, time: number): CachedSession => {
    const identity = identityOf(path);
    const found = cache.get(name);
    const known = found !== undefined && time - lastTimeOf(found, name, time) <= IDLE_MS ? found : undefined;
    if (known !== undefined && isSameFile(known.identity, identity)) return known;
    const isThere = checkFolder(folder, { create: false });
    const opened = isThere
      ? openSession(path, name, time, counters)
      : { memory: memoryStore({ counters }), content: null };
    // The time in memory may be ahead of the file's.
    if (known !== undefined && known.content === opened.content) return remember(name, { ...known, identity });
    return remember(name, { ...opened, identity, savedTime: opened.memory.snapshot(name)?.lastTime ?? 0 });
  };

  return {
    folder,

    read(session, time) {
      const place = placed(session);
      return withHashedCalls(current(place, time).memory.read(place.name, time));
    },

    commit(session, change) {
      const place = placed(session);
      const { name, path } = place;
      const one = cache.get(name) ?? current(place, change.time);
      const state = one.memory.read(name, change.time);
      if (one.content !== null && isUnchanged(state, one.savedTime, change)) {
        one.memory.commit(name, { time: change.time, marks: [], counts: [], blocksInRow: null, call: null });
        return;
      }
      const isNew = one.content === null;
      checkFolder(folder, { create: true });
      // Until it is written, the session in memory must not be taken for the content of the file.
      cache.delete(name);
      withLock(`${path}.lock`, patienceMs, (isHeld) => {
        if (contentAt(path) !== one.content) {
          hasConflict = true;
          throw new SessionConflict("another process has changed the session in the meantime");
        }
        const content = saveChange(path, name, one.memory, change, isHeld);
        remember(name, { memory: one.memory, content, identity: identityOf(path), savedTime: change.time });
      });
      if (isNew) sweep(folder, patienceMs);
    },

    takeConflict() {
      const had = hasConflict;
      hasConflict = false;
      return had;
    },

    get size() {
      return cache.size;
    },
  };
}

/** Longer than a tick of the clock that file times come from; some file systems keep whole seconds. */
const TICK_MS = { fine: 50, whole: 2000 };

/** Of a file, as far as that tells one content from another; null: it is not like any, not even itself. */
type Identity = Pick<Stats, "dev" | "ino" | "size" | "mtimeMs" | "ctimeMs"> | "absent" | null;

/**
 * Files are replaced and never rewritten, so another content has another inode or another time. Not so within one tick of
 * the clock, because inodes are used again: a file that is that young is different at every look. Milliseconds with
 * their fraction are finer than any such tick.
 */
function identityOf(path: string): Identity {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "absent";
  const { ctimeMs } = found;
  const tick = ctimeMs % 1000 === 0 ? TICK_MS.whole : TICK_MS.fine;
  return Date.now() - ctimeMs < tick ? null : found;
}

function isSameFile(a: Identity, b: Identity): boolean {
  if (a === null || b === null) return false;
  if (a === "absent" || b === "absent") return a === b;
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

interface Place {
  /** The hash of the session's id. */
  readonly name: string;
  readonly path: string;
}

/** The paths of sessions by id, cached because hashing costs as much as deciding. */
function places(folder: string): (session: string) => Place {
  const known = new Map<string, Place>();
  return (session) => {
    const found = known.get(session);
    if (found !== undefined) return found;
    const name = nameOf(session);
    const place = { name, path: fileOf(folder, name) };
    if (known.size >= MOST_CACHED) known.clear();
    if (session.length <= LONGEST_KEPT) known.set(session, place);
    return place;
  };
}

const lastTimeOf = ({ memory }: CachedSession, name: string, time: number): number => memory.read(name, time).lastTime;
