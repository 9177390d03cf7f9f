// What is refused before parsing, so that no text can exhaust the stack or the memory of the compiler.

import type { IToken } from "chevrotain";
import type { Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";

/** About twice the text of 10,000 rules; every character may become a token, and tokens cost memory. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** The parser's stack holds some 200 levels of parentheses, later passes recurse too. */
export const MAX_DEPTH = 64;

/** Reports a file that is too large to read. */
export function fileTooLarge(source: Source, session: Session): boolean {
  if (source.text.length <= MAX_CHARACTERS) return false;
  const span = { file: source.file, start: 0, end: 0 };
  session.report("P100", span, { size: String(source.text.length), limit: String(MAX_CHARACTERS) });
  return true;
}

const openers = new Set(["LParen", "LSquare", "LCurly"]);
const closers = new Set(["RParen", "RSquare", "RCurly"]);
/** Words and signs that nest what follows them without a bracket. */
const prefixes = new Set(["Not", "Bang", "Any", "All", "Else", "Less"]);
/** Words after which such nesting starts anew; after a dot they are only names. */
const restarts = new Set([
  "And",
  "AndSign",
  "Or",
  "OrSign",
  "Comma",
  "When",
  "Unless",
  "On",
  "Rule",
  "Let",
  "Def",
  "Param",
]);

/** The first token deeper than the limit, if any. */
export function tooDeep(tokens: readonly IToken[]): IToken | null {
  const outer: number[] = [];
  let prefixed = 0;
  let previous = "";
  for (const token of tokens) {
    const name = token.tokenType.name;
    if (openers.has(name)) {
      outer.push(prefixed);
    } else if (closers.has(name)) {
      prefixed = outer.pop() ?? 0;
    } else if (prefixes.has(name)) {
      prefixed++;
    } else if (restarts.has(name) && previous !== "Dot") {
      prefixed = outer.at(-1) ?? 0;
    }
    if (outer.length + prefixed > MAX_DEPTH) return token;
    previous = name;
  }
  return null;
}
