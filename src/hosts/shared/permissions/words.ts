// Command lines and paths as agents write them in permissions, as subjects.

import type { CommandWords, Subject } from "./permission.ts";

const OPERATORS = /[|&;<>()`\n\r]|\$[({]/;

/** The words of one command without quotes; null where the text holds more than one, or a quote is open. */
export function shellWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1);
      if (end === -1) return null;
      word = (word ?? "") + text.slice(at + 1, end);
      at = end;
    } else if (char === "\\" && at + 1 < text.length) word = (word ?? "") + text[++at];
    else if (char === " " || char === "\t") {
      if (word !== null) words.push(word);
      word = null;
    } else if (OPERATORS.test(text.slice(at, at + 2))) return null;
    else word = (word ?? "") + char;
  }
  if (word !== null) words.push(word);
  return words;
}

export const plainWords = (words: readonly string[]): CommandWords => words.map((word) => [word]);

/** Words that begin a command; null where they are not one command. */
export function prefixSubject(text: string): Subject | null {
  const words = shellWords(text);
  return words === null || words.length === 0 ? null : { kind: "words", words: plainWords(words), rest: "more" };
}

export interface FileGlobs {
  /** Every reading of the pattern, for what refuses. */
  readonly wide: readonly string[];
  /** Only what it certainly means, for what approves. */
  readonly narrow: readonly string[];
}

/**
 * A pattern of paths as two lists of globs. A name without a folder may mean the file in the project or in every folder, and a
 * folder may mean what is below it.
 */
export function fileGlobs(pattern: string): FileGlobs | null {
  if (pattern.startsWith("!") || pattern.includes("\0")) return null;
  const isFolder = /\/\**$/.test(pattern);
  const path = pattern.replace(/^(?:\.\/+)+/, "").replace(/(?<=.)\/+$/, "");
  if (path === "" || path === ".") return { wide: ["**"], narrow: ["**"] };
  const isAnchored = /^(?:\/|~\/|\*\*)/.test(path) || path.includes("/") || path === "*";
  // Of a name without a folder the second glob matches in the project's root too.
  const place = isAnchored ? path : `**/${path}`;
  const wide = place.endsWith("**") ? [place] : [place, `${place}/**`];
  const narrow = isFolder && !path.endsWith("*") ? [`${path}/**`] : [path];
  return { wide: path === "*" ? ["**"] : wide, narrow: narrow.map((glob) => glob.replace(/[{}]/g, "\\$&")) };
}
