// Marks and counters of a replay, by session. A log may hold more sessions than fit in memory: the least recently used one is
// dropped, and the report counts them. A session whose state may be wrong reports that when a rule reads it.

import type { Manifest } from "../../language/contract.ts";
import { memoryStore, type SessionStore } from "../../runtime/engine/index.ts";

type SessionState = ReturnType<SessionStore["read"]>;

const MAX_SESSIONS = 100_000;
const TRUE = 1;

export interface ReplayStore extends SessionStore {
  readonly dropped: number;
  /** The marks and counters of this session may be wrong from now on. */
  doubt(session: string): void;
}

interface Kept {
  readonly store: SessionStore;
  isDoubtful: boolean;
}

/** `noteDoubt` is called when a rule reads state that may be wrong. */
export function replayStore(
  counters: Manifest["counters"],
  noteDoubt: () => void,
  maxSessions = MAX_SESSIONS,
): ReplayStore {
  const sessions = new Map<string, Kept>();
  let dropped = 0;
  let latest: { readonly name: string; readonly kept: Kept } | null = null;

  const open = (name: string): Kept => {
    if (latest?.name === name) return latest.kept;
    const known = sessions.get(name);
    // Moved to the end: the first one is the least recently used.
    if (known !== undefined) sessions.delete(name);
    else if (sessions.size >= maxSessions) {
      const [oldest] = sessions.keys();
      if (oldest !== undefined) sessions.delete(oldest);
      dropped++;
    }
    const kept = known ?? { store: memoryStore({ counters }), isDoubtful: false };
    sessions.set(name, kept);
    latest = { name, kept };
    return kept;
  };

  return {
    get dropped() {
      return dropped;
    },
    read(name, time) {
      const { store, isDoubtful } = open(name);
      const state = store.read(name, time);
      return isDoubtful ? doubtful(state, noteDoubt) : state;
    },
    commit: (name, change) => open(name).store.commit(name, change),
    doubt(name) {
      open(name).isDoubtful = true;
    },
  };
}

/** Labels are never unset, so a label that is set stays certain. */
function doubtful(state: SessionState, noteDoubt: () => void): SessionState {
  return {
    lastTime: state.lastTime,
    blocksInRow: state.blocksInRow,
    marked(label, shadow) {
      const truth = state.marked(label, shadow);
      if (truth !== TRUE) noteDoubt();
      return truth;
    },
    counted(counter, shadow, windowMs, time) {
      noteDoubt();
      return state.counted(counter, shadow, windowMs, time);
    },
    hasCounted: (call, counter, shadow) => state.hasCounted(call, counter, shadow),
    hasBlocked: (ask) => state.hasBlocked(ask),
  };
}
