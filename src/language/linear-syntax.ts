// Rewrites a JavaScript regex into the syntax of the linear engine with the same meaning, or says why that is impossible.
// Every literal becomes a class of code points, so no special character of either dialect can slip through.

export type Linear =
  | { readonly pattern: string; readonly foldsCase: boolean; readonly mapsLines: boolean }
  | { readonly problem: string };

/** Inclusive, flat: low, high, low, high. */
export type Ranges = readonly number[];

const DIGITS: Ranges = [0x30, 0x39];
const WORD: Ranges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const SPACE: Ranges = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
  0x3000, 0x3000, 0xfeff, 0xfeff,
];
const LINES: readonly number[] = [0x0a, 0x0d, 0x2028, 0x2029];
const CONTROLS: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9, v: 11, f: 12 };

export interface RegexMode {
  readonly ignoreCase: boolean;
  readonly unicode: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  /** Thrown when the regex uses a feature that the linear engine lacks. */
  readonly lacking: string[];
}

/** `source` must already be a valid JavaScript regex. */
export function toLinear(source: string, flags: string): Linear {
  const mode: RegexMode = {
    ignoreCase: flags.includes("i"),
    unicode: flags.includes("u"),
    dotAll: flags.includes("s"),
    multiline: flags.includes("m"),
    lacking: [],
  };
  const codes = Array.from(source, (char) => char.codePointAt(0) ?? 0);
  const out: string[] = [];
  let telling = false;
  let anchored = false;
  /** In multi-line mode all line ends are converted to `\n`, so a class must not distinguish between them. */
  const emit = (ranges: Ranges, negated: boolean): void => {
    const lines = LINES.filter((line) => holds(ranges, line)).length;
    if (lines !== 0 && lines !== LINES.length) telling = true;
    out.push(classText(ranges, negated));
  };
  let at = 0;
  while (at < codes.length) {
    const char = String.fromCodePoint(codes[at] ?? 0);
    if (char === "(") {
      const [text, length] = readGroup(codes, at, mode);
      out.push(text);
      at += length;
    } else if (char === ")" || char === "|" || char === "*" || char === "+" || char === "?") {
      out.push(char);
      at++;
    } else if (char === "{" && quantifierAt(codes, at) !== null) {
      const text = quantifierAt(codes, at) ?? "";
      out.push(text);
      at += text.length;
    } else if (char === "^" || char === "$") {
      anchored = true;
      out.push(mode.multiline ? `(?m:${char})` : char === "^" ? "\\A" : "\\z");
      at++;
    } else if (char === ".") {
      out.push(
        mode.dotAll
          ? "(?s:.)"
          : classText(
              LINES.flatMap((line) => [line, line]),
              true,
            ),
      );
      at++;
    } else if (char === "[") {
      const found = readClass(codes, at + 1, mode);
      emit(found.ranges, found.negated);
      at = found.end;
    } else if (char === "\\" && (codes[at + 1] === 0x62 || codes[at + 1] === 0x42)) {
      if (mode.ignoreCase && mode.unicode) mode.lacking.push("`\\b` with the flags `iu`");
      out.push(codes[at + 1] === 0x62 ? "\\b" : "\\B");
      at += 2;
    } else {
      const found = readAtom(codes, at, mode, false);
      emit(found.ranges, false);
      at = found.end;
    }
  }
  const mapsLines = mode.multiline && anchored;
  if (mapsLines && telling) mode.lacking.push("line ends spelled out together with the flag `m`");
  const problem = mode.lacking[0];
  if (problem !== undefined) return { problem };
  return { pattern: out.join(""), foldsCase: mode.ignoreCase && mode.unicode, mapsLines };
}

/** Groups never need to capture: nothing reads their matches. */
function readGroup(codes: readonly number[], at: number, mode: RegexMode): readonly [string, number] {
  if (codes[at + 1] !== 0x3f) return ["(?:", 1];
  if (codes[at + 2] === 0x3a) return ["(?:", 3];
  const named = codes[at + 2] === 0x3c && codes[at + 3] !== 0x3d && codes[at + 3] !== 0x21;
  if (!named) {
    mode.lacking.push(codes[at + 2] === 0x3c ? "lookbehind" : "lookahead or inline flags");
    return ["(?:", 3];
  }
  return ["(?:", codes.indexOf(0x3e, at) - at + 1];
}

export function quantifierAt(codes: readonly number[], at: number): string | null {
  const text = String.fromCodePoint(...codes.slice(at, at + 24));
  return /^\{\d+(?:,\d*)?\}/.exec(text)?.[0] ?? null;
}

export interface Atom {
  readonly ranges: Ranges;
  /** The single code point that it matches, which may start a range in a class; null for a set. */
  readonly code: number | null;
  readonly end: number;
}

