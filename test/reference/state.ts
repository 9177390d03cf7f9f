// What a session remembers: marks, maybe-marks, and counters as the exact list of times (the engine keeps buckets instead).

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../src/language/truth.ts";

/** State effects of one event, kept apart until they commit. */
export interface Effects {
  readonly marks: ReadonlySet<string>;
  readonly maybes: ReadonlySet<string>;
  readonly counts: ReadonlySet<string>;
}

interface Counted {
  readonly counter: string;
  readonly time: number;
  /** One event adds at most one: the same event, or the same call told twice, has the same key. */
  readonly key: string;
}

export interface Memory {
  readonly marks: Set<string>;
  readonly maybes: Set<string>;
  readonly counts: Counted[];
}

export interface RefSession {
  lastTime: number;
  blocksInRow: number;
  readonly enforcing: Memory;
  /** Only shadow rules see this one. */
  readonly shadow: Memory;
  /** Rules and the calls that they asked about once, and the rules whose call has run. */
  readonly asked: Set<string>;
  readonly answered: Set<string>;
}

const memory = (): Memory => ({ marks: new Set(), maybes: new Set(), counts: [] });

export const newSession = (): RefSession => ({
  lastTime: Number.NEGATIVE_INFINITY,
  blocksInRow: 0,
  enforcing: memory(),
  shadow: memory(),
  asked: new Set(),
  answered: new Set(),
});

/** The truth of `marked(label)` over some memories, an overlay looking just like a memory. */
export function markedIn(places: readonly (Memory | Effects)[], label: string): Truth {
  if (places.some((place) => place.marks.has(label))) return TRUE;
  return places.some((place) => place.maybes.has(label)) ? UNKNOWN : FALSE;
}

/** Distinct events counted after `from`, plus this one if it counts. A call told again was counted when first told. */
export function countedIn(
  memories: readonly Memory[],
  counter: string,
  from: number,
  thisEvent: { readonly key: string; readonly counts: boolean },
): number {
  const firstTold = new Map<string, number>();
  for (const { counts } of memories) {
    for (const entry of counts) {
      if (entry.counter !== counter) continue;
      firstTold.set(entry.key, Math.min(entry.time, firstTold.get(entry.key) ?? entry.time));
    }
  }
  const inWindow = [...firstTold.values()].filter((time) => time > from).length;
  return inWindow + (thisEvent.counts && !firstTold.has(thisEvent.key) ? 1 : 0);
}

export function commit(into: Memory, effects: Effects, time: number, key: string): void {
  for (const label of effects.marks) into.marks.add(label);
  for (const label of effects.maybes) into.maybes.add(label);
  for (const counter of effects.counts) {
    if (!into.counts.some((entry) => entry.counter === counter && entry.key === key)) {
      into.counts.push({ counter, time, key });
    }
  }
}
