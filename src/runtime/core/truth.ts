// The four truth values and the connectives over them. See LANGUAGE.md, "Truth".

export const FALSE = 0;
export const TRUE = 1;
/** Something the condition depends on could not be known. */
export const UNKNOWN = 2;
/** A value had the wrong type at run time. */
export const ERROR = 3;

/** Numbered so that `and` is the greatest unless one is false, and `or` the greatest unless one is true. */
export type Truth = 0 | 1 | 2 | 3;

export const and = (a: Truth, b: Truth): Truth => (a === FALSE || b === FALSE ? FALSE : a > b ? a : b);

export const or = (a: Truth, b: Truth): Truth => (a === TRUE || b === TRUE ? TRUE : a > b ? a : b);

export const not = (a: Truth): Truth => (a === FALSE ? TRUE : a === TRUE ? FALSE : a);

export const truth = (holds: boolean): Truth => (holds ? TRUE : FALSE);
