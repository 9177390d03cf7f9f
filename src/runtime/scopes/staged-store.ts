// The session store of one bundle in a set. Its changes are staged until all bundles have decided: a call that another bundle
// blocks has not happened, so it must leave no marks.

import { AsyncLocalStorage } from "node:async_hooks";
import type { SessionState, SessionStore, StateChange } from "../engine/event/session.ts";

export interface StagedChange {
  readonly session: string;
  readonly change: StateChange;
}

export class StagedStore implements SessionStore {
  readonly #store: SessionStore;
  readonly #prefix: string;
  /** For decisions that wait for hooks; created on first use, because it slows down every promise of the process. */
  #waiting: AsyncLocalStorage<StagedChange[]> | null = null;
  #current: StagedChange[] | null = null;

  /** Labels and counters belong to one bundle: the prefix separates those of several bundles in one store. */
  constructor(store: SessionStore, prefix: string) {
    this.#store = store;
    this.#prefix = prefix;
  }

  read(session: string, time: number): SessionState {
    return this.#store.read(this.#prefix + session, time);
  }

  commit(session: string, change: StateChange): void {
    (this.#waiting?.getStore() ?? this.#current)?.push({ session, change });
  }

  /** Decides synchronously; state changes of the event go to `changes`. */
  hold<T>(changes: StagedChange[], decide: () => T): T {
    const outer = this.#current;
    this.#current = changes;
    try {
      return decide();
    } finally {
      this.#current = outer;
    }
  }

  /** The same for a decision that waits. */
  holdWaiting<T>(changes: StagedChange[], decide: () => Promise<T>): Promise<T> {
    this.#waiting ??= new AsyncLocalStorage();
    return this.#waiting.run(changes, decide);
  }

  /** Commits the changes as one; throws what the store throws. */
  keep(session: string, changes: readonly StateChange[]): void {
    const [one, ...others] = changes;
    if (one !== undefined) this.#store.commit(this.#prefix + session, others.reduce(joined, joined(one, one)));
  }
}

/** Several passes over one event count it only once. */
function joined(a: StateChange, b: StateChange): StateChange {
  const counts = new Map([...a.counts, ...b.counts].map((one) => [`${one.shadow} ${one.counter}`, one]));
  return {
    marks: a === b ? a.marks : [...a.marks, ...b.marks],
    counts: [...counts.values()],
    // The whole set counts how often the agent was sent back.
    blocksInRow: null,
    time: Math.max(a.time, b.time),
    call: a.call ?? b.call,
  };
}
