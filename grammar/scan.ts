// Hand-written matchers for the tokens a regular expression would match too slowly or with too deep a stack.
// Each looks at every character at most once, so that no text, however hostile, makes the lexer slow.

type Match = [string] | null;
type Scan = (text: string, from: number) => Match;

const QUOTE = 34;
const BACKSLASH = 92;
const SLASH = 47;

/** A line ends at \n or \r; strings and regexes end with it. */
function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || Number.isNaN(code);
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (!isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

/** The offset after the closing quote, or -1 when the line ends first. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (isLineEnd(code)) return -1;
    if (code === BACKSLASH && !isLineEnd(text.charCodeAt(at + 1))) at++;
  }
}

/** The offset after the closing slash, or -1; a slash inside a class does not close. */
function regexEnd(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) return -1;
    if (code === BACKSLASH && !isLineEnd(text.charCodeAt(at + 1))) at++;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === SLASH && !inClass) return at + 1;
  }
}

function flagsEnd(text: string, from: number): number {
  let at = from;
  while (isLetter(text.charCodeAt(at))) at++;
  return at;
}

/** The flags a regex may carry; anything else is more likely a path. */
function areRegexFlags(flags: string): boolean {
  return /^[imsu]*$/.test(flags) && new Set(flags).size === flags.length;
}

/** `"text"` on one line. */
export const scanString: Scan = (text, from) => {
  const end = text.charCodeAt(from) === QUOTE ? stringEnd(text, from) : -1;
  return end === -1 ? null : [text.slice(from, end)];
};

const restOfLine = (text: string, from: number): [string] => [text.slice(from, lineEnd(text, from))];

/** `"text` up to the end of the line. */
export const scanUnclosedString: Scan = (text, from) =>
  text.charCodeAt(from) === QUOTE ? restOfLine(text, from) : null;

/** `/text` up to the end of the line. */
export const scanUnclosedRegex: Scan = (text, from) =>
  text.charCodeAt(from) === SLASH ? restOfLine(text, from) : null;

/** `"""raw, many lines"""`; without its end, the rest of the line. */
export const scanTripleQuoted: Scan = (text, from) => {
  if (!text.startsWith('"""', from)) return null;
  const close = text.indexOf('"""', from + 3);
  return close === -1 ? restOfLine(text, from) : [text.slice(from, close + 3)];
};

/** `/source/flags` on one line. */
export const scanRegex: Scan = (text, from) => {
  const end = text.charCodeAt(from) === SLASH ? regexEnd(text, from) : -1;
  if (end === -1) return null;
  const after = flagsEnd(text, end);
  return areRegexFlags(text.slice(end, after)) && !/[\w/]/.test(text[after] ?? " ") ? [text.slice(from, after)] : null;
};

/** `/^/etc/`: a regex that goes on where its flags should end, taken up to the next blank or bracket. */
export const scanOddRegex: Scan = (text, from) => {
  const end = text.charCodeAt(from) === SLASH ? regexEnd(text, from) : -1;
  if (end === -1) return null;
  let after = end;
  while (!/[\s,)\]}"]/.test(text[after] ?? " ")) after++;
  return [text.slice(from, after)];
};

/** `/* text *\/`; without its end, the rest of the file. */
export const scanBlockComment: Scan = (text, from) => {
  if (!text.startsWith("/*", from)) return null;
  const close = text.indexOf("*/", from + 2);
  return [close === -1 ? text.slice(from) : text.slice(from, close + 2)];
};

/** `\u201ctext\u201d` in typographic quotes, on one line. */
export const scanCurlyQuoted: Scan = (text, from) => {
  const open = text[from] ?? "";
  const closers = "\u201c\u201d\u201e\u201f".includes(open)
    ? "\u201c\u201d\u201f"
    : "\u2018\u2019\u201a\u201b".includes(open)
      ? "\u2018\u2019\u201b"
      : "\u00ab\u00bb".includes(open)
        ? "\u00bb\u00ab"
        : "";
  if (closers === "" || open === "") return null;
  let at = from + 1;
  while (!isLineEnd(text.charCodeAt(at))) {
    if (closers.includes(text[at] ?? "")) return [text.slice(from, at + 1)];
    at++;
  }
  return [text.slice(from, at)];
};

const wordPart = /[\w\-\u00aa-\u1fff\u200b-\u2015\u2c00-\ud7ff\ud800-\udfff\uf900-\ufdff\uff00-\uffef]/;

/** A word that begins with a foreign letter. */
export const scanForeignWord: Scan = (text, from) => {
  if (!/\p{L}/u.test(String.fromCodePoint(text.codePointAt(from) ?? 32))) return null;
  let at = from + 1;
  while (wordPart.test(text[at] ?? " ")) at++;
  return [text.slice(from, at)];
};

const plain = /[\w\s"#'(),./:;<=>?@[\]{}!&|+-]/;

/** A run of characters that begin no token. */
export const scanOddChars: Scan = (text, from) => {
  let at = from + 1;
  while (at < text.length && !plain.test(text[at] ?? " ") && !/[\p{L}\u2018-\u201f\u00ab\u00bb]/u.test(text[at] ?? ""))
    at++;
  return [text.slice(from, at)];
};

/** First characters for Chevrotain's dispatch table, which files characters past 255 in buckets of 255: one of each bucket. */
export function startChars(from: number): number[] {
  const codes: number[] = [];
  for (let code = from; code < 256; code++) codes.push(code);
  for (let code = 256; code < 65536; code = code === 256 ? 510 : code + 255) codes.push(code);
  return codes;
}
