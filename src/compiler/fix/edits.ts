// Replacements in texts: those that do not overlap, all at once, and where a place is afterwards.

import type { Diagnostic } from "../diagnostics/session.ts";
import type { Span } from "../ir/ast.ts";

/** PolicyTexts by the names of their files. */
export type PolicyTexts = ReadonlyMap<string, string>;

export interface Edit {
  readonly found: Diagnostic;
  readonly at: Span;
  readonly text: string;
}

/** What a finding would replace; a line end is written as the file writes it. */
export function editOf(found: Diagnostic, texts: PolicyTexts): Edit | null {
  const before = texts.get(found.fixAt.file);
  if (found.fix === null || before === undefined) return null;
  const lines = before.includes("\r\n") ? found.fix.replace(/\r?\n/g, "\r\n") : found.fix;
  const { at, text } = withoutSpareBlanks(found.fixAt, lines, before);
  return before.slice(at.start, at.end) === text ? null : { found, at, text };
}

/** A removed word takes the blanks before it along, and an inserted one adds none where there is one. */
function withoutSpareBlanks(at: Span, text: string, before: string): { readonly at: Span; readonly text: string } {
  const isBlank = (index: number): boolean => /[ \t]/.test(before[index] ?? "");
  const endsLine = /^(?:[ \t\r\n]|$)/.test(before.slice(at.end, at.end + 1));
  if (text === "" && endsLine) {
    let { start } = at;
    while (isBlank(start - 1)) start--;
    const isIndent = start === 0 || before[start - 1] === "\n";
    return { at: isIndent ? at : { ...at, start }, text };
  }
  const left = isBlank(at.start - 1) ? text.replace(/^ /, "") : text;
  return { at, text: isBlank(at.end) ? left.replace(/ $/, "") : left };
}

/** The first of those that overlap or touch; the others wait for the next round. Ascending in each file. */
export function withoutOverlaps(edits: readonly Edit[]): readonly Edit[] {
  const sorted = [...edits].sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
  const ends = new Map<string, number>();
  return sorted.filter(({ at }) => {
    if (at.start <= (ends.get(at.file) ?? -1)) return false;
    ends.set(at.file, at.end);
    return true;
  });
}

/** The texts with all edits made; they must not overlap. */
export function applyEdits(texts: PolicyTexts, edits: readonly Edit[]): PolicyTexts {
  const after = new Map(texts);
  for (const { at, text } of [...edits].sort((a, b) => b.at.start - a.at.start)) {
    const before = after.get(at.file) ?? "";
    after.set(at.file, before.slice(0, at.start) + text + before.slice(at.end));
  }
  return after;
}

/** Where a span of the old texts is in the new ones; null where an edit touches it. */
export function spanAfter(span: Span, edits: readonly Edit[]): Span | null {
  let shift = 0;
  for (const { at, text } of edits) {
    if (at.file !== span.file || at.start > span.end) continue;
    if (at.end >= span.start) return null;
    shift += text.length - (at.end - at.start);
  }
  return { file: span.file, start: span.start + shift, end: span.end + shift };
}

/** The spans that the edits wrote, in the new texts. */
export function writtenSpans(edits: readonly Edit[]): readonly Span[] {
  return edits.map((edit) => {
    const earlier = edits.filter(({ at }) => at.file === edit.at.file && at.start < edit.at.start);
    const shift = earlier.reduce((sum, { at, text }) => sum + text.length - (at.end - at.start), 0);
    const start = edit.at.start + shift;
    return { file: edit.at.file, start, end: start + edit.text.length };
  });
}
