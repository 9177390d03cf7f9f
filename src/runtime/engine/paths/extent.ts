// What an element of a view stands for beside itself: a folder with everything below it, or what a pattern expands to.
// The world is asked when a rule first needs the members, once per event.

import { compileGlob, matchGlob } from "../../../language/glob.ts";
import { type GlobOptions, type TreeFilter, treeKey } from "../../../language/listing.ts";
import type { Context } from "../event/context.ts";
import { fold, isBelow, type PathForms, type PathValue, pathOf, wildcard } from "./paths.ts";
import { type Rest, restNamed } from "./rest.ts";
import { restPattern } from "./rest-pattern.ts";
import { folderRoots, systemFolders } from "./system-folders.ts";
import { TreeMembers } from "./tree-members.ts";

export interface Extent {
  /** That one of the files which were not listed fits a test is unlikely: for reads, and for them only. */
  readonly isFaint: boolean;
  /** It is what a pattern expands to: a test that the pattern passes holds for everything it may expand to. */
  readonly isPattern?: true;
  members(): Members;
}

export interface Members {
  readonly items: readonly PathValue[];
  /** Everything that was not listed; null: the list is whole. */
  readonly rest: PathValue | null;
}

/** A folder of which a program takes everything, as far as its filters let it. */
export interface Tree {
  readonly filter: TreeFilter;
  readonly isFaint: boolean;
  /** The names come from this folder or pattern instead, whose content goes to the path: `cp -r FROM PATH`. */
  readonly from?: PathValue;
  /** The options of the shell that expands the pattern, if there is one. */
  readonly options?: GlobOptions;
}

/** The path with everything below it. */
export function treeOf(c: Context, path: PathValue, tree: Tree): PathValue {
  const { text, forms } = path;
  let members: Members | undefined;
  const extent: Extent = {
    isFaint: tree.isFaint,
    members() {
      members ??= membersOf(c, path, tree);
      return members;
    },
  };
  const shown = `${text.replace(/(?<=.)\/+$/, "")}/**`.replace(/^\/\/\*\*$/, "/**");
  return path.isGlob === true ? { text, forms, isGlob: true, extent, shown } : { text, forms, extent, shown };
}

function membersOf(c: Context, path: PathValue, { filter, from, options = {} }: Tree): Members {
  const source = from ?? path;
  const place = folderOf(c, source);
  const root = place?.folder.forms.exact[0];
  if (place === null || root === undefined)
    return { items: [], rest: restOf(path, path.forms, restNamed(filter.include)) };
  const key = treeKey({ root, ...filter });
  const listing = c.listing(key);
  const listed = (listing?.entries ?? []).map((entry) => (entry.endsWith("/") ? entry.slice(0, -1) : entry));
  const entries = place.pattern === null ? listed : listed.filter(expands(place.pattern, options));
  const target = from === undefined ? place.folder : path;
  const found = new TreeMembers(target.forms, entries, { text: target.text, key }).paths();
  const known = from === undefined && place.pattern === null ? placesBelow(c, path.forms, filter) : [];
  const pattern = place.pattern === null ? {} : { pattern: restPattern(place.pattern, options, true) };
  const named = restNamed(filter.include);
  const rest = listing?.isWhole === true ? null : restOf(path, target.forms, { ...named, ...pattern });
  return { items: known.length === 0 ? found : [...known, ...found], rest };
}

/** The rest of a tree as one path; every test of it answers for all of them. */
export const restOf = ({ text }: PathValue, forms: PathForms, rest: Rest): PathValue => ({ text, forms, rest });

export interface ListedFolder {
  readonly folder: PathValue;
  /** What the shell expands below it, relative; null: the path has no wildcards. */
  readonly pattern: string | null;
}

/** The folder that can be listed: of a pattern, the one before its first wildcard. */
export function folderOf(c: Context, path: PathValue): ListedFolder | null {
  if (path.isGlob !== true) return { folder: path, pattern: null };
  const first = path.text.search(wildcard);
  const end = path.text.lastIndexOf("/", first === -1 ? path.text.length : first);
  const written = end === -1 ? "." : path.text.slice(0, end) || "/";
  const folder = pathOf(c, written.replace(/\\(.)/g, "$1"));
  return typeof folder === "object" ? { folder, pattern: path.text.slice(end + 1) } : null;
}

/**
 * Whether an entry is an expansion of the pattern, or below one. A wildcard does not match a dot at the beginning of a name,
 * unless an option of the shell says so.
 */
function expands(written: string, { dotglob, nocaseglob }: GlobOptions): (entry: string) => boolean {
  if (nocaseglob === true) {
    const test = expands(fold(written), dotglob === true ? { dotglob } : {});
    return (entry) => test(fold(entry));
  }
  const names = written.split("/").filter((name) => name !== "");
  if (names.includes("**")) {
    const glob = compileGlob(`${names.join("/")}/**`, "path");
    return (entry) => matchGlob(glob, entry);
  }
  const globs = names.map((name) => ({
    glob: compileGlob(name, "name"),
    takesDot: dotglob === true || /^\\?\./.test(name),
  }));
  return (entry) => {
    const parts = entry.split("/");
    return (
      parts.length >= globs.length &&
      globs.every(({ glob, takesDot }, at) => {
        const part = parts[at] ?? "";
        return (takesDot || !part.startsWith(".")) && matchGlob(glob, part);
      })
    );
  };
}

/** Places below a folder that are there, whatever was listed: the home folder, the project, policyc itself, the system. */
function placesBelow(c: Context, { folded }: PathForms, filter: TreeFilter): readonly PathValue[] {
  const home = c.around.foldedHome;
  const places = new Set([
    ...(home === undefined ? [] : [home]),
    ...c.foldedRoots(),
    ...c.own,
    ...folderRoots,
    ...systemFolders,
  ]);
  const found: PathValue[] = [];
  for (const place of places) {
    const folder = folded.find((form) => form !== place && isBelow(place, form));
    if (folder === undefined || !isSeen(place.slice(folder === "/" ? 1 : folder.length + 1), filter)) continue;
    const exact = [place];
    found.push({ text: place, forms: { exact, folded: exact, complete: true } });
  }
  return found;
}

/** A program with these filters sees the entry. */
function isSeen(entry: string, { include, exclude = [], skipsHidden, depth }: TreeFilter): boolean {
  const names = entry.split("/");
  const fits = (pattern: string, name: string): boolean => matchGlob(compileGlob(fold(pattern), "name"), name);
  if (depth !== undefined && names.length > depth) return false;
  if (skipsHidden === true && names.some((name) => name.startsWith("."))) return false;
  if (exclude.some((pattern) => names.some((name) => fits(pattern, name)))) return false;
  return include === undefined || include.some((pattern) => fits(pattern, names.at(-1) ?? ""));
}
