// Looks at the text once before the parser does: what would make it slow, and what no shell reads the way it is shown.
// Counts brackets without knowing quotes: only extreme texts come near the limit.

import { limits } from "./limits.ts";
import { withoutData } from "./plain-data.ts";

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

export interface Scan {
  /** Why the text must not be given to the parser, or null. */
  readonly refused: string | null;
  /** What makes the shown text differ from what runs, while the parser can still say what runs. */
  readonly odd: readonly string[];
}

const nothingOdd: readonly string[] = [];

export function scan(text: string): Scan {
  if (text.length > limits.textLength)
    return { refused: `limit: longer than ${limits.textLength} characters`, odd: nothingOdd };
  const signs = countSigns(text);
  const refused = (signs.isPlain ? null : oddRefusal(text)) ?? overLimit(signs);
  const odd = signs.isPlain ? nothingOdd : oddities(text);
  if (refused === null || !refused.startsWith("limit:")) return { refused, odd };
  // Notes, messages and files that are written are long, and nothing the parser has to look into.
  return { refused: overLimit(countSigns(withoutData(text))), odd };
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

interface Signs {
  /** Nothing but what is on a keyboard, blanks and line ends. */
  readonly isPlain: boolean;
  readonly deepest: number;
  readonly backquotes: number;
  readonly hereDocuments: number;
  readonly separators: number;
  readonly expansions: number;
  readonly words: number;
  readonly quotes: number;
}

function countSigns(text: string): Signs {
  let isPlain = true;
  let open = 0;
  let deepest = 0;
  let backquotes = 0;
  let hereDocuments = 0;
  let separators = 0;
  let expansions = 0;
  let words = 0;
  let quotes = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    // Nearly all are letters, and nearly all texts are ASCII.
    if (sign >= 0x61 && sign <= 0x7a) continue;
    switch (sign) {
      case 0x28: // (
      case 0x7b: // {
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
      default:
        if (sign < 0x20 || sign > 0x7e) isPlain = false;
    }
  }
  return { isPlain, deepest, backquotes, hereDocuments, separators, expansions, words, quotes };
}

function overLimit(signs: Signs): string | null {
  const { deepest, backquotes, hereDocuments, separators, expansions, words, quotes } = signs;
  if (deepest > limits.nesting) return `limit: nested deeper than ${limits.nesting}`;
  // Each level of nested backquotes doubles the backslashes before it.
  if (backquotes > limits.nesting * 4) return "limit: too many nested backquotes";
  if (hereDocuments > limits.hereDocuments) return `limit: more than ${limits.hereDocuments} here-documents`;
  if (separators > limits.separators) return "limit: too many commands";
  if (words > limits.words) return `limit: more than ${limits.words} words`;
  if (quotes > limits.quotes) return "limit: too many quotes";
  return expansions > limits.expansions ? "limit: too many expansions" : null;
}
