// The truth values and the connectives over them. See docs/language/truth.md.

export const FALSE = 0;
export const TRUE = 1;
/** Unknown too, and true only if a name that the command leaves open happened to be just the wrong one. It is noted, and nobody is asked. */
export const UNLIKELY = 2;
/** Something the condition depends on could not be known. */
export const UNKNOWN = 3;
/** A value had the wrong type at run time. */
export const ERROR = 4;

/**
 * Numbered so that `or` is the greatest unless one is true, and `and` the greatest unless one is false, or one a faint doubt:
 * what hardly holds in one part hardly holds as a whole, however open the rest is.
 */
export type Truth = 0 | 1 | 2 | 3 | 4;

export const and = (a: Truth, b: Truth): Truth => {
  if (a === FALSE || b === FALSE) return FALSE;
  const greater = a > b ? a : b;
  return greater === UNKNOWN && (a === UNLIKELY || b === UNLIKELY) ? UNLIKELY : greater;
};

export const or = (a: Truth, b: Truth): Truth => (a === TRUE || b === TRUE ? TRUE : a > b ? a : b);

/** What is hardly true is not surely false: the contrary of a faint doubt is a plain one. */
export const not = (a: Truth): Truth => (a === FALSE ? TRUE : a === TRUE ? FALSE : a === UNLIKELY ? UNKNOWN : a);

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);
