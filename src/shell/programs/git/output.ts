// Git calls whose output is not fully known but has a known shape: a commit, the name of a branch, a count.

import type { Text } from "../../syntax/text.ts";

const DIGITS = "[0-9]*";
const NAME = "[a-zA-Z0-9]*";

/** Options and revisions that do not change the output; `git rev-parse -f .env` would print its own arguments. */
const harmlessGitWord =
  /^(?:HEAD|@)[\w~^{}@]*$|^origin\/[\w/-]+$|^--(?:verify|always|tags|quiet|short=\d+|abbrev=\d+|dirty)$|^-q$/;

/** By the required arguments. Names of branches and tags never begin with a dash or a dot. */
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

export function gitShape(words: readonly string[]): string | null {
  const row = gitShapes.find(([required]) => required.every((word) => words.includes(word)));
  if (row === undefined) return null;
  const [required, shape] = row;
  const others = words.filter((word) => !required.includes(word));
  return required[0] === "merge-base" || others.every((word) => harmlessGitWord.test(word)) ? shape : null;
}

/** Most git calls have no output of a known shape. */
const shapedWords: ReadonlySet<string | undefined> = new Set(gitShapes.map(([words]) => words[0]));

export const mayHaveShape = (args: readonly Text[]): boolean => args.some(({ text }) => shapedWords.has(text));
