// Joins the words of a command into one line that a shell reads the same way.

import type { Json } from "../../language/contract.ts";

/** Null when they are not all strings. */
export function commandLine(words: readonly Json[]): string | null {
  return words.every((word) => typeof word === "string") ? words.map(quoted).join(" ") : null;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
