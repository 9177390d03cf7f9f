// Brace expansion as bash does it: on the source text of a word, before anything else, respecting quotes.

import { LimitReached, limits } from "./limits.ts";

/** The source texts that a word expands to: `a{b,c}` gives `ab` and `ac`. The word itself when nothing expands. */
export function expandBraces(source: string): readonly string[] {
  const words = expand(source, 0);
  return words;
}

function expand(source: string, depth: number): readonly string[] {
  if (depth > limits.depth) throw new LimitReached("limit: braces nested too deeply");
  for (let at = 0; at < source.length; at = skip(source, at)) {
    if (source.charAt(at) !== "{" || source.charAt(at - 1) === "$") continue;
    const group = groupAt(source, at);
    if (group === null) continue;
    const before = source.slice(0, at);
    const inner = group.isRange ? group.items : group.items.flatMap((item) => expand(item, depth + 1));
    const after = expand(source.slice(group.end), depth + 1);
    if (inner.length * after.length > limits.braceWords) throw new LimitReached("limit: braces make too many words");
    return inner.flatMap((middle) => after.map((tail) => before + middle + tail));
  }
  return [source];
}

/** The start of the next character that is not quoted, escaped or part of an expansion. */
function skip(source: string, at: number): number {
  const character = source.charAt(at);
  if (character === "\\") return at + 2;
  if (character === "'") return after(source, "'", at + 1);
  if (character === "`") return after(source, "`", at + 1);
  if (character === '"') return closingQuote(source, at + 1);
  if (character === "$") {
    const next = source.charAt(at + 1);
    if (next === "'") return ansiEnd(source, at + 2);
    if (next === "{") return balanced(source, at + 1, "{", "}");
    if (next === "(") return balanced(source, at + 1, "(", ")");
  }
  if ((character === "<" || character === ">") && source.charAt(at + 1) === "(") {
    return balanced(source, at + 1, "(", ")");
  }
  return at + 1;
}

function after(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end === -1 ? source.length : end + 1;
}

function ansiEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source.charAt(at) === "\\") at++;
    else if (source.charAt(at) === "'") return at + 1;
  }
  return source.length;
}

function closingQuote(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source.charAt(at) === "\\") at++;
    else if (source.charAt(at) === '"') return at + 1;
  }
  return source.length;
}

function balanced(source: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === "\\") at++;
    else if (character === "'") at = after(source, "'", at + 1) - 1;
    else if (character === '"') at = closingQuote(source, at + 1) - 1;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return at + 1;
  }
  return source.length;
}

interface Group {
  readonly items: readonly string[];
  readonly isRange: boolean;
  /** The position after the closing brace. */
  readonly end: number;
}

function groupAt(source: string, from: number): Group | null {
  const commas: number[] = [];
  let depth = 0;
  for (let at = from; at < source.length; ) {
    const character = source.charAt(at);
    if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return group(source, from, at, commas);
    else if (character === "," && depth === 1) commas.push(at);
    at = character === "{" ? at + 1 : skip(source, at);
  }
  return null;
}

function group(source: string, from: number, close: number, commas: readonly number[]): Group | null {
  const end = close + 1;
  if (commas.length === 0) {
    const items = rangeItems(source.slice(from + 1, close));
    return items === null ? null : { items, isRange: true, end };
  }
  const cuts = [from, ...commas, close];
  const items = cuts.slice(1).map((cut, i) => source.slice((cuts[i] ?? 0) + 1, cut));
  return { items, isRange: false, end };
}

/** `1..3`, `01..10..2`, `a..e`. */
function rangeItems(text: string): readonly string[] | null {
  const found = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (found === null) return null;
  const [, first, last, firstLetter, lastLetter, by] = found;
  const start = firstLetter === undefined ? Number(first) : firstLetter.charCodeAt(0);
  const stop = lastLetter === undefined ? Number(last) : lastLetter.charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  if (Math.abs(stop - start) / step >= limits.braceWords) throw new LimitReached("limit: braces make too many words");
  const width = [first, last].some((side) => /^-?0\d/.test(side ?? "")) ? Math.max(...widths(first, last)) : 0;
  const items: string[] = [];
  for (let at = start; start <= stop ? at <= stop : at >= stop; at += start <= stop ? step : -step) {
    items.push(firstLetter === undefined ? padded(at, width) : letter(at));
  }
  return items;
}

const widths = (...sides: readonly (string | undefined)[]): readonly number[] => sides.map((side) => side?.length ?? 0);

function padded(value: number, width: number): string {
  const digits = Math.abs(value).toString();
  return value < 0 ? `-${digits.padStart(width - 1, "0")}` : digits.padStart(width, "0");
}

/** The characters between Z and a would be read as quotes. */
function letter(code: number): string {
  const character = String.fromCharCode(code);
  return /[A-Za-z]/.test(character) ? character : `\\${character}`;
}
