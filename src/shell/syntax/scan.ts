// Scans the text once before the parser: for what would make the parser slow, and for what no shell reads as displayed.

import { limits } from "./limits.ts";
import { withoutData } from "./plain-data.ts";

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export interface Scan {
  /** Why the text must not be given to the parser, or null. */
  readonly refused: string | null;
  /** What makes the displayed text differ from what runs, although the parser can still determine what runs. */
  readonly odd: readonly string[];
}

const nothingOdd: readonly string[] = [];

/** The characters of a keyboard, blanks and line ends. */
const notPlain = /[^\t\n\x20-\x7e]/;

export function scan(text: string): Scan {
  if (text.length > limits.textLength)
    return { refused: `limit: longer than ${limits.textLength} characters`, odd: nothingOdd };
  const isPlain = !notPlain.test(text);
  const odd = isPlain ? nothingOdd : oddities(text);
  const refused = isPlain ? null : oddRefusal(text);
  // A short text cannot exceed any limit.
  if (refused !== null || text.length <= limits.nesting || overLimit(text) === null) return { refused, odd };
  // Notes, messages and files that are written are long, but the parser does not look into them.
  return { refused: overLimit(withoutData(text)), odd };
}

function oddRefusal(text: string): string | null {
  if (text.includes("\0")) return "NUL character";
  return loneSurrogate.test(text) ? "unpaired surrogate" : null;
}

function oddities(text: string): readonly string[] {
  const found: string[] = [];
  if (text.includes("\r")) found.push("carriage return");
  if (bidi.test(text)) found.push("bidirectional control character");
  return found;
}

/** Counts brackets while ignoring quotes: only extreme texts come near the limits. */
function overLimit(text: string): string | null {
  let open = 0;
  let deepest = 0;
  let backquotes = 0;
  let hereDocuments = 0;
  let separators = 0;
  let expansions = 0;
  let words = 0;
  let quotes = 0;
  let braces = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    // Nearly all characters are letters.
    if (sign >= 0x61 && sign <= 0x7a) continue;
    switch (sign) {
      case 0x7b: // {
        if (text.charCodeAt(at - 1) !== 0x24) braces++;
        open++;
        if (open > deepest) deepest = open;
        break;
      case 0x28: // (
      case 0x5b: // [
        open++;
        if (open > deepest) deepest = open;
        break;
      case 0x29: // )
      case 0x7d: // }
      case 0x5d: // ]
        if (open > 0) open--;
        break;
      case 0x3b: // ;
      case 0x0a: // line end
      case 0x26: // &
      case 0x7c: // |
      case 0x3e: // >
        separators++;
        break;
      case 0x20: // blank
      case 0x09: // tab
        if (text.charCodeAt(at - 1) !== 0x20) words++;
        break;
      case 0x22: // "
      case 0x27: // '
      case 0x5c: // backslash
        quotes++;
        break;
      case 0x24: // $
        expansions++;
        break;
      case 0x60: // `
        expansions++;
        if (text.charCodeAt(at - 1) === 0x5c) backquotes++;
        break;
      case 0x3c: // <
        if (text.charCodeAt(at + 1) === 0x3c) {
          if (text.charCodeAt(at + 2) === 0x3c) at++;
          else hereDocuments++;
          at++;
        } else separators++;
        break;
    }
  }
  if (deepest > limits.nesting) return `limit: nested deeper than ${limits.nesting}`;
  // Each level of nested backquotes doubles the backslashes before it.
  if (backquotes > limits.nesting * 4) return "limit: too many nested backquotes";
  if (hereDocuments > limits.hereDocuments) return `limit: more than ${limits.hereDocuments} here-documents`;
  if (separators > limits.separators) return "limit: too many commands";
  if (words > limits.words) return `limit: more than ${limits.words} words`;
  if (braces > limits.braces) return `limit: more than ${limits.braces} braces`;
  if (quotes > limits.quotes) return "limit: too many quotes";
  return expansions > limits.expansions ? "limit: too many expansions" : null;
}
