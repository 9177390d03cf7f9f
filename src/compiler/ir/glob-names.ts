// What a path must contain to fit one of some globs, as keys of the index (runtime/engine/paths/path-globs.ts): `/.ssh/` for a
// whole name, `^/dev/` for the first one, `/id_` for what a name begins with, `.pem/` for what one ends with.

import { compileGlob } from "../../language/glob.ts";
import { isAnywhere, withoutRoot } from "../../runtime/engine/paths/path-globs.ts";
import { fold } from "../../runtime/engine/paths/paths.ts";
import { distinct } from "./terms.ts";

/** Null when one of the globs fits paths of any name. */
export function globNames(patterns: readonly string[]): readonly string[] | null {
  const names = patterns.map(nameOf);
  return names.includes(null) ? null : distinct(names.filter((name) => name !== null));
}

type Segment = NonNullable<ReturnType<typeof compileGlob>["parts"][number]>;

function nameOf(pattern: string): string | null {
  const { parts } = compileGlob(withoutRoot(fold(pattern)), "path");
  const segments = parts.filter((part): part is Segment => part !== null && part.text !== "");
  const name = segments.findLast(({ text }) => text !== null);
  // `/dev/**`: many paths have such a name further down.
  const isFirst = name !== undefined && isAnywhere(pattern) && name === segments[0] && isBeforeAnyDepth(name, parts);
  if (name !== undefined) return `${isFirst ? "^" : ""}/${name.text}/`;
  const ends = segments.map((segment) => ({ begin: beginning(segment), end: beginning(segment, true) }));
  const begins = longest(ends.map(({ begin }) => begin));
  const ending = longest(ends.map(({ end }) => end));
  if (begins === "" && ending === "") return null;
  return begins.length >= ending.length ? `/${begins}` : `${ending}/`;
}

const isBeforeAnyDepth = (segment: Segment, parts: readonly (Segment | null)[]): boolean =>
  !parts.slice(0, parts.indexOf(segment)).includes(null);

/** The literal text that the name begins with, or ends with. */
function beginning({ items }: Segment, fromEnd = false): string {
  const codes: number[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[fromEnd ? items.length - 1 - at : at];
    if (typeof item !== "number") break;
    codes.push(item);
  }
  return String.fromCodePoint(...(fromEnd ? codes.reverse() : codes));
}

const longest = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), "");
