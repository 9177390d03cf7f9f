// One source line with the span underlined: wide characters, tabs and escapes are counted as they are shown,
// and of a very long line only the part around the span is looked at.

import { visible, widthOf } from "./visible.ts";

export interface Excerpt {
  readonly line: string;
  /** Columns before the underline, and its length. */
  readonly indent: number;
  readonly length: number;
}

const TAB = "    ";
const CUT = "...";
/** Columns kept before the span, and in all. */
const BEFORE = 40;
const TOTAL = 120;

interface Cell {
  readonly text: string;
  readonly width: number;
}

/**
 * The line that holds `start`, of which `lineStart` is the first offset.
 * A span that goes on past the line's end is underlined up to there.
 */
export function excerptAt(text: string, lineStart: number, start: number, end: number): Excerpt {
  const lineEnd = endOfLine(text, start, start + TOTAL * 2);
  const before = cells(text.slice(Math.max(lineStart, start - TOTAL * 2), start));
  const marked = cells(text.slice(start, Math.min(end, lineEnd.at)));
  const after = cells(text.slice(Math.min(Math.max(start, end), lineEnd.at), lineEnd.at));

  const whole =
    start - lineStart <= TOTAL * 2 && lineEnd.found && widthOfAll([...before, ...marked, ...after]) <= TOTAL;
  const head = whole ? before : lastColumns(before, BEFORE);
  const isHeadCut = !whole && (head.length < before.length || start - lineStart > TOTAL * 2);
  const room = whole ? TOTAL : TOTAL - widthOfAll(head);
  const body = firstColumns(marked, room);
  const tail = firstColumns(after, room - widthOfAll(body));
  const isTailCut = body.length < marked.length || tail.length < after.length || !lineEnd.found;

  const show = (part: readonly Cell[]): string => part.map((cell) => cell.text).join("");
  const prefix = `${isHeadCut ? CUT : ""}${show(head)}`;
  return {
    line: `${prefix}${show(body)}${show(tail)}${isTailCut ? CUT : ""}`.trimEnd(),
    indent: (isHeadCut ? CUT.length : 0) + widthOfAll(head),
    length: Math.max(1, widthOfAll(body)),
  };
}

/** Where the line of `from` ends, without its line end; never looks past `limit`. */
function endOfLine(text: string, from: number, limit: number): { readonly at: number; readonly found: boolean } {
  const window = text.slice(from, limit);
  const newline = window.indexOf("\n");
  if (newline === -1) return { at: from + window.length, found: limit >= text.length };
  const at = from + newline;
  return { at: at > from && text[at - 1] === "\r" ? at - 1 : at, found: true };
}

function cells(text: string): readonly Cell[] {
  return Array.from(text, (character) => {
    if (character === "\t") return { text: TAB, width: TAB.length };
    const shown = visible(character);
    return { text: shown, width: shown === character ? widthOf(character) : shown.length };
  });
}

function widthOfAll(part: readonly Cell[]): number {
  return part.reduce((sum, cell) => sum + cell.width, 0);
}

function firstColumns(part: readonly Cell[], room: number): readonly Cell[] {
  let width = 0;
  let count = 0;
  for (const cell of part) {
    width += cell.width;
    if (width > room) break;
    count++;
  }
  return part.slice(0, count);
}

function lastColumns(part: readonly Cell[], room: number): readonly Cell[] {
  return firstColumns(part.toReversed(), room).toReversed();
}
