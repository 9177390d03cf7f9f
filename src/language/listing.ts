// Questions about many files and their answers, as text, so that the world answers them like any other fact.
// `tree:QUESTION` asks for what is below a folder, `glob:PATTERN` for what a pattern of the shell expands to,
// `archive:PATH` for the names in an archive.

/** What is below a folder, as far as the program that walks it would see it. */
export interface TreeQuestion {
  /** Absolute. */
  readonly root: string;
  /** Symbolic links to folders are followed: `grep -R`, `find -L`. */
  readonly follows?: true;
  /** Names or paths that the program leaves out, as globs: `--exclude-dir=dist`. */
  readonly exclude?: readonly string[];
  /** Only files with these names: `--include='*.ts'`, `find -name`. */
  readonly include?: readonly string[];
  /** The program leaves out what `.gitignore` names: `rg`, `git grep`. */
  readonly gitignore?: true;
  /** The program leaves out names that begin with a dot. */
  readonly skipsHidden?: true;
  /** The levels below the root; omitted: all. */
  readonly depth?: number;
}

/** How a program walks a folder, wherever that is. */
export type TreeFilter = Omit<TreeQuestion, "root">;

/** Paths, relative to the folder that was asked about; a folder ends with a slash. */
export interface PathListing {
  readonly entries: readonly string[];
  /** False: there are more, or some could not be read. */
  readonly isWhole: boolean;
}

export const treeKey = (question: TreeQuestion): string => `tree:${JSON.stringify(question)}`;

const SEPARATOR = "\0";
const WHOLE = "whole";
const PART = "part";

export const encodeListing = ({ entries, isWhole }: PathListing): string =>
  [isWhole ? WHOLE : PART, ...entries].join(SEPARATOR);

/** Undefined for an answer that is no listing. */
export function decodeListing(answer: unknown): PathListing | undefined {
  if (typeof answer !== "string") return undefined;
  const [head, ...entries] = answer.split(SEPARATOR);
  return head === WHOLE || head === PART ? { entries, isWhole: head === WHOLE } : undefined;
}
