// The session store of one bundle in a set. What the bundle would commit is held back until all bundles have spoken:
// a call that another bundle blocks has not happened, so it must leave no marks.

import type { Count, Mark, SessionState, SessionStore, StateChange } from "./core/session.ts";

export class HeldStore implements SessionStore {
  readonly #store: SessionStore;
  readonly #prefix: string;
  #held: { readonly session: string; readonly change: StateChange } | null = null;

  /** Labels and counters belong to one bundle: the prefix keeps those of several apart in one store. */
  constructor(store: SessionStore, prefix: string) {
    this.#store = store;
    this.#prefix = prefix;
  }

  read(session: string, time: number): SessionState {
    return this.#store.read(this.#prefix + session, time);
  }

  commit(session: string, change: StateChange): void {
    this.#held = { session, change };
  }

  /** What the last event would change. INVARIANT: taken before the next event is decided. */
  take(): HeldChange | null {
    const held = this.#held;
    this.#held = null;
    return held;
  }

  /** Commits what stands, as one change; throws what the store throws. */
  keep(session: string, changes: readonly StateChange[]): void {
    const [one, other] = changes;
    if (one === undefined) return;
    // How often the agent was sent back is a matter of the whole set.
    const change = other === undefined ? { ...one, blocksInRow: null } : joined(one, other);
    this.#store.commit(this.#prefix + session, change);
  }
}

export interface HeldChange {
  readonly session: string;
  readonly change: StateChange;
}

/** Two passes over one event: it is counted once, however many passes counted it. */
function joined(a: StateChange, b: StateChange): StateChange {
  const counts = new Map([...a.counts, ...b.counts].map((one) => [`${one.shadow} ${one.counter}`, one]));
  return {
    marks: [...a.marks, ...b.marks] satisfies readonly Mark[],
    counts: [...counts.values()] satisfies readonly Count[],
    blocksInRow: null,
    time: Math.max(a.time, b.time),
    call: a.call ?? b.call,
  };
}
