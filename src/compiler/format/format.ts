// The canonical layout. Works on tokens: their order never changes, only the white space between them and commas at the
// end of lists, and comments stay between the tokens where they were. The result is parsed again and compared.

import type { IToken } from "chevrotain";
import { lex } from "../../../grammar/tokens.ts";
import { Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";
import type { Decl, PolicyFile } from "../ir/ast.ts";
import { endOf } from "../parse/cst.ts";
import { parsePolicy } from "../parse/parse.ts";
import { type Doc, group, hardLine, indent, line, print } from "./doc.ts";
import { createLayout, type Layout, type TokenPiece } from "./format-clause.ts";
import { marksOf } from "./format-marks.ts";

const WIDTH = 100;

/** The text in canonical layout; null when it does not parse, and then the session says why. */
export function formatPolicy(source: Source, session: Session): string | null {
  const own = new Session();
  const file = parsePolicy(source, own);
  if (own.diagnostics().length > 0) parsePolicy(source, session);
  if (own.hasErrors) return null;
  const text = layOut(source.text, file);
  const again = parsePolicy({ file: source.file, text }, new Session());
  if (meaning(file) !== meaning(again)) throw new Error(`formatting ${source.file} would change what it says`);
  return text;
}

/** The tree without places, and the comments: what formatting must keep. */
function meaning(file: PolicyFile): string {
  const comments = file.comments.map((comment) => comment.text.trimEnd());
  return JSON.stringify([file.decls, comments], (key, value) =>
    key === "span" || key === "keySpan" ? undefined : value,
  );
}

function layOut(text: string, file: PolicyFile): string {
  const pieces = attachComments(text);
  const starts = pieces.map((piece) => piece.token?.startOffset ?? text.length);
  const indexOf = (offset: number): number => lowerBound(starts, offset);
  const docs: Doc[] = [];
  let end = -1;
  const blankBefore = (offset: number): boolean => end !== -1 && /\n[ \t\r]*\n/.test(text.slice(end, offset));
  const add = (doc: Doc, from: number, to: number): void => {
    if (blankBefore(from)) docs.push(hardLine);
    if (end !== -1) docs.push(hardLine);
    docs.push(doc);
    end = to;
  };
  const addComments = (piece: TokenPiece): void => {
    for (const comment of piece.lead) {
      // An indented comment right below a declaration still belongs to it.
      const column = comment.startOffset - (text.lastIndexOf("\n", comment.startOffset - 1) + 1);
      const own = comment.image.trimEnd();
      if (end !== -1 && column > 0 && !blankBefore(comment.startOffset)) {
        docs.push(indent([hardLine, own]));
        end = endOf(comment);
      } else add(own, comment.startOffset, endOf(comment));
    }
  };
  for (const decl of file.decls) {
    const from = indexOf(decl.span.start);
    const to = indexOf(decl.span.end);
    const first = pieces[from];
    if (first === undefined) continue;
    addComments(first);
    const own = [{ ...first, lead: [] }, ...pieces.slice(from + 1, to)];
    const last = own.at(-1);
    add(
      layOutDeclaration(text, decl, own),
      decl.span.start,
      Math.max(decl.span.end, ...(last?.trail ?? []).map(endOf)),
    );
  }
  const rest = pieces.at(-1);
  if (rest !== undefined) addComments(rest);
  return docs.length === 0 ? "" : `${print(docs, WIDTH)}\n`;
}

/** Gives each comment to a token: at the end of a line to the one before, else to the one after. */
function attachComments(text: string): readonly TokenPiece[] {
  const { tokens, comments } = lex(text);
  const pieces: { token: IToken | null; lead: IToken[]; trail: IToken[] }[] = [];
  let next = 0;
  let previousEnd = 0;
  for (const token of [...tokens, null]) {
    const piece = { token, lead: [] as IToken[], trail: [] as IToken[] };
    for (let comment = comments[next]; comment !== undefined; comment = comments[++next]) {
      if (token !== null && comment.startOffset > token.startOffset) break;
      const previous = pieces.at(-1);
      const isTrailing =
        previous !== undefined &&
        previous.trail.length === 0 &&
        !/[\n\r]/.test(text.slice(previousEnd, comment.startOffset));
      if (isTrailing) previous.trail.push(comment);
      else piece.lead.push(comment);
    }
    pieces.push(piece);
    if (token !== null) previousEnd = endOf(token);
  }
  return pieces;
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function layOutDeclaration(text: string, decl: Decl, pieces: readonly TokenPiece[]): Doc {
  const starts = pieces.map((piece) => piece.token?.startOffset ?? 0);
  const before = (offset: number): number => starts[lowerBound(starts, offset) - 1] ?? 0;
  const layout = createLayout(marksOf(decl, before));
  const part = (from: number, to: number): readonly TokenPiece[] =>
    pieces.slice(lowerBound(starts, from), lowerBound(starts, to));
  if (decl.kind === "RuleDecl") return layOutRule(text, decl, layout, part, before);
  if (decl.kind !== "TestDecl" || decl.steps.length === 0) return layout.clause(pieces);
  const head = layout.plain(part(decl.span.start, decl.steps[0]?.span.start ?? 0));
  const steps: Doc[] = [];
  let end = -1;
  for (const step of decl.steps) {
    const own = part(step.span.start, step.span.end);
    const from = own[0]?.lead[0]?.startOffset ?? step.span.start;
    steps.push(hardLine);
    if (end !== -1 && /\n[ \t\r]*\n/.test(text.slice(end, from))) steps.push(hardLine);
    steps.push(layout.clause(own));
    end = Math.max(step.span.end, ...(own.at(-1)?.trail ?? []).map(endOf));
  }
  const close = part(end, decl.span.end).slice(-1);
  const inner = close.flatMap((piece) => piece.lead).map((comment) => [hardLine, comment.image.trimEnd()]);
  return [head, indent([steps, inner]), hardLine, layout.plain(close.map((piece) => ({ ...piece, lead: [] })))];
}

type Part = (from: number, to: number) => readonly TokenPiece[];

function layOutRule(
  text: string,
  decl: Extract<Decl, { kind: "RuleDecl" }>,
  layout: Layout,
  part: Part,
  before: (offset: number) => number,
): Doc {
  const starts = [
    decl.name === null ? null : before(decl.name.span.start),
    before(decl.points[0]?.span.start ?? 0),
    decl.when === null ? null : before(decl.when.span.start),
    decl.unless === null ? null : before(decl.unless.span.start),
    ...decl.effects.map((effect) => effect.span.start),
    decl.unknown === null ? null : before(before(decl.unknown.span.start)),
    ...decl.examples.map((example) => example.span.start),
  ].filter((start) => start !== null);
  const first = starts[0] ?? decl.span.start;
  const clauses = starts.map((start, index) => layout.clause(part(start, starts[index + 1] ?? decl.span.end)));
  const [head = "", ...others] = clauses;
  const isOneLine =
    decl.name === null && first === decl.span.start && !/[\n\r]/.test(text.slice(decl.span.start, decl.span.end));
  if (isOneLine) return group([head, indent(others.map((clause) => [line, clause]))]);
  const body = [head, indent(others.map((clause) => [hardLine, clause]))];
  if (decl.annotations.length === 0) return body;
  return [layout.plainGroup(part(decl.span.start, first)), hardLine, body];
}
