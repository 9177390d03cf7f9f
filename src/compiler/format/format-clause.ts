// One clause as a document: blanks between tokens, brackets that open up when they do not fit, comments at their tokens.

import type { IToken } from "chevrotain";
import { type Doc, group, hardLine, indent, line, softLine } from "./doc.ts";
import type { Marks } from "./format-marks.ts";

/** A token with the comments that go with it; `token` is null at the end of the file. */
export interface TokenPiece {
  readonly token: IToken | null;
  readonly lead: readonly IToken[];
  readonly trail: readonly IToken[];
}

export interface Layout {
  /** A clause that may continue on indented lines. */
  readonly clause: (pieces: readonly TokenPiece[]) => Doc;
  /** A clause that continues at the same depth. */
  readonly plainGroup: (pieces: readonly TokenPiece[]) => Doc;
  /** Tokens and blanks only, brackets not paired. */
  readonly plain: (pieces: readonly TokenPiece[]) => Doc;
}

const closerOf: ReadonlyMap<string, string> = new Map([
  ["LParen", "RParen"],
  ["LSquare", "RSquare"],
  ["LCurly", "RCurly"],
]);
const closers: ReadonlySet<string> = new Set(closerOf.values());

const tightBefore = new Set(["Comma", "Colon", "Dot", "Question", "RParen", "RSquare"]);
const tightAfter = new Set(["Dot", "At", "LParen", "LSquare"]);

interface Built {
  readonly doc: readonly Doc[];
  readonly hasBreaks: boolean;
  /** Index of the piece after the last one used. */
  readonly next: number;
}

interface BuiltBracket {
  readonly doc: Doc;
  readonly next: number;
}

/** Lays out the clauses of one declaration. */
export function createLayout(marks: Marks): Layout {
  const isType = (token: IToken): boolean =>
    /^(Less|Greater)$/.test(token.tokenType.name) &&
    marks.types.some((span) => span.start <= token.startOffset && token.startOffset < span.end);

  const blank = (a: IToken, b: IToken, inBracket: boolean): Doc => {
    const left = a.tokenType.name;
    const right = b.tokenType.name;
    if (marks.breaks.has(b.startOffset)) return line;
    if (left === "Comma") return inBracket ? line : " ";
    if (tightBefore.has(right) || tightAfter.has(left) || isType(b)) return "";
    if (isType(a) && left === "Less") return "";
    if (right === "LParen" && !marks.groupings.has(b.startOffset)) return "";
    return " ";
  };

  /** The pieces of one level, up to the closer of its bracket. */
  const level = (pieces: readonly TokenPiece[], from: number, inBracket: boolean): Built => {
    const doc: Doc[] = [];
    let hasBreaks = false;
    let previous: IToken | null = null;
    let index = from;
    while (index < pieces.length) {
      const piece = pieces[index];
      const token = piece?.token;
      if (piece === undefined || token === null || token === undefined || closers.has(token.tokenType.name)) break;
      if (previous !== null) {
        const gap = blank(previous, token, inBracket);
        hasBreaks ||= gap === line;
        doc.push(gap);
      }
      const isOpener = closerOf.has(token.tokenType.name);
      const inner: BuiltBracket | null = isOpener ? bracket(pieces, index) : null;
      doc.push(inner === null ? text(piece) : inner.doc);
      index = inner === null ? index + 1 : inner.next;
      previous = pieces[index - 1]?.token ?? null;
    }
    return { doc, hasBreaks, next: index };
  };

  /** `[ ... ]` as a group; a comma at the end stands exactly when it is broken. */
  const bracket = (pieces: readonly TokenPiece[], at: number): BuiltBracket => {
    const open = pieces[at];
    const type = open?.token?.tokenType.name ?? "";
    const inner = level(pieces, at + 1, true);
    const close = pieces[inner.next];
    if (open === undefined || close === undefined) return { doc: "", next: inner.next };
    // Parentheses around a single token never open up: it would gain nothing.
    const gap = type === "LCurly" ? line : type === "LParen" && inner.next === at + 2 ? "" : softLine;
    const lead = ownLines(close);
    const closing = text({ ...close, lead: [], trail: [] });
    if (inner.next === at + 1) {
      const inside = lead.length > 0 ? [indent([softLine, lead]), softLine] : open.trail.length > 0 ? softLine : "";
      return { doc: [group([text(open), inside, closing]), trailing(close)], next: inner.next + 1 };
    }
    const last = pieces[inner.next - 1];
    const isComma = last?.token?.tokenType.name === "Comma";
    // A comma is the blank before it and its own text.
    const body = isComma ? inner.doc.slice(0, -2) : inner.doc;
    const comma: Doc = type === "LParen" ? "" : { kind: "if-broken", text: "," };
    const items = isComma ? [body, withComments(comma, last)] : endWithComma(body, comma, last);
    const inside = indent([gap, items, lead.length > 0 ? [gap, lead] : ""]);
    return { doc: [group([text(open), inside, gap, closing]), trailing(close)], next: inner.next + 1 };
  };

  /** The clause's last comment stands outside its group: it ends the line anyway, and shall not break the clause. */
  const wrap = (pieces: readonly TokenPiece[], shape: (built: Built) => Doc): Doc => {
    const last = pieces.at(-1);
    const bare = last === undefined ? pieces : [...pieces.slice(0, -1), { ...last, trail: [] }];
    const first = bare[0];
    const lead = ownLines(first);
    const own = first === undefined ? bare : [{ ...first, lead: [] }, ...bare.slice(1)];
    return [lead.map((comment) => [comment, hardLine]), shape(level(own, 0, false)), trailing(last)];
  };

  return {
    clause: (pieces) => wrap(pieces, (built) => (built.hasBreaks ? group(indent(built.doc)) : built.doc)),
    plainGroup: (pieces) => wrap(pieces, (built) => group(built.doc)),
    plain: (pieces) =>
      pieces.map((piece, index) => {
        const previous = pieces[index - 1]?.token;
        const gap = previous == null || piece.token === null ? "" : blank(previous, piece.token, false);
        return [gap === line ? " " : gap, text(piece)];
      }),
  };
}

function ownLines(piece: TokenPiece | undefined): readonly Doc[] {
  return (piece?.lead ?? []).map((comment): Doc => ({ kind: "own", text: comment.image.trimEnd() }));
}

function trailing(piece: TokenPiece | undefined): readonly Doc[] {
  return (piece?.trail ?? []).map((comment): Doc => ({ kind: "trail", text: comment.image.trimEnd() }));
}

function withComments(doc: Doc, piece: TokenPiece | undefined): Doc {
  return [ownLines(piece), doc, trailing(piece)];
}

function text(piece: TokenPiece): Doc {
  return withComments(piece.token?.image ?? "", piece);
}

/** Puts the comma after the last item's text, before the comment that follows it on the line. */
function endWithComma(body: readonly Doc[], comma: Doc, last: TokenPiece | undefined): Doc {
  if (last === undefined || last.trail.length === 0) return [body, comma];
  const item = body.at(-1);
  if (!Array.isArray(item)) return [body, comma];
  return [body.slice(0, -1), item.slice(0, -1), comma, trailing(last)];
}
