// Globs without regular expressions: greedy star matching, first by segment, then by character, so time is bounded by
// pattern length times text length. Braces are expanded before a pattern gets here (glob-patterns.ts of the compiler).
// `*` and `?` match a leading dot: a policy that says `src/*` means hidden files too.

export interface Glob {
  readonly kind: "path" | "host" | "name";
  /** Segments in order; null is `**`, any number of segments. A host has exactly one segment. */
  readonly parts: readonly (Segment | null)[];
}

/** `text` when there is only literal text to match. */
export interface Segment {
  readonly text: string | null;
  readonly items: readonly GlobItem[];
  /** `*` alone stands for a name, and a name is not empty. */
  readonly nonEmpty: boolean;
}

export const STAR = "*";
const ANY = "?";
/** A literal code point, `*`, `?` or a class. */
export type GlobItem = number | typeof STAR | typeof ANY | CharClass;

interface CharClass {
  readonly negated: boolean;
  /** Inclusive, flat: low, high, low, high. */
  readonly ranges: readonly number[];
}

/** Reads a pattern. In paths and names `*` stays within a segment and `**` crosses them; in hosts `*` matches dots too. */
export function compileGlob(pattern: string, kind: "path" | "host" | "name"): Glob {
  if (kind === "host") return { kind, parts: [readSegment(pattern, false)] };
  const parts: (Segment | null)[] = [];
  for (const text of pattern.split("/")) {
    if (text !== "**") parts.push(readSegment(text, true));
    else if (parts.length === 0 || parts[parts.length - 1] !== null) parts.push(null);
  }
  return { kind, parts };
}

/** Does the whole text match? */
export function matchGlob(glob: Glob, text: string): boolean {
  if (glob.kind === "host") {
    const only = glob.parts[0];
    return only !== undefined && only !== null && matchSegment(only, text);
  }
  return matchNames(glob, text.split("/"));
}

/** The same for a path that is already split into names. */
export function matchNames({ parts }: Glob, names: readonly string[]): boolean {
  let part = 0;
  let name = 0;
  // Only the last `**` ever needs to take one more name: what comes before it matches as early as possible.
  let resumePart = -1;
  let resumeName = 0;
  while (name < names.length) {
    const wanted = parts[part];
    if (wanted === null) {
      resumePart = ++part;
      resumeName = name;
    } else if (wanted !== undefined && matchSegment(wanted, names[name] ?? "")) {
      part++;
      name++;
    } else if (resumePart !== -1) {
      part = resumePart;
      name = ++resumeName;
    } else return false;
  }
  while (parts[part] === null) part++;
  return part === parts.length;
}

/** Does one name match? */
export function matchSegment(segment: Segment, text: string): boolean {
  if (segment.text !== null) return segment.text === text;
  if (segment.nonEmpty) return text.length > 0;
  const { items } = segment;
  let item = 0;
  let at = 0;
  let resumeItem = -1;
  let resumeAt = 0;
  while (at < text.length) {
    const wanted = items[item];
    const code = text.codePointAt(at) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    if (wanted === STAR) {
      resumeItem = ++item;
      resumeAt = at;
    } else if (wanted !== undefined && fits(wanted, code)) {
      item++;
      at += width;
    } else if (resumeItem !== -1) {
      item = resumeItem;
      resumeAt += (text.codePointAt(resumeAt) ?? 0) > 0xffff ? 2 : 1;
      at = resumeAt;
    } else return false;
  }
  while (items[item] === STAR) item++;
  return item === items.length;
}

export function fits(wanted: number | typeof ANY | CharClass, code: number): boolean {
  if (wanted === ANY) return true;
  if (typeof wanted === "number") return wanted === code;
  const { ranges } = wanted;
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= (ranges[i] ?? 0) && code <= (ranges[i + 1] ?? 0)) return !wanted.negated;
  }
  return wanted.negated;
}

function readSegment(pattern: string, isName: boolean): Segment {
  const codes = Array.from(pattern, (char) => char.codePointAt(0) ?? 0);
  const items: GlobItem[] = [];
  let at = 0;
  while (at < codes.length) {
    const code = codes[at] ?? 0;
    if (code === 0x2a) {
      if (items[items.length - 1] !== STAR) items.push(STAR);
      at++;
    } else if (code === 0x3f) {
      items.push(ANY);
      at++;
    } else if (code === 0x5b) {
      const found = readClass(codes, at + 1);
      items.push(found === null ? code : found.value);
      at = found === null ? at + 1 : found.end;
    } else if (code === 0x5c && at + 1 < codes.length) {
      items.push(codes[at + 1] ?? 0);
      at += 2;
    } else {
      items.push(code);
      at++;
    }
  }
  const isText = items.every((item) => typeof item === "number");
  const text = isText ? String.fromCodePoint(...(items as number[])) : null;
  return { text, items, nonEmpty: isName && items.length === 1 && items[0] === STAR };
}

/** `[abc]`, `[a-z]`, `[!a]`; `at` is after the bracket. Null when it is never closed: then `[` is literal. */
function readClass(codes: readonly number[], start: number): { value: CharClass; end: number } | null {
  const negated = codes[start] === 0x21 || codes[start] === 0x5e;
  const first = negated ? start + 1 : start;
  const ranges: number[] = [];
  let at = first;
  while (at < codes.length && (codes[at] !== 0x5d || at === first)) {
    if (codes[at] === 0x5c && at + 1 < codes.length) at++;
    const low = codes[at] ?? 0;
    at++;
    let high = low;
    if (codes[at] === 0x2d && at + 1 < codes.length && codes[at + 1] !== 0x5d) {
      at += codes[at + 1] === 0x5c && at + 2 < codes.length ? 2 : 1;
      high = codes[at] ?? low;
      at++;
    }
    ranges.push(low, high);
  }
  return at < codes.length ? { value: { negated, ranges }, end: at + 1 } : null;
}
