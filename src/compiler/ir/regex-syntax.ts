// The syntax of a regex as a tree, as far as it tells which texts match.

import { quantifierAt, type Ranges, type RegexMode, readAtom, readClass } from "../../language/linear-syntax.ts";

export type RegexNode =
  | { readonly kind: "chars"; readonly ranges: Ranges; readonly negated: boolean }
  | { readonly kind: "group"; readonly number: number | null; readonly ways: readonly RegexSequence[] }
  | { readonly kind: "repeat"; readonly item: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: "back"; readonly number: number }
  /** `^`, `$`, `\b` and whatever must not follow: nothing is written for it. */
  | { readonly kind: "nothing" };
export type RegexSequence = readonly RegexNode[];

interface Reader {
  readonly codes: readonly number[];
  readonly mode: RegexMode;
  at: number;
  groups: number;
}

const DEEPEST = 60;
/** The alternatives of a valid regex, read without regard to case. Throws when it nests too deep. */
export function readRegex(source: string, flags: string): readonly RegexSequence[] {
  const mode: RegexMode = {
    ignoreCase: false,
    unicode: flags.includes("u") || flags.includes("v"),
    dotAll: flags.includes("s"),
    multiline: flags.includes("m"),
    lacking: [],
  };
  const codes = Array.from(source, (char) => char.codePointAt(0) ?? 0);
  return readWays({ codes, mode, at: 0, groups: 0 }, 0);
}

function readWays(reader: Reader, depth: number): readonly RegexSequence[] {
  if (depth > DEEPEST) throw new Error("too deep");
  const ways: RegexNode[][] = [[]];
  while (reader.at < reader.codes.length && reader.codes[reader.at] !== 0x29) {
    if (reader.codes[reader.at] === 0x7c) {
      ways.push([]);
      reader.at++;
    } else ways.at(-1)?.push(readTerm(reader, depth));
  }
  return ways;
}

function readTerm(reader: Reader, depth: number): RegexNode {
  const item = readItem(reader, depth);
  const { codes } = reader;
  const code = codes[reader.at];
  const text = code === 0x7b ? quantifierAt(codes, reader.at) : null;
  let limits: readonly [number, number] | null = null;
  if (code === 0x2a) limits = [0, Infinity];
  else if (code === 0x2b) limits = [1, Infinity];
  else if (code === 0x3f) limits = [0, 1];
  else if (text !== null) {
    const [low = "", high] = text.slice(1, -1).split(",");
    limits = [Number(low), high === undefined ? Number(low) : high === "" ? Infinity : Number(high)];
  }
  if (limits === null) return item;
  reader.at += text?.length ?? 1;
  if (codes[reader.at] === 0x3f) reader.at++;
  return { kind: "repeat", item, min: limits[0], max: limits[1] };
}

function readItem(reader: Reader, depth: number): RegexNode {
  const { codes, mode } = reader;
  const code = codes[reader.at] ?? 0;
  const next = codes[reader.at + 1] ?? 0;
  if (code === 0x28) return readGroup(reader, depth);
  if (code === 0x5e || code === 0x24) {
    reader.at++;
    return { kind: "nothing" };
  }
  if (code === 0x2e) {
    reader.at++;
    return { kind: "chars", ranges: mode.dotAll ? [] : [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029], negated: true };
  }
  if (code === 0x5b) {
    const { ranges, negated, end } = readClass(codes, reader.at + 1, mode);
    reader.at = end;
    return { kind: "chars", ranges, negated };
  }
  if (code === 0x5c && (next === 0x62 || next === 0x42)) {
    reader.at += 2;
    return { kind: "nothing" };
  }
  if (code === 0x5c && next >= 0x31 && next <= 0x39) {
    reader.at += 2;
    return { kind: "back", number: next - 0x30 };
  }
  if (code === 0x5c && mode.unicode && (next === 0x70 || next === 0x50)) return readProperty(reader);
  const { ranges, end } = readAtom(codes, reader.at, mode, false);
  reader.at = end;
  return { kind: "chars", ranges, negated: false };
}

function readGroup(reader: Reader, depth: number): RegexNode {
  const { codes } = reader;
  const mark = String.fromCodePoint(...codes.slice(reader.at, reader.at + 4));
  const isNamed = /^\(\?<[^=!]/.test(mark);
  const isCapture = isNamed || !mark.startsWith("(?");
  const number = isCapture ? ++reader.groups : null;
  const isNegative = /^\(\?<?!/.test(mark);
  reader.at = isNamed
    ? codes.indexOf(0x3e, reader.at) + 1
    : reader.at + (/^\(\?<[=!]/.test(mark) ? 4 : mark.startsWith("(?") ? 3 : 1);
  const ways = readWays(reader, depth + 1);
  reader.at++;
  // What must stand ahead is either written here, or is what follows anyway: both ways are tried.
  if (isNegative) return { kind: "nothing" };
  return { kind: "group", number, ways: /^\(\?<?=/.test(mark) ? [[], ...ways] : ways };
}

const POOL = "aA0_-. $+é中\u200b\u202e\u00ad\u0301😀";

/** `\p{...}`: some character that has the property. */
function readProperty(reader: Reader): RegexNode {
  const end = reader.codes.indexOf(0x7d, reader.at) + 1;
  const text = String.fromCodePoint(...reader.codes.slice(reader.at, end));
  reader.at = end;
  const regex = new RegExp(`^${text}$`, "u");
  const code = [...POOL].map((char) => char.codePointAt(0) ?? 0).find((one) => regex.test(String.fromCodePoint(one)));
  for (let one = code ?? 0x20; one < 0x30000; one++)
    if (regex.test(String.fromCodePoint(one))) return { kind: "chars", ranges: [one, one], negated: false };
  return { kind: "nothing" };
}
