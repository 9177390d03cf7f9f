// Reading a concrete syntax tree: children by key, spans from offsets. A child that must be there and is not is a bug.

import type { CstElement, CstNode, IToken } from "chevrotain";
import type { Code, Holes } from "../diagnostics/catalogue.ts";
import type { Detail } from "../diagnostics/session.ts";
import type { Name, Span } from "../ir/ast.ts";

/** What building needs beside the tree: the file's name, and where to say what is wrong. */
export interface BuildContext {
  readonly file: string;
  readonly report: <C extends Code>(code: C, span: Span, holes: Holes<C>, detail?: Detail) => void;
}

function isToken(element: CstElement): element is IToken {
  return "image" in element;
}

export function tokensOf(node: CstNode, key: string): readonly IToken[] {
  return (node.children[key] ?? []).filter(isToken);
}

export function nodesOf(node: CstNode, key: string): readonly CstNode[] {
  return (node.children[key] ?? []).filter((element): element is CstNode => !isToken(element));
}

export function has(node: CstNode, key: string): boolean {
  return node.children[key] !== undefined;
}

export function tokenOf(node: CstNode, key: string, index = 0): IToken {
  const found = node.children[key]?.[index];
  if (found === undefined || !isToken(found)) throw new Error(`${node.name} has no token ${key}`);
  return found;
}

export function nodeOf(node: CstNode, key: string, index = 0): CstNode {
  const found = node.children[key]?.[index];
  if (found === undefined || isToken(found)) throw new Error(`${node.name} has no node ${key}`);
  return found;
}

export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

export function spanAt(context: BuildContext, first: IToken, last: IToken = first): Span {
  return { file: context.file, start: first.startOffset, end: endOf(last) };
}

export function nameAt(context: BuildContext, token: IToken): Name {
  return { kind: "Name", span: spanAt(context, token), text: token.image };
}

/** Reports commas with nothing between them; the grammar lets one stand at the end. */
export function checkCommas(context: BuildContext, commas: readonly IToken[], itemStarts: readonly number[]): void {
  let item = 0;
  for (const comma of commas) {
    const before = item;
    while (item < itemStarts.length && (itemStarts[item] ?? 0) < comma.startOffset) item++;
    if (item === before) context.report("P126", spanAt(context, comma), {}, { fix: "" });
  }
}

/** The offset where a node's text begins. */
export function startOf(node: CstNode): number {
  let least = Number.POSITIVE_INFINITY;
  for (const key in node.children) {
    const first = node.children[key]?.[0];
    if (first === undefined) continue;
    const start = isToken(first) ? first.startOffset : startOf(first);
    if (start < least) least = start;
  }
  return least;
}
