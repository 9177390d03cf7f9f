// Session state: labels, windowed counters and the run of completion blocks, in a memory store.
// Constant time and memory per event; nothing is ever unset, and no session is dropped to save memory.

import { TRUE, type Truth, type UNKNOWN } from "./truth.ts";

/** What one event changes. Committed as a whole or not at all. */
export interface StateChange {
  readonly marks: readonly Mark[];
  readonly counts: readonly Count[];
  /** Blocks in a row at completion points, this event included; null leaves it. */
  readonly blocksInRow: number | null;
  readonly time: number;
  /** `point call_id`, so that a call reported twice counts once; null when the host gave no id. */
  readonly call: string | null;
}

export interface Mark {
  readonly label: string;
  readonly shadow: boolean;
  /** UNKNOWN when the rule that marks could not be told. */
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
}

/** Where sessions live. Either method may throw: the labels are then unknown, and a lost change is a failure. */
export interface SessionStore {
  read(session: string, time: number): SessionState;
  commit(session: string, change: StateChange): void;
}

export interface MemoryStore extends SessionStore {
  /** Sets the stage for an example: labels and counts as if earlier events had left them. */
  preset(
    session: string,
    given: { readonly marked: readonly string[]; readonly counted: { readonly [counter: string]: number } },
    time: number,
  ): void;
  readonly size: number;
}

export interface MemoryStoreOptions {
  /** Window lengths in milliseconds by counter. */
  readonly counters: { readonly [counter: string]: readonly number[] };
  readonly maxSessions?: number;
}

const IDLE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_SESSIONS = 100_000;
/** Calls remembered per session, so that one reported twice counts once. */
const REMEMBERED_CALLS = 1024;

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
    return windows?.find((one) => one.windowMs === windowMs)?.total(time) ?? 0;
  }

  hasCounted(call: string, counter: string, shadow: boolean): boolean {
    return this.#calls.has(`${call}\0${keyOf(counter, shadow)}`);
  }

  apply(change: StateChange): void {
    this.lastTime = Math.max(this.lastTime, change.time);
    if (change.blocksInRow !== null) this.blocksInRow = change.blocksInRow;
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
    const key = keyOf(counter, shadow);
    let windows = this.#counters.get(key);
    if (windows === undefined) {
      const lengths = Object.hasOwn(this.#windows, counter) ? (this.#windows[counter] ?? []) : [];
      windows = lengths.map((windowMs) => new WindowCounter(windowMs));
      this.#counters.set(key, windows);
    }
    for (const window of windows) window.add(time, times);
  }

  #remember(call: string): void {
    if (this.#calls.size >= REMEMBERED_CALLS) {
      const [oldest] = this.#calls;
      if (oldest !== undefined) this.#calls.delete(oldest);
    }
    this.#calls.add(call);
  }
}

const BUCKETS = 60;

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

  constructor(windowMs: number) {
    this.windowMs = windowMs;
    this.#bucketMs = windowMs / BUCKETS;
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
