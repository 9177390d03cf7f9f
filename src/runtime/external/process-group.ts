// Ends whatever a hook started: its process group and, on Linux, processes that left the group (setsid, double fork)
// but still carry the hook's token in their environment. Nothing without the token or outside the group is ever signalled.
// A process that leaves the group and also clears its environment cannot be recognised and stays.

import { setTimeout as pause } from "node:timers/promises";
import { atExit } from "./at-exit.ts";
import { belongsTo, carriesToken, findMarked, hasLiveMember, markedNow } from "./marked-processes.ts";

/** Between SIGTERM and SIGKILL. */
export const DEFAULT_GRACE_MS = 500;
const POLL_MS = 20;
/** After SIGKILL only the kernel can delay the end: never long. */
const KILL_ROUNDS = 20;
/** Limits the share of time spent scanning /proc while hooks start and end quickly. */
const IDLE_FACTOR = 19;
const LONGEST_WAIT_MS = 200;

/** Owns the processes of all hooks of one policy, from their start until nothing of them is left. */
export class ProcessGroups {
  readonly #live = new Map<string, number>();
  readonly #endings = new Map<string, Promise<void>>();
  #cancelExit: (() => void) | null = null;
  #nextLook: Promise<ReadonlyMap<number, string>> | null = null;
  #lookAgainAt = 0;

  /** Takes over a group by the process id of its leader and the token in its environment. */
  adopt(pid: number, token: string): void {
    this.#cancelExit ??= atExit(() => this.#killNow());
    this.#live.set(token, pid);
  }

  /** How many hooks still have, or may have, processes. */
  get size(): number {
    return this.#live.size;
  }

  /** Ends a hook's processes: SIGTERM, the grace, SIGKILL. Resolves when nothing is left; asking twice is harmless. */
  end(token: string, graceMs: number): Promise<void> {
    const pid = this.#live.get(token);
    if (pid === undefined) return Promise.resolve();
    const known = this.#endings.get(token);
    if (known !== undefined) return known;
    const ending = this.#end(pid, token, graceMs).finally(() => this.#release(token));
    this.#endings.set(token, ending);
    return ending;
  }

  /** Resolves when every ending that was begun is over. */
  async settled(): Promise<void> {
    while (this.#endings.size > 0) await Promise.all(this.#endings.values());
  }

  /** Ends everything that is still there. */
  async close(graceMs = DEFAULT_GRACE_MS): Promise<void> {
    for (const token of [...this.#live.keys()]) void this.end(token, graceMs);
    await this.settled();
  }

  async #end(pid: number, token: string, graceMs: number): Promise<void> {
    let isGroupThere = signalGroup(pid, "SIGTERM");
    let strays = signalAll(await this.#find(token), token, "SIGTERM");
    if (!isGroupThere && strays.length === 0) return;

    const deadline = performance.now() + graceMs;
    for (let wait = POLL_MS; (isGroupThere || strays.length > 0) && performance.now() < deadline; wait *= 2) {
      await pause(Math.min(wait, Math.max(1, deadline - performance.now())));
      // INVARIANT: a group once seen empty is never signalled again, because its number may mean another group by then.
      isGroupThere = isGroupThere && isGroupAlive(pid);
      strays = strays.filter((stray) => carriesToken(stray, token));
    }
    for (let round = 0; round < KILL_ROUNDS; round++) {
      isGroupThere = isGroupThere && isGroupAlive(pid) && signalGroup(pid, "SIGKILL");
      // Searched again each time, because one of them may have started another.
      strays = signalAll(await this.#find(token), token, "SIGKILL");
      if (!isGroupThere && strays.length === 0) return;
      await pause(POLL_MS);
    }
  }

  /** Processes with this token. Concurrent calls share one scan of /proc. */
  async #find(token: string): Promise<readonly number[]> {
    this.#nextLook ??= this.#look();
    return withToken(await this.#nextLook, token);
  }

  async #look(): Promise<ReadonlyMap<number, string>> {
    const wait = Math.min(this.#lookAgainAt - performance.now(), LONGEST_WAIT_MS);
    if (wait > 0) await pause(wait);
    else await null;
    // Later calls need a new scan: this one may have passed their process already.
    this.#nextLook = null;
    const begun = performance.now();
    const marked = await findMarked();
    const done = performance.now();
    this.#lookAgainAt = done + IDLE_FACTOR * (done - begun);
    return marked;
  }

  #release(token: string): void {
    this.#endings.delete(token);
    this.#live.delete(token);
    if (this.#live.size > 0) return;
    this.#cancelExit?.();
    this.#cancelExit = null;
  }

  /** This process is ending and cannot wait: no grace period. */
  #killNow(): void {
    const marked = markedNow();
    for (const [token, pid] of this.#live) {
      signalGroup(pid, "SIGKILL");
      signalAll(withToken(marked, token), token, "SIGKILL");
    }
  }
}

function withToken(marked: ReadonlyMap<number, string>, token: string): readonly number[] {
  return [...marked.keys()].filter((pid) => belongsTo(marked.get(pid), token));
}

/** Signals those that still carry the token at this moment; returns them. */
function signalAll(pids: readonly number[], token: string, signal: NodeJS.Signals): readonly number[] {
  return pids.filter((pid) => carriesToken(pid, token) && signalOne(pid, signal));
}

/** Signals a whole group; false when it has no member that we may signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  // Windows has no groups; there only the program itself is ended.
  return signalOne(process.platform === "win32" ? pid : -pid, signal);
}

/** Zombies do not count: they have ended, even if their parent has not collected them. */
function isGroupAlive(pid: number): boolean {
  return signalGroup(pid, 0) && hasLiveMember(pid);
}

function signalOne(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
