// What is below a folder, breadth first and bounded, as far as the program that walks it would see it.

import { compileGlob, type Glob, matchNames } from "../glob.ts";
import { MOST_ENTRIES, type PathListing, type TreeQuestion } from "../listing.ts";
import { type Disk, type DiskEntry, pathIn } from "./disk.ts";
import { type Ignored, ignoredAt, ignoredIn, isIgnored } from "./gitignore.ts";

interface Level {
  readonly folder: string;
  /** Its path from the root, with a final slash; empty for the root. */
  readonly inside: string;
  readonly depth: number;
  readonly ignored: Ignored | null;
}

/** The entries below the root. A root that is absent or a file has none. */
export function walkTree(question: TreeQuestion, disk: Disk, most = MOST_ENTRIES): PathListing {
  const { root, depth: deepest = Number.POSITIVE_INFINITY } = question;
  const filters = filtersOf(question);
  const ignored = question.gitignore === true ? ignoredAt(root, disk) : null;
  const entries: string[] = [];
  // Folders that links have led to: a link to a folder above would go around for ever.
  const visited = new Set<string>();
  const levels: Level[] = [{ folder: root, inside: "", depth: 1, ignored }];
  let left = most;
  let isWhole = true;
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at] as Level;
    if (level.depth > deepest) continue;
    if (left <= 0 || disk.isOver()) return { entries, isWhole: false };
    if (question.follows === true && !isNew(level.folder, visited, disk)) continue;
    const found = disk.list(level.folder, left);
    if (found === null) continue;
    if (found === undefined) {
      isWhole = false;
      continue;
    }
    left -= found.entries.length;
    isWhole &&= found.isWhole;
    for (const entry of found.entries) {
      const path = level.inside + entry.name;
      const isFolder = isFolderHere(entry, level.folder, question, disk);
      if (isLeftOut(path, entry.name, isFolder, level, filters)) continue;
      if (isIncluded(path, filters)) entries.push(isFolder ? `${path}/` : path);
      if (isFolder) levels.push(below(level, entry.name, disk));
    }
  }
  return { entries, isWhole };
}

function isNew(folder: string, visited: Set<string>, disk: Disk): boolean {
  const id = disk.target(folder)?.id;
  if (id === undefined || visited.has(id)) return false;
  visited.add(id);
  return true;
}

const isFolderHere = ({ name, kind }: DiskEntry, folder: string, { follows }: TreeQuestion, disk: Disk): boolean =>
  kind === "folder" || (kind === "link" && follows === true && disk.target(pathIn(folder, name))?.kind === "folder");

function below({ folder, inside, depth, ignored }: Level, name: string, disk: Disk): Level {
  const next = pathIn(folder, name);
  return {
    folder: next,
    inside: `${inside}${name}/`,
    depth: depth + 1,
    ignored: ignored === null ? null : ignoredIn(next, ignored, disk),
  };
}

interface Filters {
  readonly exclude: readonly Glob[];
  readonly include: readonly Glob[] | null;
  readonly skipsHidden: boolean;
}

/** A pattern without a slash is about names, at any depth. */
const patternOf = (text: string): Glob => {
  const path = text.replace(/\/+$/, "");
  if (path.startsWith("/")) return compileGlob(path.slice(1), "path");
  return compileGlob(path.startsWith("**/") ? path : `**/${path.replace(/^(?:\.\/)+/, "")}`, "path");
};

const filtersOf = ({ exclude, include, skipsHidden }: TreeQuestion): Filters => ({
  exclude: (exclude ?? []).map(patternOf),
  include: include === undefined ? null : include.map(patternOf),
  skipsHidden: skipsHidden === true,
});

function isLeftOut(
  path: string,
  name: string,
  isFolder: boolean,
  { folder, ignored }: Level,
  filters: Filters,
): boolean {
  if (filters.skipsHidden && name.startsWith(".")) return true;
  if (filters.exclude.length > 0 && fitsOne(filters.exclude, path)) return true;
  return ignored !== null && (name === ".git" || isIgnored(ignored, pathIn(folder, name), isFolder));
}

const isIncluded = (path: string, { include }: Filters): boolean => include === null || fitsOne(include, path);

function fitsOne(globs: readonly Glob[], path: string): boolean {
  const names = path.split("/");
  return globs.some((glob) => matchNames(glob, names));
}
