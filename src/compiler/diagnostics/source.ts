// A source file and its line table: offsets become line and column only when somebody looks.

import type { Span } from "../ir/ast.ts";

export interface Source {
  /** Relative to the working folder, forward slashes. Packs are `std/git`. */
  readonly file: string;
  readonly text: string;
}

export interface Place {
  /** Both count from 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** Offsets at which lines start. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line and column of an offset, by binary search in the line table. */
export function placeAt(starts: readonly number[], offset: number): Place {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The span from the first to the end of the last. */
export function spanOf(first: Span, last: Span): Span {
  return { file: first.file, start: first.start, end: last.end };
}
