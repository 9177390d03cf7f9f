// `# allow P434: reason` on the line above a place: the warning there is intended, and the author says why.
// Errors cannot be allowed, the reason is mandatory, and a comment that allows nothing is itself reported.

import { type CatalogueEntry, type Code, catalogue } from "../diagnostics/catalogue.ts";
import type { Diagnostic, Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Span } from "./ast.ts";

export interface Allowed {
  readonly found: Diagnostic;
  readonly reason: string;
}

interface AllowComment {
  /** As written. */
  readonly code: string;
  readonly codeSpan: Span;
  readonly span: Span;
  readonly reason: string;
  /** The lines it applies to: the next with code, and all the annotations a rule begins with. From 1, inclusive. */
  readonly from: number;
  readonly to: number;
}

/** A line of its own: strings and regexes end on their line, so a line that begins with `#` is a comment. */
const form = /^([ \t]*)(#[ \t]*allow[ \t]+)([Pp]\d\w*)[ \t]*(.*?)[ \t\r]*$/;

/** Reports what is wrong with the comments of one file by themselves. */
export function checkAllowComments(source: Source, session: Session): void {
  const known = Object.keys(catalogue);
  for (const { code, codeSpan, span, reason } of allowComments(source)) {
    const entry: CatalogueEntry | undefined = Object.hasOwn(catalogue, code) ? catalogue[code as Code] : undefined;
    if (entry === undefined) {
      const near = nearest(code, known);
      // No fix: a guess must not silence anything.
      const detail = near === null ? {} : { help: `did you mean \`${near}\`?` };
      session.report("P448", codeSpan, { code }, detail);
    } else if (entry.severity === "error" || isAboutComments(code)) session.report("P446", codeSpan, { code });
    else if (reason === "") session.report("P445", span, { code });
  }
}

/** Codes with the same prefix are nearer than others. */
function nearest(code: string, known: readonly string[]): string | null {
  const upper = code.toUpperCase();
  if (known.includes(upper)) return upper;
  return didYouMean(upper, [...known.filter((one) => one.startsWith(upper)), ...known]);
}

/** The remaining findings, and those that a comment allows. Unused comments are reported once nothing else is wrong. */
export function applyAllowComments(
  session: Session,
  packFiles: ReadonlySet<string>,
): { readonly diagnostics: readonly Diagnostic[]; readonly allowed: readonly Allowed[] } {
  const comments = [...session.sources.values()].flatMap((source) => allowComments(source));
  if (comments.length === 0) return { diagnostics: session.diagnostics(), allowed: [] };
  const byPlace = new Map<string, AllowComment>();
  for (const comment of comments) {
    for (let line = comment.from; line <= comment.to; line++) {
      if (comment.reason !== "") byPlace.set(`${comment.span.file}\0${line}\0${comment.code}`, comment);
    }
  }
  const used = new Set<AllowComment>();
  const allowed = new Map<Diagnostic, Allowed>();
  for (const found of session.diagnostics()) {
    const { line } = session.place(found.span);
    const comment = byPlace.get(`${found.span.file}\0${line}\0${found.code}`);
    if (comment === undefined || found.severity === "error" || isAboutComments(found.code)) continue;
    used.add(comment);
    allowed.set(found, { found, reason: comment.reason });
  }
  if (!session.hasErrors) {
    for (const comment of comments) {
      const { file } = comment.span;
      if (!used.has(comment) && !packFiles.has(file)) session.report("P447", comment.span, { code: comment.code });
    }
  }
  return {
    diagnostics: session.diagnostics().filter((found) => !allowed.has(found)),
    allowed: [...allowed.values()],
  };
}

/** These findings are about the comments themselves. */
const isAboutComments = (code: string): boolean => code === "P447";

function allowComments({ file, text }: Source): readonly AllowComment[] {
  if (!/#[ \t]*allow[ \t]/.test(text)) return [];
  const lines = text.split("\n");
  const found: AllowComment[] = [];
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    const [, indent = "", head = "", code = "", rest = ""] = form.exec(line) ?? [];
    if (code !== "") {
      const start = offset + indent.length;
      const codeStart = start + head.length;
      const end = offset + line.trimEnd().length;
      found.push({
        code,
        codeSpan: { file, start: codeStart, end: codeStart + code.length },
        span: { file, start, end },
        reason: rest.startsWith(":") ? rest.slice(1).trim() : "",
        ...linesBelow(lines, at),
      });
    }
    offset += line.length + 1;
  }
  return found;
}

const isComment = (line: string | undefined): boolean => line !== undefined && /^[ \t]*#/.test(line);
const isAnnotation = (line: string | undefined): boolean => line !== undefined && /^[ \t]*@/.test(line);

/** Other comments may be between the comment and the code it applies to. */
function linesBelow(lines: readonly string[], at: number): { readonly from: number; readonly to: number } {
  let from = at + 1;
  while (isComment(lines[from])) from++;
  let to = from;
  while (isAnnotation(lines[to]) || (to > from && isComment(lines[to]))) to++;
  return { from: from + 1, to: to + 1 };
}
