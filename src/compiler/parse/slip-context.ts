// What is known about a parse error: the tokens of its declaration, where they stopped fitting, what would have fitted,
// which brackets are open and which clauses came before.

import type { IToken } from "chevrotain";
import type { Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";
import type { Span } from "../ir/ast.ts";
import { endOf } from "./cst.ts";

export interface Slip {
  readonly source: Source;
  readonly session: Session;
  /** The tokens of the declaration. */
  readonly run: readonly IToken[];
  /** Index of the token that does not fit; `run.length` when the declaration ends too early. */
  readonly at: number;
  /** Names of the token types that would have fitted; empty when finding out would cost too much. */
  readonly expected: ReadonlySet<string>;
  readonly brackets: Brackets;
}

export interface Brackets {
  /** Index of the innermost bracket open at the error, -1 when none is. */
  readonly open: number;
  /** Openers that nothing closes. */
  readonly unclosed: ReadonlySet<number>;
  /** Closers that close nothing. */
  readonly extra: ReadonlySet<number>;
  /** Partner of each bracket that has one. */
  readonly partner: ReadonlyMap<number, number>;
}

const closerOf: ReadonlyMap<string, string> = new Map([
  ["LParen", "RParen"],
  ["LSquare", "RSquare"],
  ["LCurly", "RCurly"],
]);
const closers = new Set(closerOf.values());

/** Pairs the brackets of a declaration; a closer that fits an outer opener leaves the inner ones unclosed. */
export function matchBrackets(run: readonly IToken[], at: number): Brackets {
  const stack: { readonly index: number; readonly closer: string }[] = [];
  const unclosed = new Set<number>();
  const extra = new Set<number>();
  const partner = new Map<number, number>();
  let open = -1;
  run.forEach((token, index) => {
    if (index === at) open = stack.at(-1)?.index ?? -1;
    const name = token.tokenType.name;
    const closer = closerOf.get(name);
    if (closer !== undefined) stack.push({ index, closer });
    if (!closers.has(name)) return;
    const depth = stack.findLastIndex((entry) => entry.closer === name);
    if (depth === -1) {
      extra.add(index);
      return;
    }
    for (const entry of stack.splice(depth + 1)) unclosed.add(entry.index);
    const opener = stack.pop();
    if (opener !== undefined) partner.set(opener.index, index).set(index, opener.index);
  });
  if (at >= run.length) open = stack.at(-1)?.index ?? -1;
  for (const entry of stack) unclosed.add(entry.index);
  return { open, unclosed, extra, partner };
}

/** The name of the token type `offset` places from the error; empty outside the declaration. */
export function typeAt(slip: Slip, offset: number): string {
  return slip.run[slip.at + offset]?.tokenType.name ?? "";
}

export function tokenAt(slip: Slip, offset: number): IToken | undefined {
  return slip.run[slip.at + offset];
}

export function spanBetween(slip: Slip, first: IToken, last: IToken = first): Span {
  return { file: slip.source.file, start: first.startOffset, end: endOf(last) };
}

/** The token that closes the bracket at an offset from the error. */
export function closerAt(slip: Slip, offset: number): IToken | undefined {
  return slip.run[slip.brackets.partner.get(slip.at + offset) ?? -1];
}

/** Whether the second token follows the first without a blank. */
export const glued = (a: IToken | undefined, b: IToken | undefined): boolean =>
  a !== undefined && b !== undefined && endOf(a) === b.startOffset;

/** Whether the token at an offset from the error follows the one before it without a blank. */
export function isGlued(slip: Slip, offset: number): boolean {
  const token = tokenAt(slip, offset);
  const previous = tokenAt(slip, offset - 1);
  return token !== undefined && previous !== undefined && endOf(previous) === token.startOffset;
}

export function isOnSameLine(slip: Slip, a: IToken, b: IToken): boolean {
  return !/[\n\r]/.test(slip.source.text.slice(endOf(a), b.startOffset));
}

export const messageWords: ReadonlySet<string> = new Set(["Warn", "Note", "Ask", "Block", "Stop"]);
export const effectWords: ReadonlySet<string> = new Set([
  ...messageWords,
  "Allow",
  "Respond",
  "Set",
  "Mark",
  "Count",
  "Run",
]);
export const declarationTypes: ReadonlySet<string> = new Set(
  "Language Scope Target Use Param Let Def Tool Program Rule Test At".split(" "),
);

/** The clauses of a rule in their order. */
const ranks: ReadonlyMap<string, number> = new Map<string, number>([
  ["At", 0],
  ["Rule", 1],
  ["On", 2],
  ["When", 3],
  ["Unless", 4],
  ...[...effectWords].map((word) => [word, 5] as const),
  ["If", 6],
  ["Fires", 7],
  ["Ignores", 7],
]);

export function rankOf(type: string): number | undefined {
  return ranks.get(type);
}

/** After these a clause word is only a name, or part of another clause. */
const nameAfter = new Set(
  "Mark Count Rule Dot Else May Unknown Protocol Fail By Warns Expect Fires Comma LParen".split(" "),
);

export interface Clause {
  readonly token: IToken;
  readonly rank: number;
}

/** The clauses of the declaration between two indices, outside brackets. */
export function clausesBetween(slip: Slip, from: number, to: number): readonly Clause[] {
  const clauses: Clause[] = [];
  let depth = 0;
  for (let index = 0; index < Math.min(to, slip.run.length); index++) {
    const token = slip.run[index];
    const type = token?.tokenType.name ?? "";
    if (closerOf.has(type)) depth++;
    else if (closers.has(type)) depth = Math.max(0, depth - 1);
    const rank = ranks.get(type);
    if (token === undefined || rank === undefined || index < from || depth > 0) continue;
    if (nameAfter.has(slip.run[index - 1]?.tokenType.name ?? "")) continue;
    clauses.push({ token, rank });
  }
  return clauses;
}

export function isRule(slip: Slip): boolean {
  return ["At", "Rule", "On"].includes(slip.run[0]?.tokenType.name ?? "");
}

/** Whether the error lies in a condition: after `when` or `unless`, before any effect. */
export function inCondition(slip: Slip): boolean {
  const rank = clausesBetween(slip, 0, slip.at).at(-1)?.rank;
  return isRule(slip) && (rank === 3 || rank === 4);
}
