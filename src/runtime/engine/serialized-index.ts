// The rule index of a point as generated code contains it: JSON, of which an event unpacks what it needs. As code it would be
// thousands of small lists, and a process that handles one event would spend more on them than on its decision.

import type { Bucket, Index, IndexKey, IndexProbe, PointPlan } from "./program.ts";

/** Equal lists of rules are written once; a number stands for one of them. */
export interface SerializedPlan {
  readonly lists: readonly (readonly number[])[];
  readonly state: number;
  readonly stateIndex?: SerializedIndex;
  readonly index: SerializedIndex;
  readonly all: number;
}

export type SerializedBucket = number | SerializedIndex;
export type SerializedIndex = readonly [always: number, ...keys: SerializedKey[]];
/** Every value is followed by its bucket. */
export type SerializedKey = readonly [key: string, unknown: SerializedBucket, ...values: (string | SerializedBucket)[]];

type Lists = SerializedPlan["lists"];

/** `text` is a WrittenPlan. */
export function writtenPlan(text: string): PointPlan {
  let made: PointPlan | null = null;
  const plan = (): PointPlan => {
    if (made === null) {
      made = planOf(JSON.parse(text));
      // Releases the text, which is long for ten thousand rules.
      text = "";
    }
    return made;
  };
  return {
    get state() {
      return plan().state;
    },
    get stateIndex() {
      return plan().stateIndex;
    },
    get index() {
      return plan().index;
    },
    get all() {
      return plan().all;
    },
  };
}

function planOf({ lists, state, stateIndex, index, all }: SerializedPlan): PointPlan {
  return {
    state: listAt(state, lists),
    stateIndex: stateIndex === undefined ? undefined : indexOf(stateIndex, lists),
    index: indexOf(index, lists),
    all: listAt(all, lists),
  };
}

const listAt = (at: number, lists: Lists): readonly number[] => lists[at] ?? [];

function indexOf([always, ...keys]: SerializedIndex, lists: Lists): Index {
  return { always: listAt(always, lists), keys: keys.map((key) => new FiledKey(key, lists)) };
}

const bucketOf = (written: SerializedBucket, lists: Lists): Bucket =>
  typeof written === "number" ? listAt(written, lists) : indexOf(written, lists);

/** A key whose buckets are unpacked at its first lookup; those of other tools never are. */
class FiledKey implements IndexKey {
  readonly key: string;
  probe?: IndexProbe;
  private written: SerializedKey;
  private readonly lists: Lists;
  private madeBuckets: IndexKey["buckets"] | null = null;
  private madeUnknown: Bucket | null = null;

  constructor(written: SerializedKey, lists: Lists) {
    this.key = written[0];
    this.written = written;
    this.lists = lists;
  }

  get buckets(): IndexKey["buckets"] {
    this.madeBuckets ??= this.makeBuckets();
    return this.madeBuckets;
  }

  get unknown(): Bucket {
    this.madeUnknown ??= bucketOf(this.written[1], this.lists);
    return this.madeUnknown;
  }

  private makeBuckets(): IndexKey["buckets"] {
    const buckets = new Map<string, Bucket>();
    for (let at = 2; at < this.written.length; at += 2)
      buckets.set(this.written[at] as string, bucketOf(this.written[at + 1] as SerializedBucket, this.lists));
    this.written = [this.key, this.written[1]];
    return buckets;
  }
}
