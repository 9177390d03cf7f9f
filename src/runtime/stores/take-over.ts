// Sessions that earlier versions kept in other places, moved to the one place of today. It happens once per policy: when its
// folder of sessions is first made. What cannot be read stays as it is, so that it is reported and never taken for new.

import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import type { SessionSnapshot } from "../core/session.ts";
import { REMEMBERED_CALLS } from "../core/session.ts";
import { TRUE } from "../core/truth.ts";
import { homeFolder } from "../home-folder.ts";
import { sha256Hex } from "../sha256.ts";
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
    for (const path of found) copySession(path, draft);
    renameSync(draft, folder);
    // Only now: a process that is ended before has lost nothing.
    for (const path of found) rmSync(path, { force: true });
  });
}

function sessionsIn(folder: string): readonly string[] {
  try {
    if (!checkFolder(folder, { create: false })) return [];
    return readdirSync(folder).filter((name) => SESSION.test(name));
  } catch {
    return [];
  }
}

function copySession(path: string, folder: string): void {
  const target = join(folder, basename(path));
  const name = basename(path, ".session");
  const [known, other] = [snapshotAt(target, name), snapshotAt(path, name)];
  // One that is damaged stays so, whatever else is known: the session is then reported, which is the truth.
  if (existsSync(target) && known === null) return;
  rmSync(target, { force: true });
  if (known !== null && other !== null) writeNewFile(target, sessionText(name, merged(known, other)), { sync: true });
  else copyFileSync(path, target);
}

function snapshotAt(path: string, name: string): SessionSnapshot | null {
  try {
    const found = readOwnFile(path, CAP_BYTES);
    return found === null ? null : readSession(name, found.bytes);
  } catch {
    return null;
  }
}

/** Everything that either of the two remembers of one session; of a counter, the one that has counted more. */
function merged(a: SessionSnapshot, b: SessionSnapshot): SessionSnapshot {
  const marks = new Map(a.marks);
  for (const [key, truth] of b.marks) if (marks.get(key) !== TRUE) marks.set(key, truth);
  const counters = new Map(a.counters);
  for (const [key, windows] of b.counters)
    if (totalOf(windows) > totalOf(counters.get(key) ?? [])) counters.set(key, windows);
  return {
    lastTime: Math.max(a.lastTime, b.lastTime),
    blocksInRow: Math.max(a.blocksInRow, b.blocksInRow),
    marks: [...marks],
    counters: [...counters],
    calls: [...new Set([...a.calls, ...b.calls])].slice(-REMEMBERED_CALLS),
  };
}

type Windows = SessionSnapshot["counters"][number][1];

const totalOf = (windows: Windows): number =>
  windows.reduce((sum, { counts }) => sum + counts.reduce((all, [, count]) => all + count, 0), 0);
