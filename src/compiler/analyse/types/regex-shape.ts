// Proves the usual regex linear by its shape, in microseconds and with the same answer on every machine; what this cannot
// prove is left to the slower judges of regex-safety.ts.
//
// A flat regex repeats only single characters, so it unfolds into a few plain sequences such as `eyJ`, `[a-z]+`, `\.`, `x*`.
// Flat ones are never exponential. A sequence takes linear time to search for when
//   1. from one start there is no choice: what follows a repetition cannot begin with a character of that repetition,
//      unless nothing unbounded comes after it; and
//   2. starts do not add up: it is anchored by `^`, or ends with its only repetition, or its fixed beginning has a
//      character that no repetition matches, so that only a few starts ever read the same text.

import { quantifierAt, type Ranges, type RegexMode, readAtom, readClass } from "../../../language/linear-syntax.ts";

/** `chars` is null for what has no width: `^` at the very start of the text is `start`, all others `edge`. */
interface Item {
  readonly chars: Ranges | null;
  readonly min: number;
  readonly max: number;
  readonly isStart?: true;
}
type Sequence = readonly Item[];

const MOST_SEQUENCES = 256;
const MOST_CHOICES = 4096;
const DEEPEST = 40;

/** `linear`: proven; `polynomial`: at worst that; `nested`: no shape this can judge. The regex must be valid. */
export function regexShape(source: string, flags: string): "linear" | "polynomial" | "nested" {
  const mode: RegexMode = {
    ignoreCase: flags.includes("i"),
    unicode: flags.includes("u"),
    dotAll: flags.includes("s"),
    multiline: flags.includes("m"),
    lacking: [],
  };
  if (mode.ignoreCase && mode.unicode) return "nested";
  const codes = Array.from(source, (char) => char.codePointAt(0) ?? 0);
  const read = readAlternatives(codes, 0, mode, 0);
  if (mode.lacking.length > 0) return "nested";
  if (read === null) return repeatsGroups(source) ? "nested" : "polynomial";
  return read.sequences.every(isLinear) ? "linear" : "polynomial";
}

