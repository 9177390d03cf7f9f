// Text of a configuration, YAML or JSON, as plain values with places, and back. Safe for files of strangers: no tags, no keys given
// twice, bounded depth and size, and an alias costs what it stands for, so that a small file cannot become a huge one.

import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, stringify } from "yaml";
import type { ConfigPath } from "../../hosts/shared/config.ts";
import type { Json } from "../../language/contract.ts";
import { parseStrictText } from "../../language/strict-json.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ParsedConfig {
  readonly value: Json;
  /** The text at a path, or of the nearest thing above it; with `key` its name. */
  readonly rangeOf: (path: ConfigPath, of?: "key" | "value") => Range;
}

export interface Unparsed {
  readonly error: string;
  readonly at: Range;
}

const LARGEST = 1024 * 1024;
const DEEPEST = 64;
const TOO_DEEP = `it is nested more than ${DEEPEST} levels deep`;
const MOST_NODES = 100_000;

/** Text in one of the two; a reader of JSON takes nothing else, though YAML would. */
export function parseConfig(text: string, syntax: "yaml" | "json"): ParsedConfig | Unparsed {
  if (text.length > LARGEST) return { error: "it is larger than 1 MiB", at: { start: 0, end: 0 } };
  if (syntax === "yaml") return parseYaml(text);
  const strict = parseStrictText(text);
  if ("value" in strict) return { value: strict.value, rangeOf: rangesOf(text, readDocument(text)) };
  const yaml = parseYaml(text);
  return { error: strict.error, at: "at" in yaml ? yaml.at : { start: 0, end: 0 } };
}

function parseYaml(text: string): ParsedConfig | Unparsed {
  const document = readDocument(text);
  if (document === null) return { error: TOO_DEEP, at: { start: 0, end: 0 } };
  // An unknown tag is only a warning to the parser, and would change what a value is.
  const [fault] = [...document.errors, ...document.warnings];
  const why = fault?.message.includes("call stack") ? TOO_DEEP : fault?.message;
  if (fault !== undefined && why !== undefined) return { error: why, at: { start: fault.pos[0], end: fault.pos[1] } };
  const budget = { left: MOST_NODES };
  const value = readNode(document.contents, document, budget, 0);
  if (typeof value === "object" && value !== null && "refused" in value) return { error: value.refused, at: value.at };
  return { value: value.json, rangeOf: rangesOf(text, document) };
}

/** The parsed document; null when nesting exhausts the parser. */
function readDocument(text: string): Document | null {
  try {
    return parseDocument(text, {
      schema: "core",
      version: "1.2",
      strict: true,
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      logLevel: "error",
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Value = { readonly json: Json } | { readonly refused: string; readonly at: Range };

function readNode(node: unknown, document: Document, budget: { left: number }, depth: number): Value {
  const at = rangeOfNode(node as Node | null);
  if (depth > DEEPEST) return { refused: TOO_DEEP, at };
  if (--budget.left < 0) return { refused: `it contains more than ${MOST_NODES} values`, at };
  if (isAlias(node)) {
    const target = node.resolve(document);
    return target === undefined
      ? { refused: `the alias *${node.source} is not defined`, at }
      : readNode(target, document, budget, depth + 1);
  }
  if (isSeq(node)) {
    const items: Json[] = [];
    for (const item of node.items) {
      const read = readNode(item, document, budget, depth + 1);
      if ("refused" in read) return read;
      items.push(read.json);
    }
    return { json: items };
  }
  if (isMap(node)) {
    const entries: [string, Json][] = [];
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (name === "__proto__") return { refused: "the key __proto__ is not allowed", at };
      const read = readNode(value, document, budget, depth + 1);
      if ("refused" in read) return read;
      entries.push([name, read.json]);
    }
    return { json: Object.fromEntries(entries) };
  }
  return { json: isScalar(node) ? scalarOf(node.value) : null };
}

function scalarOf(value: unknown): Json {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return value === null || value === undefined ? null : String(value);
}

function rangeOfNode(node: Node | null | undefined): Range {
  const range = node?.range;
  return range ? { start: range[0], end: range[1] } : { start: 0, end: 0 };
}

/** Looks places up; a collection is shown by its first line only. */
function rangesOf(text: string, document: Document | null): ParsedConfig["rangeOf"] {
  return (path, of = "value") => {
    let node: unknown = document?.contents ?? null;
    let found: Range = { start: 0, end: 0 };
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
        if (pair === undefined) break;
        found = rangeOfNode(of === "value" && isScalar(pair.value) ? pair.value : (pair.key as Node));
        node = pair.value;
      } else if (isSeq(node)) {
        const item = node.items[Number(step)];
        if (item === undefined) break;
        found = rangeOfNode(item as Node);
        node = item;
      } else break;
    }
    const lineEnd = text.indexOf("\n", found.start);
    return {
      start: found.start,
      end: lineEnd === -1 ? found.end : Math.max(found.start, Math.min(found.end, lineEnd)),
    };
  };
}

/** A value as YAML; strings are quoted, so that no reader takes one for something else. */
export function yamlText(value: Json): string {
  return stringify(value, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 });
}
