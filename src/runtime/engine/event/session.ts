// Session state: labels, windowed counters and the run of completion blocks, in a memory store.
// Constant time and memory per event; nothing is ever unset, and no session is dropped to save memory.

import { TRUE, type Truth, type UNKNOWN } from "../../../language/truth.ts";

/** What one event changes. Committed as a whole or not at all. */
export interface StateChange {
  readonly marks: readonly Mark[];
  readonly counts: readonly Count[];
  /** Blocks in a row at completion points, this event included; null leaves it. */
  readonly blocksInRow: number | null;
  readonly time: number;
  /** `point call_id`, so that a call reported twice counts once; without an id of the host, the ask; null when nothing is counted. */
  readonly call: string | null;
  /** The ask that is decided, so that a completion block decided twice counts once; left out when it has no id. */
  readonly ask?: string | null;
}

export interface Mark {
  readonly label: string;
  readonly shadow: boolean;
  /** UNKNOWN when the truth of the marking rule was unknown. */
  readonly truth: typeof TRUE | typeof UNKNOWN;
}

export interface Count {
  readonly counter: string;
  readonly shadow: boolean;
}

export interface SessionState {
  readonly lastTime: number;
  readonly blocksInRow: number;
  marked(label: string, shadow: boolean): Truth;
  counted(counter: string, shadow: boolean, windowMs: number, time: number): number;
  /** The same call was already counted under this counter. */
  hasCounted(call: string, counter: string, shadow: boolean): boolean;
  /** The run of completion blocks includes this ask already. */
  hasBlocked(ask: string): boolean;
}

/** Where sessions live. Either method may throw: the labels are then unknown, and a lost change is a failure. */
export interface SessionStore {
  /** Its folder on disk, so that agents can be kept away from it. */
  readonly folder?: string;
  read(session: string, time: number): SessionState;
  commit(session: string, change: StateChange): void;
  /**
   * Runs the work while no other writer can change the session: for stores with several writers, because the state that was read
   * must still be valid when the decision is made. Throws before the work begins, or what the work throws.
   */
  exclusively?<T>(session: string, work: () => T): T;
  /** Whether this change leaves the session as it was last read; for stores with several writers. */
  isLeftBy?(session: string, change: StateChange): boolean;
}

export interface MemoryStore extends SessionStore {
  /** Sets the stage for an example: labels and counts as if earlier events had left them. */
  preset(
    session: string,
    given: { readonly marked: readonly string[]; readonly counted: { readonly [counter: string]: number } },
    time: number,
  ): void;
  /** All that is known of a session, as plain data; null when there is nothing. */
  snapshot(session: string): SessionSnapshot | null;
  /** Sets a session to what a snapshot holds. */
  restore(session: string, from: SessionSnapshot): void;
  /** Ends every session. */
  clear(): void;
  readonly size: number;
}

export interface SessionSnapshot {
  readonly lastTime: number;
  readonly blocksInRow: number;
  readonly marks: readonly (readonly [key: string, truth: typeof TRUE | typeof UNKNOWN])[];
  readonly counters: readonly (readonly [key: string, windows: readonly WindowSnapshot[]])[];
  readonly calls: readonly string[];
}

export interface WindowSnapshot {
  readonly windowMs: number;
  readonly latest: number;
  /** Slots that are not empty. */
  readonly counts: readonly (readonly [slot: number, count: number])[];
}

export interface MemoryStoreOptions {
  /** Window lengths in milliseconds by counter. */
  readonly counters: { readonly [counter: string]: readonly number[] };
  readonly maxSessions?: number;
}

/** Idle for longer, a session is over. */
export const IDLE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_SESSIONS = 100_000;
/** Calls remembered per session, so that one reported twice counts once. */
export const REMEMBERED_CALLS = 1024;

