// The index of a point as text: see src/runtime/engine/serialized-index.ts.

import type { SerializedBucket, SerializedIndex, SerializedPlan } from "../../runtime/engine/serialized-index.ts";
import { quoted } from "./emit-text.ts";
import type { BucketPlan, IndexedPoint, IndexPlan } from "./index-plan.ts";

/** The plan as a JavaScript expression, given the name of the function that reads it. */
export function emitPoint(plan: IndexedPoint, read: string): string {
  const lists: (readonly number[])[] = [];
  const places = new Map<string, number>();
  const list = (ids: readonly number[]): number => {
    const text = ids.join();
    const place = places.get(text) ?? lists.push(ids) - 1;
    places.set(text, place);
    return place;
  };
  const index = ({ always, keys }: IndexPlan): SerializedIndex => [
    list(always),
    ...keys.map(
      ({ key, unknown, buckets }) =>
        [key, bucket(unknown), ...[...buckets].flatMap(([value, found]) => [value, bucket(found)])] as const,
    ),
  ];
  const bucket = (found: BucketPlan): SerializedBucket => ("always" in found ? index(found) : list(found));
  const written: SerializedPlan = {
    lists,
    state: list(plan.state),
    ...(plan.stateIndex === null ? {} : { stateIndex: index(plan.stateIndex) }),
    index: index(plan.index),
    all: list(plan.all),
  };
  return `${read}(${quoted(JSON.stringify(written))})`;
}
