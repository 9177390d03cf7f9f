// What an element of a view stands for beside itself: a folder with everything below it, or what a pattern expands to.
// The world is asked when a rule first needs the members, once per event.

import { compileGlob, matchGlob } from "../../../language/glob.ts";
import { folderKey, type GlobOptions, type TreeFilter, treeKey } from "../../../language/listing.ts";
import type { Context } from "../event/context.ts";
import { isRestGenerated } from "./generated-folders.ts";
import { fold, isBelow, normal, type PathForms, type PathValue, pathOf, wildcard } from "./paths.ts";
import { type Rest, restNamed } from "./rest.ts";
import { restPattern } from "./rest-pattern.ts";
import { folderRoots, systemFolders } from "./system-folders.ts";
import { TreeMembers } from "./tree-members.ts";

export interface Extent {
  /** What could not be looked at, or only perhaps counts, is a faint doubt: for reads. */
  readonly isFaint: boolean;
  /** It is what a pattern expands to: a test that the pattern passes holds for everything it may expand to. */
  readonly isPattern?: true;
  /** Only some of the members, and nothing says which. */
  readonly isPerhaps: boolean;
  members(): Members;
}

export interface Members {
  /** Places that are there in any case. */
  readonly places: readonly PathValue[];
  /** What was listed. */
  readonly items: readonly PathValue[];
  /** All of the items as one path: what holds for everything below the folder need not be asked of each; null: ask each. */
  readonly preview: PathValue | null;
  /** Everything that was not listed; null: the list is whole. */
  readonly rest: PathValue | null;
  /** That one of those which were not listed fits a test is unlikely. */
  readonly isRestFaint: boolean;
  /** None of them surely counts. */
  readonly isPerhaps: boolean;
}

export const nothing: Members = {
  places: [],
  items: [],
  preview: null,
  rest: null,
  isRestFaint: false,
  isPerhaps: false,
};

/** A folder of which a program takes everything, as far as its filters let it. */
export interface Tree {
  readonly filter: TreeFilter;
  readonly isFaint: boolean;
  /** It leaves this machine: no doubt about it is faint. */
  readonly isSent?: boolean;
  readonly isPerhaps?: boolean;
  /** The names come from this folder or pattern instead, whose content goes to the path: `cp -r FROM PATH`. */
  readonly from?: PathValue;
  /** Entries that are here too, at the same place, are left out. */
  readonly without?: PathValue;
  /** The options of the shell that expands the pattern, if there is one. */
  readonly options?: GlobOptions;
  /** It counts only if this folder exists, or only if it does not. */
  readonly when?: { readonly folder: PathValue; readonly exists: boolean };
}

/** The path with everything below it. */
export function treeOf(c: Context, path: PathValue, tree: Tree): PathValue {
  const { text, forms } = path;
  let members: Members | undefined;
  const extent: Extent = {
    isFaint: tree.isFaint,
    isPerhaps: tree.isPerhaps === true,
    members() {
      members ??= membersOf(c, path, tree);
      return members;
    },
  };
  return {
    text,
    forms,
    ...(path.isGlob === true ? { isGlob: true } : {}),
    extent,
    // A message does not ask the world: what turned out to hold nothing, or is called like a file, is shown as one.
    get shown() {
      const isBare = members === undefined ? fileName.test(text) : isEmpty(members);
      return isBare || text.includes("**") ? text : `${text.replace(/\/+$/, "")}/**`;
    },
  };
}

const fileName = /[^/.]\.\w+$/;

const isEmpty = ({ places, items, rest }: Members): boolean =>
  places.length === 0 && items.length === 0 && rest === null;

/** Whether the tree counts at all; null: it cannot be determined. */
function isThere(c: Context, { when }: Tree): boolean | null {
  const place = when?.folder.forms.exact[0];
  if (when === undefined) return true;
  const answer = place === undefined ? undefined : c.fact(folderKey(place));
  return typeof answer === "boolean" ? answer === when.exists : null;
}

