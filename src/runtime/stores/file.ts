// Sessions in files, for hook processes that handle one event: one file per session, changed under a lock and replaced
// as a whole. Many processes may use one session at a time, and none loses marks or counts of another.
// An event that changes nothing writes nothing. An unreadable file throws: treating it as a new session would lose its labels.

import { existsSync } from "node:fs";
import { memoryStore, type SessionStore, type StateChange } from "../engine/event/session.ts";
import { withLock } from "./lock.ts";
import { checkFolder } from "./private-files.ts";
import {
  fileOf,
  nameOf,
  type OpenSession,
  openSession,
  type SessionCounters,
  saveChange,
  sweep,
  withHashedCalls,
} from "./session-file.ts";
import { isUnchanged } from "./unchanged.ts";

export interface FileStoreOptions {
  /** Created when it is first needed. */
  readonly folder: string;
  readonly counters: SessionCounters;
  /** How long to wait for other processes; then the change is lost, with an exception. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 3000;

export function fileStore(options: FileStoreOptions): SessionStore {
  const { folder, counters, patienceMs = PATIENCE_MS } = options;

  /** The session that this process has locked. */
  let held: { readonly name: string; readonly isHeld: () => boolean } | null = null;

  /** The session as last read; later processes do not remove anything from it. */
  let lastRead: (OpenSession & { readonly name: string }) | null = null;

  const leavesItAsItIs = (name: string, change: StateChange): boolean => {
    if (lastRead?.name !== name || lastRead.content === null) return false;
    const saved = lastRead.memory.snapshot(name);
    return saved !== null && isUnchanged(lastRead.memory.read(name, change.time), saved.lastTime, change);
  };

  const locked = <T>(name: string, work: (isHeld: () => boolean) => T): T => {
    if (held?.name === name) return work(held.isHeld);
    checkFolder(folder, { create: true });
    return withLock(`${fileOf(folder, name)}.lock`, patienceMs, work);
  };

  return {
    folder,

    exclusively(session, work) {
      const name = nameOf(session);
      const outer = held;
      return locked(name, (isHeld) => {
        held = { name, isHeld };
        try {
          return work();
        } finally {
          held = outer;
        }
      });
    },

    isLeftBy: (session, change) => leavesItAsItIs(nameOf(session), change),

    read(session, time) {
      const name = nameOf(session);
      const isThere = checkFolder(folder, { create: false });
      const opened = isThere
        ? openSession(fileOf(folder, name), name, time, counters)
        : { memory: memoryStore({ counters }), content: null };
      lastRead = { name, ...opened };
      return withHashedCalls(opened.memory.read(name, time));
    },

    commit(session, change) {
      const name = nameOf(session);
      if (leavesItAsItIs(name, change)) return;
      const path = fileOf(folder, name);
      const isNew = !existsSync(path);
      locked(name, (isHeld) => {
        const { memory } = openSession(path, name, change.time, counters);
        saveChange(path, name, memory, change, isHeld);
      });
      lastRead = null;
      if (isNew) sweep(folder, patienceMs);
    },
  };
}
