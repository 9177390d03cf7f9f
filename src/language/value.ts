// Values that conditions work on. `undefined` is a missing value; two sentinels represent an unknown value
// and a value of the wrong type. No function here throws.

export const unknownValue: unique symbol = Symbol("unknown");
export const errorValue: unique symbol = Symbol("error");

export type Maybe<V> = V | undefined | typeof unknownValue | typeof errorValue;

/** A regular expression of the policy: native, or linear-time where a native one could be made slow. */
export interface Regex {
  test(text: string): boolean;
  replaceAll(text: string, by: string): string;
}

/** A list that may be incomplete, such as `reads`, `writes`, `hosts` and the other views. */
export interface ListView<V> {
  readonly items: readonly V[];
  readonly complete: boolean;
  /** It lacks only names that the command leaves open: that one of them matches a test is unlikely. */
  readonly isUnlikely?: boolean;
  /** What is unknown, if the list is incomplete. */
  readonly why?: string | undefined;
  /** Possible members: a test that matches one of these is unknown. */
  readonly maybe?: readonly V[];
  /** Some elements stand for more than themselves: `extent` of a path. */
  readonly hasExtents?: boolean;
  /** Called with the element that decided, and with the member of it that did, for the message. */
  onHit?(item: V, member?: V): void;
  /** Called with the member of an element because of which `all` is not true. */
  onMiss?(member: V): void;
}

export function isSentinel(value: unknown): value is typeof unknownValue | typeof errorValue {
  return value === unknownValue || value === errorValue;
}