/** A group under a quantifier, or a look around; a plain scan, for what unfolds too far to be read as sequences. */
function repeatsGroups(source: string): boolean {
  const bare = source.replace(/\\./gs, "_").replace(/\[[^\]]*\]/g, "_");
  return /\)[*+{]|\(\?(?:[=!]|<[=!])/.test(bare);
}

interface Read {
  readonly sequences: readonly Sequence[];
  readonly end: number;
}

/** Up to the closing parenthesis or the end; null when it is not flat, or unfolds too far. */
function readAlternatives(codes: readonly number[], start: number, mode: RegexMode, depth: number): Read | null {
  if (depth > DEEPEST) return null;
  const done: Sequence[] = [];
  let current: readonly Sequence[] = [[]];
  let at = start;
  while (at < codes.length && codes[at] !== 0x29) {
    if (codes[at] === 0x7c) {
      done.push(...current);
      current = [[]];
      at++;
      continue;
    }
    const term = readTerm(codes, at, mode, depth);
    if (term === null) return null;
    current = joined(current, term.sequences);
    if (current.length + done.length > MOST_SEQUENCES) return null;
    at = term.end;
  }
  return { sequences: [...done, ...current], end: at };
}

function joined(before: readonly Sequence[], after: readonly Sequence[]): readonly Sequence[] {
  if (before.length * after.length > MOST_SEQUENCES) return Array.from({ length: MOST_SEQUENCES + 1 }, () => []);
  return before.flatMap((left) => after.map((right) => [...left, ...right]));
}

/** One atom or group with its quantifier. */
function readTerm(codes: readonly number[], at: number, mode: RegexMode, depth: number): Read | null {
  const code = codes[at] ?? 0;
  if (code === 0x28) return readGroup(codes, at, mode, depth);
  const edge = edgeAt(codes, at, mode);
  if (edge !== null) return edge;
  const atom = readOne(codes, at, mode);
  const { min, max, end } = readQuantifier(codes, atom.end);
  return { sequences: [[{ chars: atom.chars, min, max }]], end };
}

function edgeAt(codes: readonly number[], at: number, mode: RegexMode): Read | null {
  const code = codes[at] ?? 0;
  const isWordEdge = code === 0x5c && (codes[at + 1] === 0x62 || codes[at + 1] === 0x42);
  if (code !== 0x5e && code !== 0x24 && !isWordEdge) return null;
  const isStart = code === 0x5e && !mode.multiline;
  const item: Item = { chars: null, min: 1, max: 1, ...(isStart ? { isStart } : {}) };
  return { sequences: [[item]], end: at + (isWordEdge ? 2 : 1) };
}

function readOne(
  codes: readonly number[],
  at: number,
  mode: RegexMode,
): { readonly chars: Ranges; readonly end: number } {
  const code = codes[at] ?? 0;
  if (code === 0x2e) {
    const lines: Ranges = mode.dotAll ? [] : [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029];
    return { chars: complement(lines), end: at + 1 };
  }
  if (code === 0x5b) {
    const { ranges, negated, end } = readClass(codes, at + 1, mode);
    return { chars: negated ? complement(ranges) : ranges, end };
  }
  const { ranges, end } = readAtom(codes, at, mode, false);
  return { chars: ranges, end };
}

/** A group may be repeated a few times; without an end, its inside can multiply, and then this is no flat regex. */
function readGroup(codes: readonly number[], at: number, mode: RegexMode, depth: number): Read | null {
  let start = at + 1;
  if (codes[start] === 0x3f) {
    const isNamed = codes[start + 1] === 0x3c && codes[start + 2] !== 0x3d && codes[start + 2] !== 0x21;
    if (isNamed) start = codes.indexOf(0x3e, start) + 1;
    else if (codes[start + 1] === 0x3a) start += 2;
    else return null;
  }
  const inside = readAlternatives(codes, start, mode, depth + 1);
  if (inside === null) return null;
  const { min, max, end } = readQuantifier(codes, inside.end + 1);
  if (max > 16) return null;
  const sequences: Sequence[] = [];
  let repeated: readonly Sequence[] = [[]];
  for (let times = 0; times <= max; times++) {
    if (times >= min) sequences.push(...repeated);
    repeated = times < max ? joined(repeated, inside.sequences) : repeated;
    if (sequences.length + repeated.length > MOST_SEQUENCES) return null;
  }
  return { sequences, end };
}

function readQuantifier(codes: readonly number[], at: number): { min: number; max: number; end: number } {
  const code = codes[at];
  const lazy = (end: number): number => (codes[end] === 0x3f ? end + 1 : end);
  if (code === 0x2a) return { min: 0, max: Infinity, end: lazy(at + 1) };
  if (code === 0x2b) return { min: 1, max: Infinity, end: lazy(at + 1) };
  if (code === 0x3f) return { min: 0, max: 1, end: lazy(at + 1) };
  const text = code === 0x7b ? quantifierAt(codes, at) : null;
  if (text === null) return { min: 1, max: 1, end: at };
  const [low = "", high] = text.slice(1, -1).split(",");
  const max = high === undefined ? Number(low) : high === "" ? Infinity : Number(high);
  return { min: Number(low), max, end: lazy(at + text.length) };
}

function isLinear(sequence: Sequence): boolean {
  let choices = 1;
  for (const { min, max } of sequence) if (max !== Infinity) choices *= max - min + 1;
  if (choices > MOST_CHOICES) return false;
  const unbounded = sequence.flatMap((item, at) => (item.max === Infinity ? [at] : []));
  const first = unbounded[0];
  if (first === undefined) return true;
  const isForced = unbounded
    .slice(0, -1)
    .every((at) => areApart(sequence[at]?.chars ?? [], firstChars(sequence, at + 1)));
  if (!isForced) return false;
  if (sequence[0]?.isStart || first === sequence.length - 1) return true;
  const runs = unbounded.flatMap((at) => sequence[at]?.chars ?? []);
  return sequence.slice(0, first).some((item) => item.chars !== null && item.min > 0 && areApart(item.chars, runs));
}

/** The characters that what stands from here on can begin with. */
function firstChars(sequence: Sequence, from: number): Ranges {
  const found: number[] = [];
  for (const { chars, min } of sequence.slice(from)) {
    if (chars === null) continue;
    found.push(...chars);
    if (min > 0) break;
  }
  return found;
}

function areApart(a: Ranges, b: Ranges): boolean {
  for (let i = 0; i < a.length; i += 2) {
    for (let j = 0; j < b.length; j += 2) {
      if ((a[i] ?? 0) <= (b[j + 1] ?? 0) && (b[j] ?? 0) <= (a[i + 1] ?? 0)) return false;
    }
  }
  return true;
}

function complement(ranges: Ranges): Ranges {
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] ?? 0, ranges[i + 1] ?? 0]);
  pairs.sort(([a], [b]) => a - b);
  const out: number[] = [];
  let next = 0;
  for (const [low, high] of pairs) {
    if (low > next) out.push(next, low - 1);
    next = Math.max(next, high + 1);
  }
  return next <= 0x10ffff ? [...out, next, 0x10ffff] : out;
}