export function memoryStore(options: MemoryStoreOptions): MemoryStore {
  const sessions = new Map<string, MemorySession>();
  const limit = options.maxSessions ?? MAX_SESSIONS;

  const open = (name: string, time: number): MemorySession => {
    const found = sessions.get(name);
    if (found !== undefined && time - found.lastTime <= IDLE_MS) return found;
    if (found === undefined && sessions.size >= limit) dropIdle(sessions, time);
    if (found === undefined && sessions.size >= limit) throw new Error(`the store holds ${limit} sessions already`);
    const fresh = new MemorySession(options.counters);
    sessions.set(name, fresh);
    return fresh;
  };

  return {
    read: (name, time) => sessions.get(name) ?? open(name, time),
    commit: (name, change) => open(name, change.time).apply(change),
    preset(name, given, time) {
      const session = open(name, time);
      for (const label of given.marked) session.mark({ label, shadow: false, truth: TRUE });
      for (const [counter, times] of Object.entries(given.counted)) session.add(counter, false, time, times);
    },
    snapshot: (name) => sessions.get(name)?.snapshot() ?? null,
    restore(name, from) {
      const session = new MemorySession(options.counters);
      session.restore(from);
      sessions.set(name, session);
    },
    clear: () => sessions.clear(),
    get size() {
      return sessions.size;
    },
  };
}

/** Sessions end after seven idle days; nothing else ends them. */
function dropIdle(sessions: Map<string, MemorySession>, time: number): void {
  for (const [name, session] of sessions) if (time - session.lastTime > IDLE_MS) sessions.delete(name);
}

/** Shadow rules keep labels and counters of their own, under another key. */
const keyOf = (name: string, shadow: boolean): string => (shadow ? `~${name}` : name);

class MemorySession implements SessionState {
  lastTime = 0;
  blocksInRow = 0;
  readonly #marks = new Map<string, typeof TRUE | typeof UNKNOWN>();
  readonly #counters = new Map<string, readonly WindowCounter[]>();
  readonly #calls = new Set<string>();
  readonly #windows: { readonly [counter: string]: readonly number[] };

  constructor(windows: { readonly [counter: string]: readonly number[] }) {
    this.#windows = windows;
  }

  marked(label: string, shadow: boolean): Truth {
    return this.#marks.get(keyOf(label, shadow)) ?? 0;
  }

  counted(counter: string, shadow: boolean, windowMs: number, time: number): number {
    const windows = this.#counters.get(keyOf(counter, shadow));
    if (windows === undefined) return 0;
    const exact = windows.find((one) => one.windowMs === windowMs);
    return exact === undefined ? mostOf(windows, time) : exact.total(time);
  }

  hasCounted(call: string, counter: string, shadow: boolean): boolean {
    return this.#calls.has(`${call}\0${keyOf(counter, shadow)}`);
  }

  hasBlocked(ask: string): boolean {
    return this.#calls.has(ask);
  }

  apply(change: StateChange): void {
    this.lastTime = Math.max(this.lastTime, change.time);
    if (change.blocksInRow !== null) {
      this.blocksInRow = change.blocksInRow;
      if (typeof change.ask === "string") this.#remember(change.ask);
    }
    for (const mark of change.marks) this.mark(mark);
    for (const { counter, shadow } of change.counts) {
      if (change.call !== null) {
        if (this.hasCounted(change.call, counter, shadow)) continue;
        this.#remember(`${change.call}\0${keyOf(counter, shadow)}`);
      }
      this.add(counter, shadow, this.lastTime, 1);
    }
  }

