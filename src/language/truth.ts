// The truth values and the connectives over them. See docs/language/truth.md.

export const FALSE = 0;
export const TRUE = 1;
/** A shade of unknown: true only if a name that the command leaves open is exactly the wrong one. Recorded, but never asks. */
export const UNLIKELY = 2;
/** Something that the condition depends on is unknown. */
export const UNKNOWN = 3;
/** A value had the wrong type at run time. */
export const ERROR = 4;

/**
 * Numbered so that `or` is the maximum unless one is true, and `and` the maximum unless one is false or unlikely:
 * what is unlikely in one part is unlikely as a whole, however unknown the rest is.
 */
export type Truth = 0 | 1 | 2 | 3 | 4;

export const and = (a: Truth, b: Truth): Truth => {
  if (a === FALSE || b === FALSE) return FALSE;
  const greater = a > b ? a : b;
  return greater === UNKNOWN && (a === UNLIKELY || b === UNLIKELY) ? UNLIKELY : greater;
};

export const or = (a: Truth, b: Truth): Truth => (a === TRUE || b === TRUE ? TRUE : a > b ? a : b);

/** Unlikely to be true does not mean certainly false: the negation of unlikely is unknown. */
export const not = (a: Truth): Truth => (a === FALSE ? TRUE : a === TRUE ? FALSE : a === UNLIKELY ? UNKNOWN : a);

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);
