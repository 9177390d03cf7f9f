// What is below a folder and was not listed, tested as a whole: true when everything there would pass, false when nothing
// can, unknown otherwise.

import { compileGlob, type Glob, matchGlob, matchNames, matchSegment } from "../../../language/glob.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import { isBelow } from "./paths.ts";
import { mayBeAt, mayMatch, type RestPattern } from "./rest-pattern.ts";

/** The files below a folder of which nothing is known but what they are called at the end. */
export interface Rest {
  /** Their last names, as globs; undefined: any. */
  readonly names?: readonly Glob[];
  /** They are looked at one by one when this does not settle it, so that a doubt means nothing yet. */
  readonly isPreview?: true;
  /** They are what this pattern expands to in the folder. */
  readonly pattern?: RestPattern;
}

export const restNamed = (names: readonly string[] | undefined): Rest =>
  names === undefined ? {} : { names: names.map((name) => compileGlob(name, "name")) };

/** Is everything below the folder at or below one of the places? */
export function allBelow(folder: string, places: readonly string[], { pattern }: Rest, folded: boolean): Truth {
  let found: Truth = FALSE;
  for (const place of places) {
    if (isBelow(folder, place)) return TRUE;
    if (
      found === FALSE &&
      isBelow(place, folder) &&
      (pattern === undefined || mayBe(place, folder, pattern, folded, true))
    )
      found = UNKNOWN;
  }
  return found;
}

/** May one of them be the place itself? */
export const mayBePlace = (folder: string, place: string, { pattern }: Rest, folded: boolean): boolean =>
  place !== folder && isBelow(place, folder) && (pattern === undefined || mayBe(place, folder, pattern, folded, false));

/** May one of them match a glob that begins in a folder further down? `way` are the names from here to there. */
export const mayMatchBelow = (
  globs: readonly Glob[],
  way: readonly string[],
  { pattern }: Rest,
  folded: boolean,
): boolean =>
  pattern === undefined || globs.some((glob) => mayMatch(glob, { ofPattern: [], ofGlob: way }, pattern, folded));

const mayBe = (place: string, folder: string, pattern: RestPattern, folded: boolean, orBelow: boolean): boolean =>
  mayBeAt(place, folder, { pattern, folded, orBelow });

/** Does everything below the folder match one of the globs? `folder` is cut into names. */
export function allMatch(globs: readonly Glob[], folder: readonly string[], rest: Rest, folded: boolean): Truth {
  const { names, pattern } = rest;
  let found: Truth = FALSE;
  for (const glob of globs) {
    if (coversAll(glob, folder)) return TRUE;
    if (found !== FALSE || !reachesBelow(glob, folder) || !mayEndSo(glob, names)) continue;
    if (pattern === undefined || mayMatch(glob, { ofPattern: folder, ofGlob: [] }, pattern, folded)) found = UNKNOWN;
  }
  return found;
}

/** `src/**` and `src/**` followed by one name cover all that is below `src`. */
function coversAll({ kind, parts }: Glob, folder: readonly string[]): boolean {
  const last = parts.at(-1);
  const isDeep = last === null || (last?.nonEmpty === true && parts.at(-2) === null);
  return isDeep && matchNames({ kind, parts: last === null ? parts : parts.slice(0, -1) }, folder);
}

/** The glob matches something below the folder, as far as the folder's own names say; `**` matches all that follow. */
function reachesBelow({ parts }: Glob, folder: readonly string[]): boolean {
  for (let at = 0; at < folder.length; at++) {
    const wanted = parts[at];
    if (wanted === null) return true;
    if (wanted === undefined || !matchSegment(wanted, folder[at] as string)) return false;
  }
  return folder.length < parts.length;
}

/** A file that ends with one of the names may match the end of the glob. */
function mayEndSo({ parts }: Glob, names: readonly Glob[] | undefined): boolean {
  const last = parts.at(-1);
  if (names === undefined || last === null || last === undefined) return true;
  const { text } = last;
  return text === null || names.some((name) => matchGlob(name, text));
}
