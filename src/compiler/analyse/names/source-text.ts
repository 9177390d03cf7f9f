// Pieces of source text as people are shown them: on one line, without comments.

import type { PolicyFile, Span } from "../../ir/ast.ts";

/** The text of a span with comments cut out and white space collapsed. */
export function oneLine(span: Span, file: PolicyFile, text: string): string {
  let out = "";
  let from = span.start;
  for (let at = firstComment(file, span.start); ; at++) {
    const comment = file.comments[at];
    if (comment === undefined || comment.span.start >= span.end) break;
    out += `${text.slice(from, comment.span.start)} `;
    from = comment.span.end;
  }
  return collapse(out + text.slice(from, span.end));
}

/** White space outside strings becomes one blank; strings and regexes stand on one line anyway. */
function collapse(text: string): string {
  return text.replace(/[ \t]*[\r\n]\s*/g, " ").trim();
}

/** Index of the first comment at or after an offset, by binary search. */
function firstComment({ comments }: PolicyFile, offset: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.span.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const escapes = /\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[\s\S])/g;

/** Each escape is one character, past the basic plane two units. */
function unitsOf(written: string): number {
  const code = /^\\u\{([0-9A-Fa-f]+)\}$/.exec(written)?.[1];
  return code !== undefined && Number.parseInt(code, 16) > 0xffff ? 2 : 1;
}

/** How long text is once its escapes are undone. */
export const decodedLength = (raw: string): number =>
  raw.replace(escapes, (found) => "_".repeat(unitsOf(found))).length;

/** Where in text as written the character stands that has this place once escapes are undone. */
export function rawOffset(raw: string, decoded: number): number {
  let shift = 0;
  for (const found of raw.matchAll(escapes)) {
    if (found.index - shift >= decoded) break;
    shift += found[0].length - unitsOf(found[0]);
  }
  return Math.min(raw.length, decoded + shift);
}
