// Questions about many files and their answers, as text, so that the world answers them like any other fact.
// `tree:QUESTION` asks for what is below a folder, `glob:QUESTION` for what a pattern of the shell expands to,
// `archive:PATH` for the names in an archive, `same:QUESTION` for names of one file.

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

/** What a pattern expands to, with the options of the shell that expands it. */
export interface GlobQuestion {
  /** Absolute; characters that are meant literally have a backslash. */
  readonly pattern: string;
  /** `*` takes names that begin with a dot. */
  readonly dotglob?: true;
  readonly nocaseglob?: true;
  /** `**` takes any number of folders. */
  readonly globstar?: true;
  /** `@(a|b)`, `!(a)` and the like are patterns. */
  readonly extglob?: true;
}

/** The options of a shell that change what its patterns expand to. */
export type GlobOptions = Omit<GlobQuestion, "pattern">;

/** Which of the files is the same as this one, by hard links. */
export interface SameQuestion {
  /** Absolute, like the candidates; of a folder, all files in it. */
  readonly path: string;
  readonly candidates: readonly string[];
}

/** Paths, relative to the folder that was asked about or absolute for a glob; a folder ends with a slash. */
export interface PathListing {
  readonly entries: readonly string[];
  /** False: there are more, or some could not be read. */
  readonly isWhole: boolean;
}

/** The most entries of a folder that are looked at. */
export const MOST_ENTRIES = 10_000;

export const treeKey = (question: TreeQuestion): string => `tree:${JSON.stringify(question)}`;
export const globKey = (question: GlobQuestion): string => `glob:${JSON.stringify(question)}`;
export const archiveKey = (path: string): string => `archive:${path}`;
/** Answered by those of the candidates that are the same file. */
export const sameKey = (question: SameQuestion): string => `same:${JSON.stringify(question)}`;
/** Answered by whether there is a folder, links followed. */
export const folderKey = (path: string): string => `folder:${path}`;
export const fileKey = (path: string): string => `file:${path}`;

const SEPARATOR = "\0";
const WHOLE = "whole";
const PART = "part";
/** What is recorded of a listing that is too long: only the entries that decided something. */
const CUT = "cut";

export const encodeListing = ({ entries, isWhole }: PathListing): string =>
  [isWhole ? WHOLE : PART, ...entries].join(SEPARATOR);

/** Undefined for an answer that is no listing. */
export function decodeListing(answer: unknown): PathListing | undefined {
  if (typeof answer !== "string") return undefined;
  const [head, ...entries] = answer.split(SEPARATOR);
  return head === WHOLE || head === PART || head === CUT ? { entries, isWhole: head === WHOLE } : undefined;
}

/** More than this is not recorded. */
const MOST_RECORDED = 64;
const LONGEST_RECORDED = 4096;

/** An answer as decisions and logs record it: whole if it is short. */
export function recordedListing(answer: string): string {
  const isShort = answer.length <= LONGEST_RECORDED && answer.split(SEPARATOR).length <= MOST_RECORDED + 1;
  return isShort ? answer : CUT;
}

/** The record with an entry that decided something; only of those that were too long. */
export function withEntry(record: string, entry: string): string {
  const [head, ...entries] = record.split(SEPARATOR);
  const isMore = head === CUT && entries.length < MOST_RECORDED && !entries.includes(entry);
  return isMore ? [record, entry].join(SEPARATOR) : record;
}

/** A record that does not hold the whole answer. */
export const isCutListing = (record: unknown): boolean =>
  typeof record === "string" && (record === CUT || record.startsWith(CUT + SEPARATOR));
