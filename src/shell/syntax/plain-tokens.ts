// Tokenizes a plain text: words, quotes around literal text, redirections, and the operators between commands.
// Each character is read once, and only marks are recorded: most texts that are not plain are rejected early.

/** What a token is. */
export const AND = 1;
export const OR = 2;
export const PIPE = 3;
export const SEMICOLON = 4;
export const LINE_END = 5;
export const REDIRECT = 6;
/** This kind and all above it are words. */
export const WORD = 8;
/** Flags of a word: it has quotes, it may be an assignment. */
export const QUOTED = 16;
export const ASSIGNS = 32;

/** The text is not plain. */
export const NOT_PLAIN = -1;

const MOST_TOKENS = 1024;
/** Kind, start and end of each token of the last text that was read. */
const marks = new Int32Array(3 * MOST_TOKENS);

export const kindAt = (token: number): number => marks[3 * token] as number;
export const startAt = (token: number): number => marks[3 * token + 1] as number;
export const endAt = (token: number): number => marks[3 * token + 2] as number;

const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const DOLLAR = 0x24;
const AMPERSAND = 0x26;
const OPEN = 0x28;
const PLUS = 0x2b;
const LESS = 0x3c;
const EQUALS = 0x3d;
const MORE = 0x3e;
const BACKSLASH = 0x5c;
const BACKQUOTE = 0x60;
const BAR = 0x7c;

const IS_WORD = 1;
const IS_BLANK = 2;
const IS_QUOTE = 3;
const IS_SIGN = 4;

const signs: readonly (readonly [kind: number, signs: string])[] = [
  // `~` is left to the expansion of the word.
  [IS_WORD, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,~-"],
  [IS_BLANK, " \t"],
  [IS_QUOTE, "'\""],
  [IS_SIGN, "\n;&|<>"],
];

/** The class of a character; 0 if its meaning is not handled here, undefined beyond the characters of a keyboard. */
const classes = new Uint8Array(127);
for (const [kind, of] of signs) for (let at = 0; at < of.length; at++) classes[of.charCodeAt(at)] = kind;

/** How many tokens the text has. */
export function readTokens(text: string): number {
  // `#!` names the program that runs the text.
  if (text.charCodeAt(0) === HASH) return NOT_PLAIN;
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at);
    const is = classes[sign];
    if (is === IS_BLANK) {
      at++;
      continue;
    }
    if (sign === HASH) {
      at = commentEnd(text, at);
      if (at === NOT_PLAIN) return NOT_PLAIN;
      continue;
    }
    if (!is || count === MOST_TOKENS) return NOT_PLAIN;
    const place = 3 * count++;
    const end = is === IS_SIGN ? readSign(text, at, sign, place) : readWord(text, at, place);
    if (end === NOT_PLAIN) return NOT_PLAIN;
    marks[place + 1] = at;
    marks[place + 2] = end;
    at = end;
  }
  return count;
}

/** Records the kind of the word at a position and returns its end; also for a redirection that begins with a number. */
function readWord(text: string, start: number, place: number): number {
  let kind = WORD;
  let at = start;
  for (; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    const is = classes[sign];
    if (is === IS_WORD) continue;
    if (is === IS_QUOTE) {
      kind |= QUOTED;
      at = quoteEnd(text, at, sign);
      if (at === NOT_PLAIN) return NOT_PLAIN;
    } else if (sign === EQUALS) {
      if (kind !== WORD) continue;
      // `A+=b`
      if (text.charCodeAt(at - 1) === PLUS) return NOT_PLAIN;
      if (isName(text, start, at)) kind |= ASSIGNS;
    } else if ((sign === LESS || sign === MORE) && isNumber(text, start, at))
      // Bash treats a number that is too large for a descriptor as a word.
      return at - start < 10 ? readSign(text, at, sign, place) : NOT_PLAIN;
    else if (sign === HASH) return NOT_PLAIN;
    else break;
  }
  marks[place] = kind;
  return at;
}

/** The same for an operator. */
function readSign(text: string, at: number, sign: number, place: number): number {
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  switch (sign) {
    case LESS:
      if (next === LESS || next === OPEN) return NOT_PLAIN;
      marks[place] = REDIRECT;
      return next === AMPERSAND || next === MORE ? at + 2 : at + 1;
    case MORE:
      if (next === OPEN) return NOT_PLAIN;
      marks[place] = REDIRECT;
      return next === AMPERSAND || next === MORE || next === BAR ? at + 2 : at + 1;
    case AMPERSAND:
      if (next === AMPERSAND) {
        marks[place] = AND;
        return at + 2;
      }
      if (next !== MORE) return NOT_PLAIN;
      marks[place] = REDIRECT;
      return text.charCodeAt(at + 2) === MORE ? at + 3 : at + 2;
    case BAR:
      if (next === AMPERSAND) return NOT_PLAIN;
      marks[place] = next === BAR ? OR : PIPE;
      return next === BAR ? at + 2 : at + 1;
    default:
      // Two semicolons are two tokens, and always a syntax error here.
      marks[place] = sign === 0x0a ? LINE_END : SEMICOLON;
      return at + 1;
  }
}

/** Where the quote that begins at a position ends. */
function quoteEnd(text: string, start: number, quote: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) return at;
    if (!isOnKeyboard(sign)) return NOT_PLAIN;
    // These are special between double quotes.
    if (quote === DOUBLE_QUOTE && (sign === DOLLAR || sign === BACKQUOTE || sign === BACKSLASH)) return NOT_PLAIN;
  }
  return NOT_PLAIN;
}

function commentEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === 0x0a) break;
    if (!isOnKeyboard(sign)) return NOT_PLAIN;
  }
  return at;
}

const isOnKeyboard = (sign: number): boolean => (sign >= 0x20 && sign < 0x7f) || sign === 0x09 || sign === 0x0a;

const isDigit = (sign: number): boolean => sign >= 0x30 && sign <= 0x39;

function isNumber(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

function isName(text: string, start: number, end: number): boolean {
  if (start === end || isDigit(text.charCodeAt(start))) return false;
  for (let at = start; at < end; at++) {
    const sign = text.charCodeAt(at);
    const letter = sign | 0x20;
    if (!((letter >= 0x61 && letter <= 0x7a) || sign === 0x5f || isDigit(sign))) return false;
  }
  return true;
}
