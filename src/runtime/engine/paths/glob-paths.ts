// Paths that a shell will expand (`~/.s*/id_r?a`), compared with the paths and globs of rules without reading the disk.
// True: every expansion matches. Unknown: it is written so that a file of the rule may be among the expansions.
// A bare `*` says nothing about names, so it reaches only what its folder settles.

import { compileGlob, type Glob, matchGlob } from "../../../language/glob.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";

/** A name that no rule mentions, used for what a shell would find. */
const SOME_NAME = "zq0";
const kindOnly = /^\*\.\w+$/;
const wild = /(?<!\\)[*?[]/;
const segmentsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** The path with every wildcard replaced by that name. */
export function anyExpansion(glob: string): string {
  return glob
    .replace(/(?<!\\)\[[^\]/]*\]/g, (set) => set[1] ?? "x")
    .replace(/(?<!\\)\*+/g, SOME_NAME)
    .replace(/(?<!\\)\?/g, "q")
    .replace(/\\(.)/g, "$1");
}

/** What a name with wildcards stands for at least: the wildcards left out. */
const core = (name: string): string =>
  name
    .replace(/(?<!\\)\[[^\]/]*\]/g, (set) => set[1] ?? "")
    .replace(/(?<!\\)[*?]/g, "")
    .replace(/\\(.)/g, "$1");

/** A path or pattern cut into names, each read once however often it is compared. */
export interface GlobNames {
  readonly text: string;
  readonly names: readonly Name[];
}

interface Name {
  readonly text: string;
  readonly isWild: boolean;
  /** Any number of names. */
  readonly isAnyDepth: boolean;
  /** Without wildcards and backslashes. */
  readonly core: string;
  readonly glob: Glob;
}

const nameOf = (text: string): Name => ({
  text,
  isWild: wild.test(text),
  isAnyDepth: text === "**",
  core: core(text),
  glob: compileGlob(text, "name"),
});

/** Names of a path that a shell expands, or of a pattern of a rule. */
export const globNames = (text: string): GlobNames => ({ text, names: segmentsOf(text).map(nameOf) });

/** Rule after rule asks about the same few paths, whole and from the root they lie in: the last two are kept. */
let last = globNames("");
let before = last;

/** Names of a path that a shell expands. */
export function pathNames(text: string): GlobNames {
  if (last.text === text) return last;
  const found = before.text === text ? before : globNames(text);
  before = last;
  last = found;
  return found;
}

/** Is the expanded path one of the folders, or below one? */
export function globUnder(glob: string, folders: readonly string[]): Truth {
  const settled = anyExpansion(glob);
  for (const folder of folders)
    if (folder === "/" || settled === folder || settled.startsWith(`${folder}/`)) return TRUE;
  const { names } = pathNames(glob);
  return folders.some((folder) => reaches(names, segmentsOf(folder))) ? UNKNOWN : FALSE;
}

/** The first names of the glob may be the names of the folder. */
function reaches(names: readonly Name[], folder: readonly string[]): boolean {
  return (
    folder.length > 0 &&
    folder.length <= names.length &&
    folder.every((text, i) => {
      const name = names[i];
      return name !== undefined && (name.isWild ? mayBe(name, nameOf(text)) : mayBePlain(name, text));
    })
  );
}

/** The first names settle nearly every folder, and few of them hold a wildcard: no need to read the folder's. */
const mayBePlain = (name: Name, text: string): boolean =>
  wild.test(text) || text.includes("\\") ? mayBe(name, nameOf(text)) : name.core === text;

/** Whether the expansion of the path matches one of the patterns; `settled` answers for a path without wildcards. */
export function globFits(glob: GlobNames, patterns: readonly GlobNames[], settled: (path: string) => boolean): Truth {
  if (settled(anyExpansion(glob.text))) return TRUE;
  return patterns.some((pattern) => meets(glob.names, pattern.names)) ? UNKNOWN : FALSE;
}

/**
 * Both may stand for one path, judged name by name; `**` of either stands for any number of names. That of a path (`find .
 * -name x`) reaches into the folders of a rule only where the names beside it tell which file is meant.
 */
function meets(names: readonly Name[], pattern: readonly Name[]): boolean {
  const last = pattern.at(-1);
  const end = names.at(-1);
  const isDeep = names.some(({ isAnyDepth }) => isAnyDepth);
  const isSpecific = isDeep && tells(names, pattern);
  // Most patterns are about another name at the end, and there it is seen at once.
  if (last !== undefined && end !== undefined && !last.isAnyDepth && !mayBe(end, last, isSpecific)) return false;
  const reachesIn = isSpecific || (last?.isAnyDepth === false && end !== undefined && isNamed(end));
  // Column j: the first i names may fit the first j parts of the pattern.
  let row: boolean[] = [true];
  for (let j = 1; j <= pattern.length; j++) row[j] = row[j - 1] === true && pattern[j - 1]?.isAnyDepth === true;
  for (const name of names) {
    const next: boolean[] = [false];
    for (let j = 1; j <= pattern.length; j++) {
      const part = pattern[j - 1];
      if (part === undefined) continue;
      if (part.isAnyDepth) next[j] = next[j - 1] === true || row[j] === true;
      else if (name.isAnyDepth) next[j] = row[j] === true || (reachesIn && next[j - 1] === true);
      else next[j] = row[j - 1] === true && mayBe(name, part, isSpecific);
    }
    if (name.isAnyDepth) next[0] = row[0] === true;
    row = next;
  }
  return row[pattern.length] === true;
}

/** `policy*` names files, `*.json` only a kind of them. */
const isNamed = (name: Name): boolean => !name.isWild || (name.core.length >= 4 && !kindOnly.test(name.text));

/** The path names the folder that the pattern is about: `.github` in `find .github -name '*.yml'`. */
function tells(names: readonly Name[], pattern: readonly Name[]): boolean {
  const folder = pattern.find(({ isWild }) => !isWild);
  return (
    folder !== undefined && folder !== pattern.at(-1) && names.some((name) => !name.isWild && name.core === folder.text)
  );
}

/** One name of the path, perhaps with wildcards, and one of a rule, perhaps with wildcards too. */
function mayBe(name: Name, part: Name, isSpecific = false): boolean {
  if (!name.isWild) return matchGlob(part.glob, name.core);
  if (isSpecific) return matchGlob(name.glob, part.isWild ? part.core : part.text) || matchGlob(part.glob, name.core);
  if (name.core === "") return false;
  // `*.json` says of which kind the files are, not which; a leading star does not reach names that begin with a dot.
  if (kindOnly.test(name.text))
    return part.text.startsWith("*") && matchGlob(part.glob, SOME_NAME + name.text.slice(1));
  if (/^[*?]/.test(name.text) && part.text.startsWith(".")) return false;
  return matchGlob(name.glob, part.isWild ? part.core : part.text) || (part.isWild && matchGlob(part.glob, name.core));
}
