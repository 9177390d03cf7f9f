// Whether two patterns can stand for one path: name by name, and within a name character by character.

import { fits, type GlobItem, matchSegment, type Segment, STAR } from "./glob.ts";

/** One name of a pattern, or any number of names. */
export type PatternPart = Segment | null;

/** Whether one name fits both. */
export type NamesMeet = (a: Segment, b: Segment) => boolean;

/** Comparing more than this costs more than it settles: then they may meet. */
const MOST_PAIRS = 65_536;

/** Is there a path that both patterns match? `mayCross` tells whether a name of `b` may be among the any names at a place of `a`. */
export function partsMeet(
  a: readonly PatternPart[],
  b: readonly PatternPart[],
  namesMeet: NamesMeet = segmentsMeet,
  mayCross: (name: Segment, at: number) => boolean = () => true,
): boolean {
  if (a.length * b.length > MOST_PAIRS) return true;
  // Column j: what was taken of `a` may fit the first j parts of `b`.
  let row: boolean[] = [true];
  for (let j = 1; j <= b.length; j++) row[j] = row[j - 1] === true && b[j - 1] === null;
  for (const [at, one] of a.entries()) {
    const next: boolean[] = [one === null && row[0] === true];
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1];
      if (one === null)
        next[j] =
          row[j] === true || (next[j - 1] === true && (other === null || other === undefined || mayCross(other, at)));
      else if (other === null || other === undefined) next[j] = next[j - 1] === true || row[j] === true;
      else next[j] = row[j - 1] === true && namesMeet(one, other);
    }
    row = next;
  }
  return row[b.length] === true;
}

/** Is there a name that both match? */
export function segmentsMeet(a: Segment, b: Segment): boolean {
  if (a.text !== null) return matchSegment(b, a.text);
  if (b.text !== null) return matchSegment(a, b.text);
  return itemsMeet(a.items, b.items);
}

function itemsMeet(a: readonly GlobItem[], b: readonly GlobItem[]): boolean {
  if (a.length * b.length > MOST_PAIRS) return true;
  let row: boolean[] = [true];
  for (let j = 1; j <= b.length; j++) row[j] = row[j - 1] === true && b[j - 1] === STAR;
  for (const one of a) {
    const next: boolean[] = [one === STAR && row[0] === true];
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1] as GlobItem;
      if (one === STAR || other === STAR) next[j] = next[j - 1] === true || row[j] === true;
      else next[j] = row[j - 1] === true && charactersMeet(one, other);
    }
    row = next;
  }
  return row[b.length] === true;
}

function charactersMeet(a: Exclude<GlobItem, typeof STAR>, b: Exclude<GlobItem, typeof STAR>): boolean {
  if (typeof a === "number") return fits(b, a);
  // Two classes may have a character in common.
  return typeof b === "number" ? fits(a, b) : true;
}
