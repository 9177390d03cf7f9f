// The processes of this machine as /proc shows them: which carry a hook's token in their environment, which are members
// of a group. Linux only: elsewhere there are no tokens to find, and a group is what the system says it is.

import { randomUUID } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

/** The variable that marks a hook's processes. */
export const TOKEN_NAME = "POLICYC_HOOK";

const PREFIX = Buffer.from(`${TOKEN_NAME}=`);
/** Reading /proc blocks, so the event loop gets its turn every few processes. */
const BATCH = 16;
const CHUNK_BYTES = 64 * 1024;
const LARGEST_ENVIRONMENT_BYTES = 8 * 1024 * 1024;
const LONGEST_OUTER_TOKEN = 512;

/** A new token; inside another hook it begins with that hook's, so that ending the outer one finds the inner ones. */
export function newToken(outer: string | undefined): string {
  // As random as randomBytes, but from a cache that asks the system less often.
  const own = randomUUID().replaceAll("-", "");
  return outer === undefined || outer === "" || outer.length > LONGEST_OUTER_TOKEN ? own : `${outer}/${own}`;
}

/** Every process with a token, by process id. */
export async function findMarked(): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const pids = processIds();
  for (let at = 0; at < pids.length; at++) {
    if (at % BATCH === BATCH - 1) await nextTurn();
    note(found, pids[at]);
  }
  return found;
}

/** The same in one go, for a process that is about to end. */
export function markedNow(): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const pid of processIds()) note(found, pid);
  return found;
}

/** Whether the process is there, is no zombie, and has this token or one that begins with it. */
export function carriesToken(pid: number, token: string): boolean {
  return belongsTo(tokenOf(pid), token);
}

/** Whether a token found in an environment is this one or was made inside its hook. */
export function belongsTo(found: string | null | undefined, token: string): boolean {
  return found === token || found?.startsWith(`${token}/`) === true;
}

/** Whether a group has a member that is not a zombie; true where that cannot be determined. */
export function hasLiveMember(group: number): boolean {
  if (process.platform !== "linux") return true;
  return processIds().some((pid) => isLiveMember(pid, group));
}

function isLiveMember(pid: number, group: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may hold anything; state, parent and group follow the last one.
    const [state, , member] = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return member === String(group) && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}

function note(found: Map<number, string>, pid: number | undefined): void {
  if (pid === undefined || pid === process.pid) return;
  const token = tokenOf(pid);
  if (token !== null) found.set(pid, token);
}

function processIds(): readonly number[] {
  if (process.platform !== "linux") return [];
  try {
    return readdirSync("/proc")
      .filter((name) => /^[1-9]\d*$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function tokenOf(pid: number): string | null {
  const environment = environmentOf(pid);
  if (environment === null) return null;
  let at = environment.indexOf(PREFIX);
  // Only at the start of an entry: the text inside another variable's value marks nothing.
  while (at > 0 && environment[at - 1] !== 0) at = environment.indexOf(PREFIX, at + 1);
  if (at === -1) return null;
  const end = environment.indexOf(0, at);
  return environment.toString("latin1", at + PREFIX.length, end === -1 ? environment.length : end);
}

/** The environment of a process as it was started; null when it is gone or not ours to read. */
function environmentOf(pid: number): Buffer | null {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/environ`, "r");
  } catch {
    return null;
  }
  try {
    const chunks: Buffer[] = [];
    for (let total = 0; total < LARGEST_ENVIRONMENT_BYTES; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const size = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (size === 0) break;
      chunks.push(chunk.subarray(0, size));
      total += size;
    }
    return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