  mark(mark: Mark): void {
    const key = keyOf(mark.label, mark.shadow);
    if (this.#marks.get(key) !== TRUE) this.#marks.set(key, mark.truth);
  }

  add(counter: string, shadow: boolean, time: number, times: number): void {
    for (const window of this.#windowsOf(counter, shadow, time)) window.add(time, times);
  }

  /** One counter per window. A window that a reload has added begins with all that is known, never with too little. */
  #windowsOf(counter: string, shadow: boolean, time: number): readonly WindowCounter[] {
    const key = keyOf(counter, shadow);
    const known = this.#counters.get(key) ?? [];
    const lengths = Object.hasOwn(this.#windows, counter) ? (this.#windows[counter] ?? []) : [];
    if (known.length === lengths.length && known.length > 0) return known;
    const most = mostOf(known, time);
    const windows = lengths.map((windowMs) => {
      const found = known.find((one) => one.windowMs === windowMs);
      if (found !== undefined) return found;
      const fresh = new WindowCounter(windowMs);
      if (most > 0) fresh.add(time, most);
      return fresh;
    });
    this.#counters.set(key, windows);
    return windows;
  }

  snapshot(): SessionSnapshot {
    return {
      lastTime: this.lastTime,
      blocksInRow: this.blocksInRow,
      marks: [...this.#marks],
      counters: [...this.#counters].map(([key, windows]) => [key, windows.map((window) => window.snapshot())]),
      calls: [...this.#calls],
    };
  }

  restore(from: SessionSnapshot): void {
    this.lastTime = from.lastTime;
    this.blocksInRow = from.blocksInRow;
    for (const [key, truth] of from.marks) this.#marks.set(key, truth);
    for (const [key, windows] of from.counters)
      this.#counters.set(
        key,
        windows.map((window) => new WindowCounter(window.windowMs, window)),
      );
    for (const call of from.calls) this.#calls.add(call);
  }

  #remember(call: string): void {
    if (this.#calls.size >= REMEMBERED_CALLS) {
      const [oldest] = this.#calls;
      if (oldest !== undefined) this.#calls.delete(oldest);
    }
    this.#calls.add(call);
  }
}

/** The largest total of several windows, used when the requested window was not recorded. */
function mostOf(windows: readonly WindowCounter[], time: number): number {
  return windows.reduce((most, window) => Math.max(most, window.total(time)), 0);
}

/** A window's buckets, without the one that its edge cuts through. */
export const BUCKETS = 60;

/**
 * Counts events of the last `windowMs` in 60 buckets and the one the window's edge cuts through,
 * so it may count an event up to one bucket too long and never one too short.
 */
class WindowCounter {
  readonly windowMs: number;
  readonly #bucketMs: number;
  readonly #counts = new Float64Array(BUCKETS + 1);
  #latest = Number.NEGATIVE_INFINITY;
  #sum = 0;

  constructor(windowMs: number, from?: WindowSnapshot) {
    this.windowMs = windowMs;
    this.#bucketMs = windowMs / BUCKETS;
    if (from === undefined) return;
    this.#latest = from.latest;
    for (const [slot, count] of from.counts) {
      this.#counts[slot] = count;
      this.#sum += count;
    }
  }

  snapshot(): WindowSnapshot {
    const counts = [...this.#counts.entries()].filter(([, count]) => count !== 0);
    return { windowMs: this.windowMs, latest: this.#latest, counts };
  }

  add(time: number, times: number): void {
    this.#advance(time);
    const slot = this.#slot(this.#latest);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + times;
    this.#sum += times;
  }

  total(time: number): number {
    this.#advance(time);
    return this.#sum;
  }

  /** Moves the window forward, emptying the buckets it leaves; at most all of them once. */
  #advance(time: number): void {
    const bucket = Math.floor(time / this.#bucketMs);
    if (bucket <= this.#latest) return;
    const steps = Math.min(bucket - this.#latest, BUCKETS + 1);
    for (let step = 0; step < steps; step++) {
      const slot = this.#slot(bucket - step);
      this.#sum -= this.#counts[slot] ?? 0;
      this.#counts[slot] = 0;
    }
    this.#latest = bucket;
  }

  #slot(bucket: number): number {
    const slots = BUCKETS + 1;
    return ((bucket % slots) + slots) % slots;
  }
}
