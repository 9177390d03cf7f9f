// The text of a file of permissions as a plain value with places, whatever its syntax is. Nothing in it is run.

import { stripComments } from "jsonc-parser";
import { parse, TomlError } from "smol-toml";
import type { PermissionFile } from "../../../hosts/shared/permissions/permission.ts";
import type { Json } from "../../../language/contract.ts";
import { type ParsedConfig, parseConfig, type Unparsed } from "../config-text.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { parseStarlark } from "./starlark.ts";

const LARGEST = 1024 * 1024;
const DEEPEST = 64;

/** The longest text that a reader sees; what is longer is no entry that a person wrote. */
const LONGEST = 8000;

export function parseSource(whole: string, syntax: PermissionFile["syntax"]): ParsedConfig | Unparsed {
  const parsed = parseText(whole, syntax);
  return "error" in parsed ? parsed : { ...parsed, value: withoutLongTexts(parsed.value) };
}

/** Texts that are too long become null, which no reader takes for an entry. The message of a file of its own may be long. */
function withoutLongTexts(value: Json, key = ""): Json {
  if (typeof value === "string") return value.length > LONGEST && key !== "body" ? null : value;
  if (Array.isArray(value)) return value.map((item) => withoutLongTexts(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name.length <= LONGEST);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutLongTexts(item, name)]));
}

function parseText(whole: string, syntax: PermissionFile["syntax"]): ParsedConfig | Unparsed {
  if (whole.length > LARGEST) return { error: "it is larger than 1 MiB", at: { start: 0, end: 0 } };
  // Offsets stay as they are.
  const text = whole.replace(/^\ufeff/, " ");
  switch (syntax) {
    case "json":
      return parseConfig(text, "json");
    case "jsonc":
      return parseConfig(withoutLastCommas(stripComments(text, " ")), "json");
    case "toml":
      return parseToml(text);
    case "starlark":
      return parseStarlark(text);
    case "front-matter":
      return parseFrontMatter(text);
  }
}

/** Commas before a closing bracket become blanks, outside of strings. A string that is not closed goes to the end. */
const withoutLastCommas = (text: string): string =>
  text.replace(/"(?:\\[\s\S]|[^"\\])*"?|,(?=\s*[\]}])/g, (found) => (found === "," ? " " : found));

function parseToml(text: string): ParsedConfig | Unparsed {
  try {
    const value = parse(text, { maxDepth: DEEPEST });
    return { value: plain(value), rangeOf: tomlRanges(text) };
  } catch (error) {
    if (error instanceof TomlError) {
      const start = lineStart(text, error.line - 1) + error.column - 1;
      return { error: oneLine(error.message), at: { start, end: start } };
    }
    if (error instanceof RangeError)
      return { error: `it is nested more than ${DEEPEST} levels deep`, at: { start: 0, end: 0 } };
    throw error;
  }
}

const oneLine = (text: string): string =>
  (text.split("\n")[0] ?? text).replace(/^Invalid TOML document: /, "it is not TOML: ");

/** Dates and large numbers become text. */
function plain(value: unknown): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  if (typeof value === "bigint") return String(value);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : (value as Json);
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf("\n", start);
    if (end === -1) return start;
    start = end + 1;
  }
  return start;
}

/** The parser knows no places: the n-th table of a list by its header, a key by the first line that names it. */
function tomlRanges(text: string): ParsedConfig["rangeOf"] {
  const headers = new Map<string, readonly number[]>();
  const headersOf = (word: string): readonly number[] => {
    const known = headers.get(word);
    if (known !== undefined) return known;
    const found = [...text.matchAll(new RegExp(`^[ \\t]*\\[\\[[ \\t]*${word}[ \\t]*\\]\\]`, "gm"))].map(
      ({ index }) => index,
    );
    headers.set(word, found);
    return found;
  };
  return (path) => {
    const [top = "", index] = path;
    const header = typeof index === "number" ? headersOf(literal(String(top)))[index] : undefined;
    const from = header ?? 0;
    const name = path.findLast((step) => typeof step === "string" && step !== top) ?? top;
    const key = new RegExp(`^[^\\n=\\]]*?(?<![\\w-])["']?${literal(String(name))}["']?[ \\t]*[=\\].]`, "m");
    const found = header !== undefined && path.length < 3 ? null : key.exec(text.slice(from));
    const start = from + (found?.index ?? 0);
    const end = text.indexOf("\n", start);
    return { start, end: end === -1 ? text.length : end };
  };
}

const literal = (word: string): string => word.replace(/[^\w-]/gu, "\\$&");
