// JSON from a bundle or a hook, parsed strictly: bounded depth, no duplicate key, no key `__proto__`.
// The scan checks only structure, in one pass; JSON.parse still decides whether the text is JSON.

import type { Json } from "./contract.ts";

const MAX_DEPTH = 64;

export type ParsedJson = { readonly value: Json } | { readonly error: string };

/** Parses UTF-8 bytes as JSON, or says why not. */
export function parseStrictJson(bytes: Uint8Array): ParsedJson {
  try {
    return parseStrictText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { error: "it is not UTF-8 text" };
  }
}

/** Parses text as JSON, or says why not. */
export function parseStrictText(text: string): ParsedJson {
  // Checked before anything recurses into it.
  const { isTooDeep, colons } = structureOf(text);
  if (isTooDeep) return { error: `it is nested deeper than ${MAX_DEPTH}` };
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: "it is not JSON" };
  }
  const keys = keysIn(value);
  if (keys === null) return { error: "the key __proto__ is not allowed" };
  // JSON.parse keeps only one of two equal keys.
  return keys === colons ? { value } : { error: "a key is given twice" };
}

interface Structure {
  readonly isTooDeep: boolean;
  /** Outside of strings, each colon follows a key. */
  readonly colons: number;
}

function structureOf(text: string): Structure {
  let depth = 0;
  let colons = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = stringEnd(text, at);
    else if (character === COLON) colons++;
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return { isTooDeep: true, colons };
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
  }
  return { isTooDeep: false, colons };
}

/** How many keys there are at any depth; null when one of them is forbidden. */
function keysIn(value: Json): number | null {
  if (typeof value !== "object" || value === null) return 0;
  const names = Array.isArray(value) ? null : Object.keys(value);
  if (names?.includes("__proto__")) return null;
  let count = names?.length ?? 0;
  for (const item of names === null ? (value as readonly Json[]) : Object.values(value)) {
    const inside = keysIn(item);
    if (inside === null) return null;
    count += inside;
  }
  return count;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The position of the closing quote of the string that begins at `start`; the end of the text when it has none. */
function stringEnd(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
    from = end + 1;
  }
}
