// Whether a set of policies is better after some fixes: what they were for is gone, and they made nothing worse. Errors that
// the mended one had hidden are no fault of the fix.

import type { Diagnostic } from "../diagnostics/session.ts";
import type { Span } from "../ir/ast.ts";
import { type Edit, spanAfter, writtenSpans } from "./edits.ts";

export const isSyntax = ({ code }: Diagnostic): boolean => code.startsWith("P1");
const isError = ({ severity }: Diagnostic): boolean => severity === "error";

const keyOf = (code: string, { file, start, end }: Span): string => `${file}\0${start}\0${end}\0${code}`;

/** Compares what was found before and after some edits. */
export function isAcceptable(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  edits: readonly Edit[],
): boolean {
  const written = writtenSpans(edits);
  const isWritten = (span: Span): boolean =>
    written.some(({ file, start, end }) => file === span.file && span.start < end && span.end > start);
  const mended = new Set(edits.map(({ found }) => found.code));
  if (after.some((found) => mended.has(found.code) && isWritten(found.span) && found.severity !== "hint")) return false;
  const errors = after.filter(isError);
  if (errors.length > 0 && !before.some(isError)) return false;
  const syntax = (all: readonly Diagnostic[]): number =>
    all.filter((found) => isError(found) && isSyntax(found)).length;
  if (syntax(after) > syntax(before)) return false;
  const known = new Set(
    before.filter(isError).map(({ code, span }) => keyOf(code, spanAfter(span, edits) ?? { ...span, start: -1 })),
  );
  // A mistake in what a fix wrote may stay only if it has a fix itself: `std` in quotes is still no pack.
  return errors.every(({ code, span, fix }) => known.has(keyOf(code, span)) || !isWritten(span) || fix !== null);
}
