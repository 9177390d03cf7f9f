// Values that conditions work on. `undefined` is a missing value; two sentinels stand for what could not be known
// and for a value of the wrong type. No function here throws.

export const unknownValue: unique symbol = Symbol("unknown");
export const errorValue: unique symbol = Symbol("error");

export type Maybe<V> = V | undefined | typeof unknownValue | typeof errorValue;

/** A regular expression of the policy: native, or linear-time where a native one could be made slow. */
export interface Regex {
  test(text: string): boolean;
  replaceAll(text: string, by: string): string;
}

/** A list whose end may not be in sight: what `reads`, `writes`, `hosts` and the other views are. */
export interface ListView<V> {
  readonly items: readonly V[];
  readonly complete: boolean;
  /** It lacks only names that the command leaves open: that one of them fits a test is a faint doubt. */
  readonly isUnlikely?: boolean;
  /** What is not known where it is not complete. */
  readonly why?: string | undefined;
  /** What may be among them: a test that one of these fits is unknown. */
  readonly maybe?: readonly V[];
  /** Told which element decided, for the message. */
  onHit?(item: V): void;
}

export function isSentinel(value: unknown): value is typeof unknownValue | typeof errorValue {
  return value === unknownValue || value === errorValue;
}
