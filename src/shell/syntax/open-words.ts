// Words whose value is not fully on the line: `"$F"`, `src/$NAME.ts`, `$(tool)`. How serious is it that they are unknown?
// A variable that the line does not set usually names something harmless: that it is exactly what a rule is about is
// unlikely (UNLIKELY), which is recorded but changes no outcome. The output of a program on the line, and a word that may
// become several, is plainly unknown (UNKNOWN).

import { type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { Word } from "./model.ts";

/** The reason for an unknown number, which is unlikely to be a name. */
export const ARITHMETIC = "arithmetic";

/** The reason for unknown parameters of the line itself. */
export const PARAMETERS = "parameters";

/** The reason for the unknown value of a loop variable over files. */
export const SOME_FILE = "one of several files";

/**
 * The value comes from a variable or parameter that the line does not set, from a program that prints names or plain data,
 * or from a number.
 */
export const isOpenCause = (why: string | null): boolean =>
  why !== null && (/^(?:variable|parameter|output of) /.test(why) || why === ARITHMETIC || why === SOME_FILE);

export const isOpenName = (word: Word): boolean => word.kind === "dynamic" && isOpenCause(word.why);

/** The reason for an unknown word that follows a known statement. */
export const REST = "the rest of a statement";

/** The reason for unknown SQL that a client reads from a pipe: like a file after `-f`, it is not on the line. */
export const ELSEWHERE = "text that is not on the line";

/** The reason for the folder of a shell that already runs: what was typed into it before may have moved it anywhere. */
export const RUNNING_FOLDER = "the folder of the running shell";

/** Unlikely to be the statement that a rule is about. */
export const isFaintCause = (why: string): boolean => why === REST || why === ELSEWHERE;

/** Reasons where the exact value is unknown, but it is not a flag. */
const harmless = new Set([
  REST,
  ELSEWHERE,
  "folder",
  "the starting folder",
  "a temporary file",
  "a file found by find",
]);

/** Variable names that suggest options. */
const optionNames =
  /^variable (?:\w*_)?(?:f|flags?|opts?|options?|args?|argv|params?|switch(?:es)?|extra\w*|force)s?$/i;

/**
 * How likely a word is what a pattern asks for: a flag, or an operand. One word with an unknown value is unlikely to be
 * exactly that; a word that may become several, or whose name suggests options, may well be.
 */
export function doubtOf(word: Word, isFirst: boolean): Truth {
  if (word.kind !== "dynamic") return UNLIKELY;
  if (optionNames.test(word.why)) return UNKNOWN;
  if (!isOpenName(word) && !harmless.has(word.why)) return UNKNOWN;
  return word.splits === true && isFirst && !listed.test(word.why) ? UNKNOWN : UNLIKELY;
}

/** Programs that list names of files, which rarely look like options: `tar czf x $(git ls-files)`. */
const listed = /^output of (?:git|find|fd|fdfind|ls|rg|grep|ag|ack|sort|uniq)$/;

/** The path with a star for each unknown part. Time is linear. */
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

/** Only stars, slashes and dots; below the root even a star is informative, and so is a dot at the start of a name. */
export const saysNothing = (glob: string): boolean => !/[^*?./]|^\/|(?:^|\/)\.[*?]/.test(glob);

const name = /\$(?:\w+|[@*#?$!-])|<standard input>|\.\.\.(?![./])/y;
const closing: { readonly [open: string]: string } = { "(": ")", "{": "}" };

/** Where the expansion that begins here ends; the position itself if there is none. */
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

/** The word can begin only with a letter or a digit: it starts with a class of them. */
export const beginsPlainly = (glob: string): boolean => /^\[(?:\w-\w|\w)+\]/.test(glob);
