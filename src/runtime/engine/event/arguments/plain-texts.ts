// Which texts are plainly a path or an address, by the text itself and by the key it stands under.

import { addressKeys, pathKeys, placeKeys, wordsOf } from "./argument-words.ts";

const LONGEST_PATH = 1024;
const LONGEST_BARE_PATH = 256;

const lastWord = (key: string): string => wordsOf(key).at(-1) ?? "";

/** `files` and `directories` hold what `file` and `directory` hold. */
const singular = (word: string): string => word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");

export const isKeyOf = (keys: ReadonlySet<string>, key: string): boolean => {
  const word = lastWord(key);
  return keys.has(word) || keys.has(singular(word));
};

const isPathKey = (key: string): boolean => isKeyOf(pathKeys, key);
export const isPlaceKey = (key: string): boolean => isKeyOf(placeKeys, key);

const scheme = /^[a-z][a-z0-9+.-]+:\/\//i;
const fileScheme = /^file:/i;
const mediaType = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+$/;
/** A name, a glob, or one with a drive: no blanks, and nothing that only a regular expression has. */
const bareShape = /^(?:[a-z]:[\\/])?[\p{L}\p{N}\p{M}_.~@%,=#!/{}*?[\]-]+$/iu;
const date = /^\d+(?:\/\d+)+$/;

/** A path wherever it stands: it has a slash, or begins with `~` or `.`. */
function isBarePath(text: string): boolean {
  if (text.length > LONGEST_BARE_PATH || !bareShape.test(text) || mediaType.test(text) || date.test(text)) return false;
  // `@scope/name` is a package, `...` and `.5` are text.
  if (text.startsWith("@") || /^\.*$|^\.\d+$/.test(text)) return text === "." || text === "..";
  return text.includes("/") || /^[~.]/.test(text) || /^[a-z]:[\\/]/i.test(text);
}

/** A text under a key of paths, unless it is a sentence. */
function isKeyedPath(text: string): boolean {
  if (text.length > LONGEST_PATH || /[\p{Cc}]/u.test(text) || text.trim() === "") return false;
  return text.includes("/") || text.split(/\s+/).length <= 4;
}

export function isPathText(text: string, key: string): boolean {
  if (fileScheme.test(text)) return true;
  if (scheme.test(text)) return false;
  return isPathKey(key) || isPlaceKey(key) ? isKeyedPath(text) : isBarePath(text);
}

const sqlText =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]{0,400}?\*\/)*(?:(?:drop|alter|create)\s+(?:or\s+replace\s+)?(?:table|database|schema|view|index|materialized|role|user|type|sequence|function|extension|column|temp)\b|truncate\s+\S|delete\s+from\s|insert\s+into\s|update\s+\S+\s+set\s|merge\s+into\s|select\s|with\s+\S+\s+as\s*\(|(?:grant|revoke)\s[\s\S]+\son\s|do\s+\$|begin\s*;|explain\s)/i;

/** Text that begins with a statement of SQL: `DROP TABLE users`. */
export const isSqlText = (text: string): boolean => sqlText.test(text.slice(0, 8192));

/** The host of a text that is plainly an address; null for any other text. */
export function hostOfText(text: string, key: string): string | null {
  if (/\s/.test(text) || text.length > 8192 || fileScheme.test(text)) return null;
  if (scheme.test(text)) return parseHost(text);
  const copied = /^[\w.-]+@([\w.-]+):/.exec(text);
  if (copied !== null) return parseHost(`ssh://${copied[1]}`);
  return isKeyOf(addressKeys, key) && /^(?:[\w-]+\.)+[\w-]+(?::\d+)?(?:\/.*)?$|^localhost\b/i.test(text)
    ? parseHost(`https://${text}`)
    : null;
}

/** The host of a URL: lower case, without port, brackets and final dot. */
export function parseHost(address: string): string | null {
  if (typeof URL === "undefined") return null;
  try {
    const host = new URL(address).hostname
      .toLowerCase()
      .replace(/^\[|\]$/g, "")
      .replace(/\.+$/, "");
    return host === "" ? null : host;
  } catch {
    return null;
  }
}