function membersOf(c: Context, path: PathValue, tree: Tree): Members {
  const { filter, from, options = {} } = tree;
  const isCounted = isThere(c, tree);
  if (isCounted === false) return nothing;
  const left = entriesIn(c, tree.without);
  const isPerhaps = tree.isPerhaps === true || isCounted === null || left === null;
  const source = from ?? path;
  const place = folderOf(c, source);
  const root = place?.folder.forms.exact[0];
  if (place === null || root === undefined)
    return {
      ...nothing,
      rest: restOf(path, path.forms, restNamed(filter.include?.map(lastName))),
      isRestFaint: tree.isFaint,
      isPerhaps,
    };
  const key = treeKey({ root, ...filter });
  const listing = c.listing(key);
  const listed = (listing?.entries ?? []).map(withoutSlash).filter((entry) => left?.has(entry) !== true);
  const entries = place.pattern === null ? listed : listed.filter(expands(place.pattern, options));
  const target = from === undefined ? place.folder : path;
  const isMoved = from !== undefined && place.pattern !== null;
  const named = isMoved ? entries.map(withoutFolders(place.pattern ?? "")) : entries;
  const items = new TreeMembers(target.forms, named, { text: target.text, key, listed: entries }).paths();
  const places = from === undefined && place.pattern === null ? placesBelow(c, path.forms, filter) : [];
  const preview = items.length < MANY ? null : restOf(path, target.forms, { isPreview: true });
  if (listing?.isWhole === true) return { places, items, preview, rest: null, isRestFaint: false, isPerhaps };
  const shape = place.pattern === null ? null : isMoved ? lastName(place.pattern) : place.pattern;
  const rest = restOf(path, target.forms, {
    ...restNamed(filter.include?.map(lastName)),
    ...(shape === null ? {} : { pattern: restPattern(shape, options, true) }),
  });
  const isRestFaint = tree.isFaint || (tree.isSent !== true && isRestGenerated(root, listing, filter));
  return { places, items, preview, rest, isRestFaint, isPerhaps };
}

const withoutSlash = (entry: string): string => (entry.endsWith("/") ? entry.slice(0, -1) : entry);

/** What is in a folder; null: not all of it could be listed. */
function entriesIn(c: Context, folder: PathValue | undefined): ReadonlySet<string> | null {
  if (folder === undefined) return none;
  const root = folder.forms.exact[0];
  const listing = root === undefined ? undefined : c.listing(treeKey({ root }));
  return listing?.isWhole === true ? new Set(listing.entries.map(withoutSlash)) : null;
}

const none: ReadonlySet<string> = new Set();

/** From here on it pays to look at all of them first. */
const MANY = 16;

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

/** `cp -r packages/* DIR`: only the last name of an expansion, and what is below it, goes there. */
function withoutFolders(pattern: string): (entry: string) => string {
  const depth = pattern.split("/").filter((name) => name !== "").length - 1;
  return (entry) => entry.split("/").slice(depth).join("/");
}

/** Places below a folder that are there, whatever was listed: the home folder, the project, policyc itself, the system. */
function placesBelow(c: Context, { folded }: PathForms, filter: TreeFilter): readonly PathValue[] {
  const found: PathValue[] = [];
  const add = (place: string): void => {
    const own = fold(place);
    const folder = folded.find((form) => form !== own && isBelow(own, form));
    if (folder === undefined || !isSeen(own.slice(folder === "/" ? 1 : folder.length + 1), filter)) return;
    // A place of policyc may not have been made yet: the package of the project, the state of a first session.
    if (c.around.ownPaths.includes(place) && c.fact(`file_exists:${place}`) === false) return;
    const exact = [place];
    found.push({ text: place, forms: { exact, folded: own === place ? exact : [own], complete: true } });
  };
  for (const place of c.around.ownPaths) add(place);
  if (c.home !== undefined) add(normal(c.home));
  for (const place of [...c.roots(), ...folderRoots, ...systemFolders]) add(place);
  return found;
}

/** A program with these filters sees the entry. */
function isSeen(entry: string, { include, exclude = [], skipsHidden, depth }: TreeFilter): boolean {
  const names = entry.split("/");
  const fits = (pattern: string, name: string): boolean =>
    matchGlob(compileGlob(fold(lastName(pattern)), "name"), name);
  if (depth !== undefined && names.length > depth) return false;
  if (skipsHidden === true && names.some((name) => name.startsWith("."))) return false;
  if (exclude.some((pattern) => !pattern.includes("/") && names.some((name) => fits(pattern, name)))) return false;
  return include === undefined || include.some((pattern) => fits(pattern, names.at(-1) ?? ""));
}

const lastName = (pattern: string): string => pattern.replace(/\/+$/, "").replace(/^.*\//, "");
