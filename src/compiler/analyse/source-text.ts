// Pieces of source text as people are shown them: on one line, without comments.

import type { PolicyFile, Span } from "../ast.ts";

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