/** One literal or escape; `at` is its first character. */
export function readAtom(codes: readonly number[], at: number, mode: RegexMode, inClass: boolean): Atom {
  const code = codes[at] ?? 0;
  if (code !== 0x5c) return literal(code, at + 1, mode);
  const letter = String.fromCodePoint(codes[at + 1] ?? 0x5c);
  const end = at + 2;
  const set = (ranges: Ranges): Atom => ({ ranges, code: null, end });
  switch (letter) {
    case "d":
      return set(DIGITS);
    case "D":
      return set(inverse(DIGITS));
    case "s":
      return set(SPACE);
    case "S":
      return set(inverse(SPACE));
    case "w":
      return set(mode.ignoreCase && mode.unicode ? [...WORD, 0x17f, 0x17f, 0x212a, 0x212a] : WORD);
    case "W":
      if (mode.ignoreCase && mode.unicode) mode.lacking.push("`\\W` with the flags `iu`");
      return set(inverse(WORD));
    case "b":
      return literal(8, end, mode);
    case "k":
      mode.lacking.push("back references");
      return set(DIGITS);
    case "p":
    case "P":
      if (mode.unicode) mode.lacking.push("Unicode properties");
      return literal(letter.codePointAt(0) ?? 0, end, mode);
    case "c": {
      const control = String.fromCodePoint(codes[end] ?? 0);
      if (/[a-zA-Z]/.test(control)) return literal((codes[end] ?? 0) % 32, end + 1, mode);
      return literal(0x5c, at + 1, mode);
    }
    case "x": {
      const hex = hexAt(codes, end, 2);
      return hex === null ? literal(0x78, end, mode) : literal(hex, end + 2, mode);
    }
    case "u":
      return readUnicode(codes, end, mode);
    default:
  }
  if (letter >= "0" && letter <= "9") {
    const next = codes[end] ?? 0;
    if (letter === "0" && !(next >= 0x30 && next <= 0x39)) return literal(0, end, mode);
    mode.lacking.push(inClass || letter === "0" ? "octal escapes" : "back references");
  }
  return literal(CONTROLS[letter] ?? letter.codePointAt(0) ?? 0, end, mode);
}

function readUnicode(codes: readonly number[], end: number, mode: RegexMode): Atom {
  const hex = hexAt(codes, end, 4);
  if (hex !== null) {
    const low = codes[end + 4] === 0x5c && codes[end + 5] === 0x75 ? hexAt(codes, end + 6, 4) : null;
    const paired = hex >= 0xd800 && hex <= 0xdbff && low !== null && low >= 0xdc00 && low <= 0xdfff;
    if (mode.unicode && paired) return literal((hex - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000, end + 10, mode);
    return literal(hex, end + 4, mode);
  }
  if (mode.unicode && codes[end] === 0x7b) {
    const close = codes.indexOf(0x7d, end);
    return literal(Number.parseInt(String.fromCodePoint(...codes.slice(end + 1, close)), 16), close + 1, mode);
  }
  return literal(0x75, end, mode);
}

function hexAt(codes: readonly number[], at: number, length: number): number | null {
  const text = String.fromCodePoint(...codes.slice(at, at + length));
  return text.length === length && /^[0-9a-fA-F]+$/.test(text) ? Number.parseInt(text, 16) : null;
}

function literal(code: number, end: number, mode: RegexMode): Atom {
  return { ranges: cased(code, code, mode), code, end };
}

/** A range with the other case of its letters, as JavaScript compares without the flag `u`. */
function cased(low: number, high: number, mode: RegexMode): Ranges {
  if (!mode.unicode && high > 0xffff) mode.lacking.push("a character beyond U+FFFF without the flag `u`");
  if (low <= 0xdfff && high >= 0xd800 && !(low < 0xd800 && high > 0xdfff))
    mode.lacking.push("half of a surrogate pair");
  if (!mode.ignoreCase || mode.unicode) return [low, high];
  // Beyond ASCII, case pairs are irregular: a range is fine only if it contains none of them, or all.
  if (high > 0x7f && !(low <= 0x80 && high === 0xffff)) {
    if (high - low > 512) mode.lacking.push("a range of letters beyond ASCII with the flag `i`; add the flag `u`");
    for (let code = Math.max(low, 0x80); code <= high; code++) {
      const char = String.fromCodePoint(code);
      if (char.toLowerCase() !== char || char.toUpperCase() !== char) {
        mode.lacking.push("a letter beyond ASCII with the flag `i`; add the flag `u`");
      }
    }
  }
  return [low, high, ...shifted(low, high, 0x41, 0x5a, 32), ...shifted(low, high, 0x61, 0x7a, -32)];
}

function shifted(low: number, high: number, first: number, last: number, by: number): Ranges {
  const from = Math.max(low, first);
  const to = Math.min(high, last);
  return from <= to ? [from + by, to + by] : [];
}

export function readClass(
  codes: readonly number[],
  start: number,
  mode: RegexMode,
): { ranges: Ranges; negated: boolean; end: number } {
  const negated = codes[start] === 0x5e;
  const ranges: number[] = [];
  let at = negated ? start + 1 : start;
  while (codes[at] !== 0x5d) {
    const from = readAtom(codes, at, mode, true);
    at = from.end;
    if (from.code !== null && codes[at] === 0x2d && codes[at + 1] !== 0x5d) {
      const to = readAtom(codes, at + 1, mode, true);
      if (to.code !== null) {
        ranges.push(...cased(from.code, to.code, mode));
        at = to.end;
        continue;
      }
    }
    ranges.push(...from.ranges);
  }
  return { ranges, negated, end: at + 1 };
}

function holds(ranges: Ranges, code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (code >= (ranges[i] ?? 0) && code <= (ranges[i + 1] ?? 0)) return true;
  return false;
}

/** INVARIANT: the input ranges are sorted and disjoint. */
function inverse(ranges: Ranges): Ranges {
  const out: number[] = [];
  let next = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    if ((ranges[i] ?? 0) > next) out.push(next, (ranges[i] ?? 0) - 1);
    next = (ranges[i + 1] ?? 0) + 1;
  }
  return [...out, next, 0x10ffff];
}

function classText(ranges: Ranges, negated: boolean): string {
  const hex = (code: number): string => `\\x{${code.toString(16)}}`;
  // An empty class matches nothing, or everything when negated.
  if (ranges.length === 0) return negated ? "(?s:.)" : "[^\\x{0}-\\x{10ffff}]";
  const parts: string[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const low = ranges[i] ?? 0;
    const high = ranges[i + 1] ?? 0;
    parts.push(low === high ? hex(low) : `${hex(low)}-${hex(high)}`);
  }
  return `[${negated ? "^" : ""}${parts.join("")}]`;
}
