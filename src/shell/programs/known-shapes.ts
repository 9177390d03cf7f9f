// Programs whose output is not fully known but has a known shape: a date, a commit, the name of a branch. As a glob it can
// be compared with rules: `backup-$(date +%F).tgz` is not a hook file, and `"$(git branch --show-current)"` is not a flag.

import type { Text } from "../syntax/text.ts";
import { gitShape, mayHaveShape } from "./git/output.ts";

const DIGITS = "[0-9]*";
const NAME = "[a-zA-Z0-9]*";

/** The shape of each directive of `date`; others make the text unknown. */
const dateDirectives: { readonly [letter: string]: string } = {
  Y: "[0-9][0-9][0-9][0-9]",
  m: "[0-9][0-9]",
  d: "[0-9][0-9]",
  H: "[0-9][0-9]",
  M: "[0-9][0-9]",
  S: "[0-9][0-9]",
  y: "[0-9][0-9]",
  V: "[0-9][0-9]",
  j: "[0-9][0-9][0-9]",
  u: "[0-9]",
  s: DIGITS,
  N: DIGITS,
  F: "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]",
  T: "[0-9][0-9]:[0-9][0-9]:[0-9][0-9]",
  R: "[0-9][0-9]:[0-9][0-9]",
  b: "[A-Z]*",
  B: "[A-Z]*",
  a: "[A-Z]*",
  A: "[A-Z]*",
  Z: "[A-Z]*",
};

/** `+%F_v1`: directives by their shapes, the rest as written. */
function dateShape(words: readonly string[]): string | null {
  const format = words.find((word) => word.startsWith("+"));
  if (format === undefined) return words.some((word) => /^-[I]|^--iso/.test(word)) ? DIGITS : "[A-Z]*";
  // Blanks would split it into separate words.
  if (/\s/.test(format)) return null;
  let shape = "";
  for (const [, letter, text] of format.slice(1).matchAll(/%[-_0^#]?(.)|([^%]+)/gs)) {
    const known = letter === undefined ? text?.replace(/[\\*?[\]]/g, "\\$&") : dateDirectives[letter];
    if (known === undefined) return null;
    shape += known;
  }
  return shape;
}

/** A glob that all possible outputs match; null when nothing is known of them. `shape`: from the row of the program. */
export function shapeOfOutput(name: string, args: readonly Text[], shape?: string | undefined): string | null {
  if (name === "git" && !mayHaveShape(args)) return null;
  if (args.some(({ why }) => why !== null)) return null;
  const words = args.map(({ text }) => text);
  if (name === "date") return dateShape(words);
  if (name === "git") return gitShape(words);
  if (name === "id") return words.every((word) => /^-[ugn]+$/.test(word)) && words.length > 0 ? NAME : null;
  return shape ?? null;
}
