// The text of a file of permissions as a plain value with places, whatever its syntax is. Nothing in it is run.

import { stripComments } from "jsonc-parser";
import { parse, TomlError } from "smol-toml";
import type { PermissionFile } from "../../../hosts/shared/permissions/permission.ts";
import type { Json } from "../../../language/contract.ts";
import { type ParsedConfig, parseConfig, type Range, type Unparsed } from "../config-text.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { parseStarlark } from "./starlark.ts";

const LARGEST = 1024 * 1024;
const DEEPEST = 64;

export function parseSource(whole: string, syntax: PermissionFile["syntax"]): ParsedConfig | Unparsed {
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

/** Commas before a closing bracket become blanks, outside of strings. */
const withoutLastCommas = (text: string): string =>
  text.replace(/"(?:\\[\s\S]|[^"\\])*"|,(?=\s*[\]}])/g, (found) => (found === "," ? " " : found));

function parseToml(text: string): ParsedConfig | Unparsed {
  try {
    const value = parse(text, { maxDepth: DEEPEST });
    return { value: plain(value), rangeOf: (path) => tomlRange(text, path) };
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

/** The parser knows no places: the n-th table of a list by its header, a key by the first line that begins with it. */
function tomlRange(text: string, path: readonly (string | number)[]): Range {
  const [top, index] = path;
  const word = String(top).replace(/[^\w-]/g, "\\$&");
  const headers = [...text.matchAll(new RegExp(`^[ \\t]*\\[\\[[ \\t]*${word}[ \\t]*\\]\\]`, "gm"))];
  const header = typeof index === "number" ? headers[index] : undefined;
  const from = header?.index ?? 0;
  const name = [...path].reverse().find((step) => typeof step === "string" && step !== top) ?? top;
  const key = new RegExp(
    `^[ \\t]*\\[?[^\\n=\\]]*?(?<![\\w-])["']?${String(name).replace(/[^\w-]/g, "\\$&")}["']?[ \\t]*[=\\].]`,
    "m",
  );
  const found = header !== undefined && path.length < 3 ? null : key.exec(text.slice(from));
  const start = from + (found?.index ?? 0);
  const end = text.indexOf("\n", start);
  return { start, end: end === -1 ? text.length : end };
}
