// Messages: `{field}` holes are read from the text as written, where `\{` is a brace, and become values of the IR.

import type { Detail } from "../../diagnostics/session.ts";
import type { Name, PathExpr, Span, StringLit } from "../../ir/ast.ts";
import type { IrMessage, IrValue } from "../../ir/ir.ts";
import { blankBetween } from "../../parse/build-literals.ts";
import type { Known } from "../names/narrowing.ts";
import { knownNames, resolvePath } from "../names/resolve.ts";
import { fail, type RuleScope } from "../names/rule-scope.ts";
import { decodedLength } from "../names/source-text.ts";
import { isRecord } from "../names/value-types.ts";
import { present } from "../types/values.ts";

const LONGEST = 2000;

/** The parts of a message, or null after a report. */
export function messageOf(text: StringLit, known: Known, scope: RuleScope): IrMessage | null {
  if (text.value.length > LONGEST)
    return fail(scope, "P320", text.span, { limit: String(LONGEST), found: String(text.value.length) });
  warnOfForeignHoles(text, scope);
  const parts: (string | IrValue)[] = [];
  let plain = "";
  let failed = false;
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string") {
      plain += piece;
      continue;
    }
    const value = holeOf(piece, known, scope);
    if (value === null) failed = true;
    // Text of the policy's own author is part of the message; only what an event holds is shown as a quotation.
    else if (value.op === "const" && typeof value.value === "string") plain += value.value;
    else {
      if (plain !== "") parts.push(plain);
      parts.push(value);
      plain = "";
    }
  }
  if (plain !== "") parts.push(plain);
  const found = parts.reduce((length, part) => length + (typeof part === "string" ? part.length : 0), 0);
  if (!failed && found > LONGEST)
    return fail(scope, "P320", text.span, { limit: String(LONGEST), found: String(found) });
  return failed ? null : parts;
}

/** A hole: the text between the braces and its place. */
interface Hole {
  readonly text: string;
  readonly span: Span;
}

/** Text with its escapes undone, and holes, in order; of a message in several strings, those of each. */
function piecesOf(text: StringLit): readonly (string | Hole)[] {
  const pieces: (string | Hole)[] = [];
  let before = "";
  for (const part of text.parts ?? [text]) {
    pieces.push(blankBetween(before, part.value), ...piecesOfOne(part));
    before += part.value;
  }
  return pieces;
}

function piecesOfOne({ raw, value, span }: StringLit): readonly (string | Hole)[] {
  const pieces: (string | Hole)[] = [];
  // The opening quote stands before the text.
  const start = span.start + (span.end - span.start - raw.length) / 2;
  let at = 0;
  let read = 0;
  while (at < raw.length) {
    const open = nextBrace(raw, at);
    const text = raw.slice(at, open);
    const length = decodedLength(text);
    if (length > 0) pieces.push(value.slice(read, read + length));
    read += length;
    if (open === raw.length) break;
    const close = raw.indexOf("}", open);
    const end = close === -1 ? raw.length : close + 1;
    pieces.push({
      text: raw.slice(open + 1, close === -1 ? end : close),
      span: { file: span.file, start: start + open, end: start + end },
    });
    read += decodedLength(raw.slice(open, end));
    at = end;
  }
  return pieces;
}

/** The place of the next brace that is not escaped, or the end. */
function nextBrace(raw: string, from: number): number {
  for (let at = from; at < raw.length; at++) {
    // `\u{1F600}` has braces of its own.
    if (raw[at] === "\\") at = raw.startsWith("u{", at + 1) && raw.includes("}", at) ? raw.indexOf("}", at) : at + 1;
    else if (raw[at] === "{") return at;
  }
  return raw.length;
}

const holeText = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;

function holeOf(hole: Hole, known: Known, scope: RuleScope): IrValue | null {
  const { text, span } = hole;
  if (!holeText.test(text)) return fail(scope, "P251", span, { text: text.slice(0, 40) }, adviceFor(text, span, scope));
  const typed = present(resolvePath(pathOf(text, span), known, { ...scope, element: null }), scope);
  if (typed === null) return null;
  if (typed.type.base === "json") return fail(scope, "P318", span, { name: text });
  if (typed.type.base === "regex") return fail(scope, "P318", span, { name: text });
  if (typed.type.item !== null && isRecord(typed.type.item)) return fail(scope, "P318", span, { name: text });
  if (typed.value.op === "field" && typed.type.base === "path") return { ...typed.value, type: "string" };
  return typed.value;
}

/** Other forms of placeholders, and braces that nothing closes. */
function adviceFor(text: string, span: Span, scope: RuleScope): Detail {
  const source = scope.bundle.session.sources.get(span.file)?.text ?? "";
  const written = source.slice(span.start, span.end);
  const [, doubled = ""] = /^\{\s*([A-Za-z_][\w.-]*)\s*$/.exec(text) ?? [];
  const close = source.startsWith("}}", span.end - 1) ? 1 : 0;
  if (doubled !== "")
    return { help: `write \`{${doubled}}\``, fix: `{${doubled}}`, fixAt: { ...span, end: span.end + close } };
  if (!written.endsWith("}")) {
    const [word = ""] = /^[A-Za-z_][\w-]*/.exec(text) ?? [];
    return { help: `close the brace: \`{${word || "tool"}}\`; a brace that is only text is written \`\\{\`` };
  }
  const inner = text.trim();
  if (inner !== text && holeText.test(inner)) return { help: `write \`{${inner}}\``, fix: `{${inner}}` };
  return inner === "" ? { help: "write the name of a field in the braces: `{command}`, `{tool}`, `{reads}`" } : {};
}

/** `${command}`, `$command`: the message would show the sign. */
function warnOfForeignHoles(text: StringLit, scope: RuleScope): void {
  const names = new Set(knownNames(scope));
  for (const part of text.parts ?? [text]) {
    const start = part.span.start + (part.span.end - part.span.start - part.raw.length) / 2;
    for (const found of part.raw.matchAll(/\$\{([A-Za-z_][\w.-]*)\}|(?<![\\\w])[$%]([A-Za-z_][\w-]*)%?/g)) {
      const name = found[1] ?? found[2] ?? "";
      if (!names.has(name.split(".")[0] ?? "")) continue;
      const span = { file: part.span.file, start: start + found.index, end: start + found.index + found[0].length };
      scope.bundle.session.report("P281", span, { found: found[0], hole: `{${name}}` }, { fix: `{${name}}` });
    }
  }
}

function pathOf(text: string, span: Span): PathExpr {
  let at = span.start + 1;
  const names = text.split(".").map((word): Name => {
    const name: Name = { kind: "Name", text: word, span: { file: span.file, start: at, end: at + word.length } };
    at += word.length + 1;
    return name;
  });
  return { kind: "PathExpr", span, names };
}

/** Text of `respond` and `set` is not a message: a hole there was meant and would be shown as it stands. */
export function warnOfHole(text: StringLit, scope: RuleScope): void {
  const names = new Set(knownNames(scope));
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string" || !holeText.test(piece.text)) continue;
    const [first = ""] = piece.text.split(".");
    if (names.has(first)) scope.bundle.session.report("P321", piece.span, { name: piece.text });
  }
}
