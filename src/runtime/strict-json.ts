// JSON from a bundle or a hook, read strictly: bounded depth, no key twice, no key `__proto__`.
// The scan only looks at structure; JSON.parse still judges whether the text is JSON.

import type { Json } from "./contract.ts";

const MAX_DEPTH = 64;

export type Parsed = { readonly value: Json } | { readonly error: string };

/** Parses UTF-8 bytes as JSON, or says why not. */
export function parseStrictJson(bytes: Uint8Array): Parsed {
  try {
    return parseStrictText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { error: "it is not UTF-8 text" };
  }
}

/** Parses text as JSON, or says why not. */
export function parseStrictText(text: string): Parsed {
  // Depth is checked before JSON.parse, and JSON.parse before the keys, so that the key scan sees only valid text.
  if (depthOf(text) > MAX_DEPTH) return { error: `it is nested deeper than ${MAX_DEPTH}` };
  try {
    const value: Json = JSON.parse(text);
    const key = badKey(text);
    return key === null ? { value } : { error: key };
  } catch {
    return { error: "it is not JSON" };
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = stringEnd(text, at);
    else if (character === OPEN_LIST || character === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

/** Finds a repeated or forbidden key. INVARIANT: the text is valid JSON. */
function badKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === OPEN_OBJECT) open.push(new Set());
    else if (character === OPEN_LIST) open.push(null);
    else if (character === CLOSE_OBJECT || character === CLOSE_LIST) open.pop();
    else if (character === QUOTE) {
      const end = stringEnd(text, at);
      const keys = open.at(-1);
      if (keys && isKey(text, end + 1)) {
        const key = keyOf(text.slice(at, end + 1));
        if (key === "__proto__") return "the key __proto__ is not allowed";
        if (keys.has(key)) return "a key is given twice";
        keys.add(key);
      }
      at = end;
    }
  }
  return null;
}

/** The text between the quotes; only escapes need a parser. */
function keyOf(quoted: string): string {
  return quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where the string that begins at `start` has its other quote; the end of the text when it has none. */
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

function isKey(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === COLON;
}
