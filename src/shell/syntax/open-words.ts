// Words that the line does not tell in full: `"$F"`, `src/$NAME.ts`, `$(tool)`. How grave is it that they are open?
// A variable that the line does not set is somebody's name for a thing: that it is just the one a rule is about is a faint
// doubt, which is noted and disturbs nobody. What a program on the line works out, and a word that may become several, is a
// plain doubt.

import { type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { Word } from "./model.ts";

/** Why a number is not known. It is hardly a name. */
export const ARITHMETIC = "arithmetic";

/** Why the words that the line itself was given are not known. */
export const PARAMETERS = "parameters";

/** Why a loop over files does not tell which one it is at. */
export const SOME_FILE = "one of several files";

/**
 * The line leaves the value to a variable or a parameter that it does not set, to a program that prints names or plain data,
 * or to a number.
 */
export const isOpenCause = (why: string | null): boolean =>
  why !== null && (/^(?:variable|parameter|output of) /.test(why) || why === ARITHMETIC || why === SOME_FILE);

export const isOpenName = (word: Word): boolean => word.kind === "dynamic" && isOpenCause(word.why);

/** Why a word is not known: it is what comes after a statement that is. */
export const REST = "the rest of a statement";

/** Why the SQL that a client reads from a pipe is not known: like a file after `-f`, it is not on the line. */
export const ELSEWHERE = "text that is not on the line";

/** What hardly is the statement that a rule is about. */
export const isFaintCause = (why: string): boolean => why === REST || why === ELSEWHERE;

/** Causes that leave open which one it is, of things that are no flags. */
const harmless = new Set([
  REST,
  ELSEWHERE,
  "folder",
  "the starting folder",
  "a temporary file",
  "a file found by find",
]);

/** Names that say of themselves that they hold options. */
const optionNames =
  /^variable (?:\w*_)?(?:f|flags?|opts?|options?|args?|argv|params?|switch(?:es)?|extra\w*|force)s?$/i;

/**
 * The doubt whether a word is what a pattern asks for: a flag, or an operand. One word whose value is not known is hardly just
 * that one; a word that may become several, and one that by its name holds options, may well be.
 */
export function doubtOf(word: Word, isFirst: boolean): Truth {
  if (word.kind !== "dynamic") return UNLIKELY;
  if (optionNames.test(word.why)) return UNKNOWN;
  if (!isOpenName(word) && !harmless.has(word.why)) return UNKNOWN;
  return word.splits === true && isFirst ? UNKNOWN : UNLIKELY;
}

/** The path with a star for each part that is not known. Time is linear. */
export function starred(text: string): string {
  let found = "";
  for (let at = 0; at < text.length; ) {
    const end = openUntil(text, at);
    if (end === at) found += text[at++];
    else {
      if (!found.endsWith("*")) found += "*";
      at = end;
    }
  }
  return found;
}

/** Nothing but stars, slashes and dots; below the root even a star says much, and so does a dot that a name begins with. */
export const saysNothing = (glob: string): boolean => !/[^*?./]|^\/|(?:^|\/)\.[*?]/.test(glob);

const name = /\$(?:\w+|[@*#?$!-])|<standard input>|\.\.\.(?![./])/y;
const closing: { readonly [open: string]: string } = { "(": ")", "{": "}" };

/** Where the expansion that begins here ends; the place itself where none does. */
function openUntil(text: string, at: number): number {
  const first = text[at];
  if (first === "`") {
    const end = text.indexOf("`", at + 1);
    return end === -1 ? text.length : end + 1;
  }
  if (first !== "$" && first !== "<" && first !== ".") return at;
  name.lastIndex = at;
  const found = name.exec(text);
  if (found !== null) return at + found[0].length;
  const open = first === "$" ? (text[at + 1] ?? "") : "";
  const close = closing[open];
  if (close === undefined) return at;
  let depth = 0;
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i + 1;
  }
  return text.length;
}

/** The word can begin only with a letter or a digit: a class of them stands first. */
export const beginsPlainly = (glob: string): boolean => /^\[(?:\w-\w|\w)+\]/.test(glob);
