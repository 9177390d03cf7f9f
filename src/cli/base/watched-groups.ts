// The processes of a hook under test: records what the hook left running before it is ended.

import { belongsTo, hasLiveMember, markedNow } from "../../runtime/external/marked-processes.ts";
import { ProcessGroups } from "../../runtime/external/process-group.ts";

export class WatchedGroups extends ProcessGroups {
  readonly #leaders = new Map<string, number>();
  #left = 0;

  /** Hooks that still had running processes when they were ended. */
  get left(): number {
    return this.#left;
  }

  override adopt(pid: number, token: string): void {
    this.#leaders.set(token, pid);
    super.adopt(pid, token);
  }

  override end(token: string, graceMs: number): Promise<void> {
    const leader = this.#leaders.get(token);
    if (leader !== undefined && isSomethingLeft(leader, token)) this.#left++;
    this.#leaders.delete(token);
    return super.end(token, graceMs);
  }
}

function isSomethingLeft(leader: number, token: string): boolean {
  if (process.platform !== "linux") return isGroupThere(leader);
  return hasLiveMember(leader) || [...markedNow().values()].some((found) => belongsTo(found, token));
}

function isGroupThere(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}
