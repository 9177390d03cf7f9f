// Literals: strings with their escapes, regexes, numbers, durations, and the JSON-like data of events.

import type { CstNode, IToken } from "chevrotain";
import type { DataLit, DurationLit, IntLit, ObjectLit, RegexLit, StringLit } from "../ir/ast.ts";
import {
  type BuildContext,
  checkCommas,
  endOf,
  has,
  nameAt,
  nodeOf,
  nodesOf,
  spanAt,
  startOf,
  tokenOf,
  tokensOf,
} from "./cst.ts";

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["{", "{"],
  ["}", "}"],
]);

/** JSON knows three more; they are no use in patterns, where `\b` is a mistake for a regex. */
const jsonEscapes: ReadonlyMap<string, string> = new Map([...escapes, ["/", "/"], ["b", "\b"], ["f", "\f"]]);

const quotesOf: ReadonlyMap<string, { readonly open: number; readonly close: RegExp }> = new Map([
  ["TripleQuoted", { open: 3, close: /"""$/ }],
  ["UnclosedString", { open: 1, close: /$/ }],
  ["SingleQuoted", { open: 1, close: /'$/ }],
  ["CurlyQuoted", { open: 1, close: /[\u2018-\u201f\u00ab\u00bb]$/ }],
]);

/** The text between the quotes, whichever they are. */
export function unquoted(token: IToken): string {
  const quotes = quotesOf.get(token.tokenType.name);
  if (quotes === undefined) return token.image.slice(1, -1);
  return token.image.slice(quotes.open).replace(quotes.close, "");
}

export function buildString(context: BuildContext, token: IToken): StringLit {
  return cook(context, token, escapes);
}

/** A message of one or more strings, `"one line" "and the next"`: a blank joins two where neither has one. */
export function buildText(context: BuildContext, node: CstNode): StringLit {
  const parts = tokensOf(node, "String").map((token) => buildString(context, token));
  const [first, ...others] = parts;
  if (first === undefined) throw new Error("a text has no string");
  return others.length === 0 ? first : others.reduce(joined, { ...first, parts });
}

function joined(text: StringLit, next: StringLit): StringLit {
  const blank = blankBetween(text.value, next.value);
  return {
    ...text,
    span: { ...text.span, end: next.span.end },
    value: `${text.value}${blank}${next.value}`,
    raw: `${text.raw}${blank}${next.raw}`,
  };
}

/** What stands between two strings of one message. */
export function blankBetween(left: string, right: string): string {
  return left === "" || right === "" || /\s$/.test(left) || /^\s/.test(right) ? "" : " ";
}

function cook(context: BuildContext, token: IToken, known: ReadonlyMap<string, string>): StringLit {
  const raw = unquoted(token);
  const span = spanAt(context, token);
  if (!raw.includes("\\")) return { kind: "StringLit", span, value: raw, raw };
  const start = token.startOffset + (quotesOf.get(token.tokenType.name)?.open ?? 1);
  const value = raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([\s\S]?))/g,
    (text, four, braced, one, at) => {
      const point = four === undefined ? braced : four;
      if (point !== undefined && Number.parseInt(point, 16) <= 0x10ffff)
        return String.fromCodePoint(Number.parseInt(point, 16));
      const plain = known.get(one ?? "");
      if (plain !== undefined) return plain;
      const where = { file: context.file, start: start + at, end: start + at + text.length };
      context.report("P122", where, { escape: text }, { fix: `\\${text}` });
      return text;
    },
  );
  return { kind: "StringLit", span, value, raw };
}

/** `/source/flags`; an odd or unclosed one is reported from the token list, here it only has to have a shape. */
export function buildRegex(context: BuildContext, token: IToken): RegexLit {
  const slash = token.image.lastIndexOf("/");
  const close = slash > 0 ? slash : token.image.length;
  return {
    kind: "RegexLit",
    span: spanAt(context, token),
    source: token.image.slice(1, close),
    flags: token.image.slice(close + 1),
  };
}

export function buildInt(context: BuildContext, token: IToken): IntLit {
  const value = Number(token.image);
  if (!Number.isSafeInteger(value)) context.report("P147", spanAt(context, token), { number: token.image });
  return { kind: "IntLit", span: spanAt(context, token), value };
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

export function buildDuration(context: BuildContext, token: IToken): DurationLit {
  const [, count, unit] = /^-?(\d+)(ms|[smhd])?/.exec(token.image) ?? [];
  const ms = Number(count ?? 0) * (unitMs.get(unit ?? "s") ?? 1);
  if (!Number.isSafeInteger(ms)) context.report("P147", spanAt(context, token), { number: token.image });
  return { kind: "DurationLit", span: spanAt(context, token), ms, raw: token.image };
}

/** `{ tool: "read", input: { path: "a" } }` */
export function buildObject(context: BuildContext, node: CstNode): ObjectLit {
  const seen = new Set<string>();
  const entries = nodesOf(node, "entry").map((entry) => {
    const token = tokenOf(entry, "key");
    const keySpan = spanAt(context, token);
    const key = /^[\w]/.test(token.image) ? token.image : cook(context, token, jsonEscapes).value;
    if (seen.has(key)) context.report("P151", keySpan, { key });
    seen.add(key);
    return { key, keySpan, value: buildData(context, nodeOf(entry, "data")) };
  });
  const starts = entries.map((entry) => entry.keySpan.start);
  checkCommas(context, tokensOf(node, "Comma"), starts);
  return { kind: "ObjectLit", span: spanAt(context, tokenOf(node, "LCurly"), tokenOf(node, "RCurly")), entries };
}

function buildData(context: BuildContext, node: CstNode): DataLit {
  if (has(node, "object")) return buildObject(context, nodeOf(node, "object"));
  if (has(node, "array")) {
    const array = nodeOf(node, "array");
    const items = nodesOf(array, "data");
    checkCommas(context, tokensOf(array, "Comma"), items.map(startOf));
    const span = spanAt(context, tokenOf(array, "LSquare"), tokenOf(array, "RSquare"));
    return { kind: "ArrayLit", span, items: items.map((item) => buildData(context, item)) };
  }
  if (has(node, "String")) return cook(context, tokenOf(node, "String"), jsonEscapes);
  if (has(node, "Word")) return buildWord(context, tokenOf(node, "Word"));
  const token = tokenOf(node, has(node, "Int") ? "Int" : "Decimal");
  const value = Number(token.image);
  if (!Number.isFinite(value)) context.report("P147", spanAt(context, token), { number: token.image });
  return { kind: "NumberLit", span: spanAt(context, token), value };
}

function buildWord(context: BuildContext, token: IToken): DataLit {
  const span = { file: context.file, start: token.startOffset, end: endOf(token) };
  if (token.image === "null") return { kind: "NullLit", span };
  if (token.image === "true" || token.image === "false")
    return { kind: "BoolLit", span, value: token.image === "true" };
  return nameAt(context, token);
}
