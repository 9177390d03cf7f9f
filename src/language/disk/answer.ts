// Questions about many files, answered from a disk: `tree:`, `glob:`, `folder:`, `file:`. An argument that is no question is unknown.

import type { FactValue } from "../contract.ts";
import { encodeListing, type GlobQuestion, type TreeQuestion } from "../listing.ts";
import type { Disk } from "./disk.ts";
import { expandGlob } from "./expand-glob.ts";
import { walkTree } from "./walk.ts";

type Answer = (argument: string, disk: Disk) => FactValue | undefined;

export const diskAnswers: { readonly [fact: string]: Answer } = {
  tree(argument, disk) {
    const question = questionOf<TreeQuestion>(argument);
    return isAbsolute(question?.root) ? encodeListing(walkTree(question as TreeQuestion, disk)) : undefined;
  },
  glob(argument, disk) {
    const question = questionOf<GlobQuestion>(argument);
    return isAbsolute(question?.pattern) ? encodeListing(expandGlob(question as GlobQuestion, disk)) : undefined;
  },
  folder(path, disk) {
    const found = isAbsolute(path) ? disk.target(path) : undefined;
    return found === undefined ? undefined : found?.kind === "folder";
  },
  file: (path, disk) => (isAbsolute(path) ? disk.text(path) : undefined),
};

/** Slashes on every system: the engine asks in that form. */
const isAbsolute = (path: unknown): boolean => typeof path === "string" && /^(?:\/|[A-Za-z]:\/)/.test(path);

export function questionOf<Question>(argument: string): Question | undefined {
  try {
    return JSON.parse(argument) as Question;
  } catch {
    return undefined;
  }
}
