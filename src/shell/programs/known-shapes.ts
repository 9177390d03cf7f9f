// Programs whose output is not known in full but has a known shape: a date, a commit, the name of a branch. As a glob it can
// be compared with rules: `backup-$(date +%F).tgz` is no hook file, and `"$(git branch --show-current)"` is no flag.

import type { Text } from "../syntax/text.ts";

const DIGITS = "[0-9]*";
const NAME = "[a-zA-Z0-9]*";

/** What each directive of `date` stands for; others make the text unknown. */
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

/** `+%F_v1`: the directives by their shapes, the rest as it is written. */
function dateShape(words: readonly string[]): string | null {
  const format = words.find((word) => word.startsWith("+"));
  if (format === undefined) return words.some((word) => /^-[I]|^--iso/.test(word)) ? DIGITS : "[A-Z]*";
  // Blanks would split it into words of their own.
  if (/\s/.test(format)) return null;
  let shape = "";
  for (const [, letter, text] of format.slice(1).matchAll(/%[-_0^#]?(.)|([^%]+)/gs)) {
    const known = letter === undefined ? text?.replace(/[\\*?[\]]/g, "\\$&") : dateDirectives[letter];
    if (known === undefined) return null;
    shape += known;
  }
  return shape;
}

/** Options and revisions that leave the output what it is; `git rev-parse -f .env` would print its own words. */
const harmlessGitWord =
  /^(?:HEAD|@)[\w~^{}@]*$|^origin\/[\w/-]+$|^--(?:verify|always|tags|quiet|short=\d+|abbrev=\d+|dirty)$|^-q$/;

/** By the words that must be among the arguments. Names of branches and tags never begin with a dash or a dot. */
const gitShapes: readonly (readonly [words: readonly string[], shape: string])[] = [
  [["branch", "--show-current"], NAME],
  [["rev-parse", "--abbrev-ref"], NAME],
  [["rev-parse", "--short"], "[0-9a-f]*"],
  [["rev-parse", "HEAD"], "[0-9a-f]*"],
  [["symbolic-ref", "--short"], NAME],
  [["merge-base"], "[0-9a-f]*"],
  [["describe"], NAME],
  [["rev-list", "--count"], DIGITS],
];

function gitShape(words: readonly string[]): string | null {
  const row = gitShapes.find(([wanted]) => wanted.every((word) => words.includes(word)));
  if (row === undefined) return null;
  const [wanted, shape] = row;
  const others = words.filter((word) => !wanted.includes(word));
  return wanted[0] === "merge-base" || others.every((word) => harmlessGitWord.test(word)) ? shape : null;
}

/** Programs that print one plain word whatever they are given. */
const plainPrinters: { readonly [name: string]: string } = {
  hostname: NAME,
  whoami: NAME,
  nproc: DIGITS,
  arch: NAME,
  uname: NAME,
  uuidgen: NAME,
};

/** Most calls of git print nothing of a known shape. */
const shapedWords: ReadonlySet<string | undefined> = new Set(gitShapes.map(([words]) => words[0]));

/** A glob that all possible outputs fit; null when nothing is known of them. */
export function shapeOfOutput(name: string, args: readonly Text[]): string | null {
  if (name === "git" && !args.some(({ text }) => shapedWords.has(text))) return null;
  if (args.some(({ why }) => why !== null)) return null;
  const words = args.map(({ text }) => text);
  if (name === "date") return dateShape(words);
  if (name === "git") return gitShape(words);
  if (name === "id") return words.every((word) => /^-[ugn]+$/.test(word)) && words.length > 0 ? NAME : null;
  return plainPrinters[name] ?? null;
}
