// Sessions that earlier versions kept in other places, moved to the one place of today. It happens once per policy: when its
// folder of sessions is first made. What cannot be read is reported and never taken for new.
//
// No rule protects those places any more, so an agent may have written what is found there. It can only make a session
// stricter: marks and counts are taken over, and what could open a gate is not.

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { sha256Hex } from "../../language/sha256.ts";
import { TRUE } from "../../language/truth.ts";
import { BUCKETS, type SessionSnapshot, type WindowSnapshot } from "../engine/event/session.ts";
import { homeFolder } from "../machine/home-folder.ts";
import { withLock } from "./lock.ts";
import { checkFolder, readOwnFile, writeNewFile } from "./private-files.ts";
import { readSession, sessionText } from "./session-text.ts";

export interface EarlierPlaces {
  /** The bundle's real path. */
  readonly bundle: string;
  readonly revision: string;
  /** The state folder that the entry names, if it does. */
  readonly state: string | null;
  readonly environment: NodeJS.ProcessEnv;
}

/** The folders in which sessions of this bundle may be, whichever way it was asked. */
export function earlierFolders({ bundle, revision, state, environment }: EarlierPlaces): readonly string[] {
  const home = homeFolder();
  const base = environment.XDG_STATE_HOME;
  const userState = join(base !== undefined && isAbsolute(base) ? base : join(home, ".local", "state"), "policyc");
  const below = (folder: string): string => join(folder, "sessions", sha256Hex(bundle).slice(0, 32));
  const named = state === null ? [] : [below(state), state];
  return [...named, below(userState), join(home, ".policyc", "state", revision)];
}

const SESSION = /^[0-9a-f]{64}\.session$/;
const CAP_BYTES = 16 * 1024 * 1024;

/** Makes the folder with all that earlier ones hold; nothing when it is there, or when there is nothing to take over. */
export function takeOver(folder: string, earlier: readonly string[], patienceMs: number): void {
  if (existsSync(folder)) return;
  const sources = earlier.filter((one) => one !== folder && sessionsIn(one).length > 0);
  if (sources.length === 0) return;
  checkFolder(join(folder, ".."), { create: true });
  withLock(`${folder}.lock`, patienceMs, () => {
    if (existsSync(folder)) return;
    const draft = `${folder}.${randomUUID()}.new`;
    mkdirSync(draft, { mode: 0o700 });
    const found = sources.flatMap((source) => sessionsIn(source).map((name) => join(source, name)));
    const copied = found.filter((path) => isCopied(path, draft));
    renameSync(draft, folder);
    // Only now: a process that is ended before has lost nothing. What cannot be read stays for whoever looks into it.
    for (const path of copied) rmSync(path, { force: true });
  });
}

/** Throws where there are sessions that somebody else might have put there: to leave them out would be to forget them. */
function sessionsIn(folder: string): readonly string[] {
  if (!isOwnFolder(folder)) return [];
  const found = readdirSync(folder).filter((name) => SESSION.test(name));
  if (found.length > 0) checkFolder(folder, { create: false });
  return found;
}

/** Another user's sessions were never this one's. */
function isOwnFolder(folder: string): boolean {
  try {
    const found = statSync(folder);
    return found.isDirectory() && (process.geteuid === undefined || found.uid === process.geteuid());
  } catch {
    return false;
  }
}

/** What is written for a session that cannot be read: no session's text, so that it is reported. */
const DAMAGED = "damaged where it was before\n";

/**
 * Copies a session; false when it cannot be read. Reads nothing but plain files: opening a pipe would wait for ever, and
 * agents let a call pass whose hook does not answer.
 */
function isCopied(path: string, folder: string): boolean {
  const target = join(folder, basename(path));
  const name = basename(path, ".session");
  const other = snapshotAt(path, name);
  const isFirst = !existsSync(target);
  const known = isFirst ? null : snapshotAt(target, name);
  // One that is damaged stays so, whatever else is known: the session is then reported, which is the truth.
  const isDamaged = other === null || (!isFirst && known === null);
  rmSync(target, { force: true });
  const text = isDamaged ? DAMAGED : sessionText(name, known === null ? takenOver(other) : merged(known, other));
  writeNewFile(target, text, { sync: true });
  return other !== null;
}

function snapshotAt(path: string, name: string): SessionSnapshot | null {
  try {
    const found = readOwnFile(path, CAP_BYTES);
    return found === null ? null : readSession(name, found.bytes);
  } catch {
    return null;
  }
}

/** Neither blocks in a row, which end a gate, nor calls, which do not count again, nor a time that is still to come. */
const takenOver = ({ lastTime, marks, counters }: SessionSnapshot): SessionSnapshot => ({
  lastTime: Math.min(lastTime, Date.now()),
  blocksInRow: 0,
  marks,
  counters,
  calls: [],
});

/** Everything that either of the two remembers of one session. */
function merged(a: SessionSnapshot, b: SessionSnapshot): SessionSnapshot {
  const marks = new Map(a.marks);
  for (const [key, truth] of b.marks) if (marks.get(key) !== TRUE) marks.set(key, truth);
  const counters = new Map(a.counters);
  for (const [key, windows] of b.counters) counters.set(key, windowsOf(counters.get(key) ?? [], windows));
  return takenOver({ ...a, lastTime: Math.max(a.lastTime, b.lastTime), marks: [...marks], counters: [...counters] });
}

type Windows = readonly WindowSnapshot[];

function windowsOf(a: Windows, b: Windows): Windows {
  const joined = new Map(a.map((window) => [window.windowMs, window]));
  for (const window of b) {
    const known = joined.get(window.windowMs);
    joined.set(window.windowMs, known === undefined ? window : windowOf(known, window));
  }
  return [...joined.values()];
}

/** Of each stretch of time the larger count: neither many of long ago nor a time to come may displace a few of today. */
function windowOf(a: WindowSnapshot, b: WindowSnapshot): WindowSnapshot {
  const [older, newer] = a.latest < b.latest ? [a, b] : [b, a];
  const end = Math.min(newer.latest, Math.floor(Date.now() / (a.windowMs / BUCKETS)));
  const counts = new Map(newer.counts);
  for (const [slot, count] of older.counts)
    if (end - bucketOf(slot, older.latest) <= BUCKETS) counts.set(slot, Math.max(count, counts.get(slot) ?? 0));
  return { windowMs: a.windowMs, latest: newer.latest, counts: [...counts] };
}

/** The number of the stretch of time that a slot is for, when the newest one has this number. */
function bucketOf(slot: number, latest: number): number {
  const slots = BUCKETS + 1;
  const back = (((latest - slot) % slots) + slots) % slots;
  return latest - back;
}
