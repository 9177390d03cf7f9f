// For programs. The shape is stable: a change that could break a reader gets a new `version`.
//
//   { version: 1, tool: "policyc",
//     diagnostics: [{ code, slug, severity, message, file, start, end, help, fix, notes: [{ file, start, end, message }] }],
//     allowed: [the same, with reason], dropped, errors, warnings, hints }
//
// `start` and `end` are { line, column, offset }, lines and columns from 1, offsets from 0, in UTF-16 units, end exclusive.
// A build adds `leftOut`, as in the manifest, where it leaves out what a target cannot do.
// `fix` replaces exactly the text between them, or between `fixAt.start` and `fixAt.end` where `fixAt` is given. `dropped`
// counts problems beyond those listed. `allowed` are warnings that a
// comment allows, with its reason.

import type { Span } from "../../ir/ast.ts";
import type { Diagnostic } from "../session.ts";
import { adviceOf, countOf, placesOf, type Report } from "./report.ts";
import { safeJson } from "./visible.ts";

export function json(report: Report): string {
  return `${safeJson(jsonReport(report))}\n`;
}

/** The value that `json` prints, for verbs that add to it. */
export function jsonReport(report: Report): { readonly [key: string]: unknown } {
  const placed = (span: Span) => {
    const { start, end } = placesOf(report, span);
    return { start: { ...start, offset: span.start }, end: { ...end, offset: span.end } };
  };
  const where = (span: Span) => ({ file: span.file, ...placed(span) });
  const shown = ({ code, slug, severity, message, span, help, fix, fixAt, notes }: Diagnostic) => ({
    code,
    slug,
    severity,
    message,
    ...where(span),
    help: adviceOf({ help, fix }),
    fix,
    ...(fix !== null && (fixAt.start !== span.start || fixAt.end !== span.end) && { fixAt: placed(fixAt) }),
    notes: notes.map((note) => ({ ...where(note.span), message: note.text })),
  });
  return {
    version: 1,
    tool: "policyc",
    diagnostics: report.diagnostics.map(shown),
    allowed: (report.allowed ?? []).map(({ found, reason }) => ({ ...shown(found), reason })),
    dropped: report.dropped,
    ...countOf(report),
  };
}
