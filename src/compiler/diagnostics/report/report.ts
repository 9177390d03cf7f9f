// What every format is given: the diagnostics of one run and the texts they point into.

import type { Allowed } from "../../ir/allow-comments.ts";
import type { Span } from "../../ir/ast.ts";
import type { Severity } from "../catalogue.ts";
import type { Diagnostic } from "../session.ts";
import type { Place, Source } from "../source.ts";

export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** Warnings that a comment allows: they do not count, and reports for machines keep them. */
  readonly allowed?: readonly Allowed[];
  /** How many more there were beyond the kept ones. */
  readonly dropped: number;
  readonly sources: ReadonlyMap<string, Source>;
  /** Line and column of a span's start. */
  readonly place: (span: Span) => Place;
}

/** The first and the last place of a span; the end is exclusive. */
export function placesOf(report: Report, span: Span): { readonly start: Place; readonly end: Place } {
  const start = report.place(span);
  return { start, end: span.end > span.start ? report.place({ ...span, start: span.end }) : start };
}

/** What to do about it: the help, else the fix put in words. */
export function adviceOf({ help, fix }: Pick<Diagnostic, "help" | "fix">): string | null {
  return help ?? (fix === null ? null : fixText(fix));
}

export function fixText(fix: string): string {
  return fix === "" ? "remove this" : `write \`${fix}\``;
}

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

export function countOf({ diagnostics }: Report): Counts {
  const count = (severity: Severity): number => diagnostics.filter((found) => found.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), hints: count("hint") };
}
