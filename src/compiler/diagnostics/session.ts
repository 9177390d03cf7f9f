// Collects what a run finds. Passes report here and never decide how a problem is shown.

import type { Span } from "../ir/ast.ts";
import { type CatalogueEntry, type Code, catalogue, type Holes, type Severity } from "./catalogue.ts";
import { lineStarts, type Place, placeAt, type Source } from "./source.ts";

export interface Diagnostic {
  readonly code: Code;
  readonly slug: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** What to do about it. */
  readonly help: string | null;
  /** What to write at `fixAt` instead, when it is certain. It is applied without a question, so it must never be a guess that permits more. */
  readonly fix: string | null;
  /** Exactly the text that `fix` replaces: the span, or more where that is only the word to look at. */
  readonly fixAt: Span;
  /** Other places that matter: "first defined here". */
  readonly notes: readonly { readonly span: Span; readonly text: string }[];
}

export interface Detail {
  readonly help?: string;
  readonly fix?: string;
  readonly fixAt?: Span;
  readonly notes?: readonly { readonly span: Span; readonly text: string }[];
}

/** Past this many the rest is counted, not kept: a broken file must not flood the reader. */
const KEPT = 1000;

export class Session {
  readonly sources = new Map<string, Source>();
  readonly #starts = new Map<string, readonly number[]>();
  readonly #found = new Map<string, Diagnostic>();
  #dropped = 0;
  /** Counted apart, so that warnings never crowd out an error, and an error past the limit still fails the run. */
  readonly #counts: { [S in Severity]: number } = { error: 0, warning: 0, hint: 0 };

  addSource(source: Source): void {
    this.sources.set(source.file, source);
  }

  /** Reports one problem; the holes of its message are checked by the compiler. */
  report<C extends Code>(code: C, span: Span, holes: Holes<C>, detail: Detail = {}): void {
    const key = `${span.file}\0${span.start}\0${span.end}\0${code}\0${JSON.stringify(holes)}`;
    if (this.#found.has(key)) return;
    const entry: CatalogueEntry = catalogue[code];
    if (++this.#counts[entry.severity] > KEPT) {
      this.#dropped++;
      return;
    }
    const fill = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_, hole: string) => (holes as Record<string, string>)[hole] ?? "");
    this.#found.set(key, {
      code,
      slug: entry.slug,
      severity: entry.severity,
      message: fill(entry.message),
      span,
      help: detail.help ?? (entry.help === undefined ? null : fill(entry.help)),
      fix: detail.fix ?? null,
      fixAt: detail.fixAt ?? span,
      notes: detail.notes ?? [],
    });
  }

  /** How many problems were found beyond the kept ones. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many problems are kept. */
  get size(): number {
    return this.#found.size;
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** Everything found, by file, offset, code. */
  diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()].sort(
      (a, b) => compare(a.span.file, b.span.file) || a.span.start - b.span.start || compare(a.code, b.code),
    );
  }

  place(span: Span): Place {
    let starts = this.#starts.get(span.file);
    if (starts === undefined) {
      starts = lineStarts(this.sources.get(span.file)?.text ?? "");
      this.#starts.set(span.file, starts);
    }
    return placeAt(starts, span.start);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
