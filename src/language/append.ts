// Lists that nearly always stay empty or get one item: empty ones are shared, and a list of one is created directly.

/** Not frozen, because iterating frozen lists is slow: only for lists that never leave the engine. */
export const EMPTY: readonly never[] = [];

/** The list with one more item, for `found.reasons = append(found.reasons, reason)`; only an empty one is replaced. */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  (list as T[]).push(item);
  return list;
}
