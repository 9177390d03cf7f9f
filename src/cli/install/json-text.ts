// Edits a JSON file with comments without touching anything else. An addition and its removal cancel out:
// commas, line ends, indentation and surrounding comments are as before.

import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Unread } from "../../hosts/install/agent.ts";
import type { Json } from "../../language/contract.ts";

export interface JsonText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly bom: string;
  readonly root: Node;
  readonly eol: string;
  readonly unit: string;
}

/** Kinds of tokens; the package's own enum does not exist at run time. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  end: 17,
} as const;

const BOM = "\uFEFF";
const MAX_DEPTH = 200;

/** What the text holds, or why it cannot be edited. */
export function readJsonText(whole: string): JsonText | { readonly why: string } {
  const bom = whole.startsWith(BOM) ? BOM : "";
  const text = whole.slice(bom.length);
  // The parser is recursive, so the depth is checked first.
  if (isTooDeep(text)) return { why: `it is nested more than ${MAX_DEPTH} levels deep` };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    return { why: `it is not JSON: ${wordsOf(printParseErrorCode(error.error))} on line ${line}` };
  }
  if (root === undefined) return { why: "it is not JSON: it contains only comments" };
  return { text, bom, root, eol: text.includes("\r\n") ? "\r\n" : "\n", unit: unitOf(text, root) };
}

/** `CloseBraceExpected` is "close brace expected". */
const wordsOf = (name: string): string => name.replace(/\B[A-Z]/g, " $&").toLowerCase();

function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) depth++;
    else if (kind === token.closeBrace || kind === token.closeBracket) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The indentation of the first member, two blanks when it has none. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  if (first === undefined) return "  ";
  return /\n([ \t]+)$/.exec(text.slice(0, first.offset))?.[1] ?? "  ";
}

/** Members of an object by name; a duplicate name gives two. */
export function membersNamed(node: Node, name: string): readonly Node[] {
  return (node.children ?? []).filter((child) => child.children?.[0]?.value === name);
}

/** The value of a node as plain JSON, without prototypes. */
export function jsonOf(node: Node): Json {
  if (node.type === "array") return (node.children ?? []).map(jsonOf);
  if (node.type !== "object") return node.value as Json;
  const found: { [key: string]: Json } = Object.create(null);
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? [];
    if (key !== undefined && value !== undefined) found[String(key.value)] = jsonOf(value);
  }
  return found;
}

/** The whole text of a new file. */
export const newJsonText = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`;

const splice = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

const endOf = (node: Node): number => node.offset + node.length;

/** Adds a member (with a name) or an element (without) at the end of a container. */
export function added(json: JsonText, container: Node, name: string | null, value: Json): string {
  const { text, eol } = json;
  const last = container.children?.at(-1);
  const close = endOf(container) - 1;
  const inside = text.slice(container.offset + 1, close);
  const isInline = inside.trim() !== "" && !inside.includes("\n");
  const outer = indentAt(text, container.offset);
  const indent = last === undefined ? outer + json.unit : indentAt(text, last.offset);
  const item = itemText(json, name, value, indent, isInline);
  // After comments that follow the last element, before the blanks that lead to the closing bracket.
  const place = blanksBefore(text, close, container.offset + 1);
  const lead = isInline ? " " : eol + indent;
  if (last === undefined) {
    const isOpen = isInline || text.slice(place, close).includes("\n");
    return splice(text, place, place, lead + item + (isOpen ? "" : eol + outer));
  }
  const comma = commaAfter(text, endOf(last), close);
  if (comma !== null) return splice(text, place, place, `${lead}${item},`);
  return splice(splice(text, place, place, lead + item), endOf(last), endOf(last), ",");
}

/** Replaces a value. */
export function replaced(json: JsonText, node: Node, value: Json): string {
  const isInline = !json.text.slice(node.offset, endOf(node)).includes("\n");
  return splice(
    json.text,
    node.offset,
    endOf(node),
    itemText(json, null, value, indentAt(json.text, node.offset), isInline),
  );
}

/** Removes a child from its container, with its own comma and line, and nothing else. */
export function removed({ text }: JsonText, container: Node, child: Node): string {
  const children = container.children ?? [];
  const before = children[children.indexOf(child) - 1];
  const close = endOf(container) - 1;
  const comma = commaAfter(text, endOf(child), close);
  const end = comma === null ? endOf(child) : comma + 1;
  const blanks = blanksBefore(text, child.offset, container.offset + 1);
  // The rest of the line must not end up inside a line comment.
  const isGuarded =
    endsInLineComment(text, container.offset + 1, blanks) && !/^[ \t]*(?:\r?\n|\/)/.test(text.slice(end));
  const start = isGuarded ? child.offset : blanks;
  let result = splice(text, start, end, "");
  const previous = comma === null && before !== undefined ? commaAfter(text, endOf(before), start) : null;
  if (previous !== null) result = splice(result, previous, previous + 1, "");
  if (children.length > 1) return result;
  // An empty container closes on the line it opens on, as it was before an addition.
  const open = container.offset + 1;
  const inside = result.slice(open, close - (end - start));
  return inside.trim() === "" ? splice(result, open, open + inside.length, "") : result;
}

function itemText(
  { eol, unit }: JsonText,
  name: string | null,
  value: Json,
  indent: string,
  isInline: boolean,
): string {
  const head = name === null ? "" : `${JSON.stringify(name)}: `;
  if (isInline) return head + JSON.stringify(value);
  return head + JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

/** The leading blanks of the line at this offset. */
function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? "";
}

/** Where the blanks before the offset begin. */
function blanksBefore(text: string, offset: number, limit: number): number {
  let from = offset;
  while (from > limit && /\s/.test(text.charAt(from - 1))) from--;
  return from;
}

function endsInLineComment(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let last: number = token.end;
  while (scanner.getPosition() < to) last = scanner.scan();
  return last === token.lineComment;
}

/** Where the comma after an element is, comments skipped; null when none comes before the end. */
function commaAfter(text: string, from: number, to: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const kind: number = scanner.scan();
  return kind === token.comma && scanner.getTokenOffset() < to ? scanner.getTokenOffset() : null;
}

/**
 * The first syntax that a stricter parser rejects, in words; null when there is none. Agents ignore the whole file then,
 * mostly without a message: its hooks never run, and every call passes.
 */
export function unreadPart(whole: string, kinds: readonly Unread[]): string | null {
  if (kinds.includes("byte order mark") && whole.startsWith(BOM)) return "a byte order mark";
  const text = whole.startsWith(BOM) ? whole.slice(BOM.length) : whole;
  const lineAt = (offset: number): string => `on line ${text.slice(0, offset).split("\n").length}`;
  const scanner = createScanner(text, false);
  let comma: number | null = null;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.blank || kind === token.lineBreak) continue;
    if (kind === token.lineComment || kind === token.blockComment) {
      if (kinds.includes("comment")) return `a comment ${lineAt(scanner.getTokenOffset())}`;
      continue;
    }
    const isClosed = kind === token.closeBrace || kind === token.closeBracket;
    if (isClosed && comma !== null && kinds.includes("last comma")) return `a trailing comma ${lineAt(comma)}`;
    comma = kind === token.comma ? scanner.getTokenOffset() : null;
  }
  return null;
}
