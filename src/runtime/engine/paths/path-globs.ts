// `p matches ["**/.ssh/**", ...]`: globs over paths, absolute ones, those of the project and those of the home folder.

import { compileGlob } from "../../../language/glob.ts";
import { FALSE, or, type Truth, UNKNOWN } from "../../../language/truth.ts";
import type { Maybe } from "../../../language/value.ts";
import type { Context } from "../event/context.ts";
import type { Listed } from "../program.ts";
import { type GlobNames, globFits, globNames, pathNames } from "./glob-paths.ts";
import { type GlobSet, globSet, matchesSet } from "./glob-set.ts";
import { type Forms, type FormTest, fold, isBelow, lacksPlace, overForms, type PathValue } from "./paths.ts";
import { allMatch, mayMatchBelow, type Rest } from "./rest.ts";
import type { RootedGlobs, TreeMembers } from "./tree-members.ts";

/** The globs of a rule, sorted by kind when first matched: a process that handles one event meets few of its rules. */
export interface PathGlobs {
  readonly patterns: Listed;
  groups: Groups | null;
}

interface Groups {
  /** Matched against the whole absolute path. */
  readonly anywhere: Group;
  /** Matched against the path relative to workdir. */
  readonly relative: Group;
  /** Matched against the path relative to the home folder. */
  readonly home: Group;
}

interface Group {
  readonly isEmpty: boolean;
  readonly exact: () => Compiled;
  readonly folded: () => Compiled;
}

interface Compiled {
  readonly set: GlobSet;
  /** For paths that hold wildcards themselves. */
  readonly names: () => readonly GlobNames[];
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const compiled = (patterns: readonly string[]): Compiled => ({
  set: globSet(patterns.map((pattern) => compileGlob(pattern, "path"))),
  names: lazily(() => patterns.map(globNames)),
});

const group = (patterns: readonly string[]): Group => ({
  isEmpty: patterns.length === 0,
  exact: lazily(() => compiled(patterns)),
  folded: lazily(() => compiled(patterns.map(fold))),
});

/** Matched against whole paths; other patterns start at the project or at the home folder. */
export const isAnywhere = (pattern: string): boolean => /^(?:\/|\*\*|[A-Za-z]:\/)/.test(pattern);
const isHome = (pattern: string): boolean => pattern.startsWith("~/");

/** The pattern as it is matched against a path from its root on. */
export const withoutRoot = (pattern: string): string =>
  isAnywhere(pattern) ? pattern : isHome(pattern) ? pattern.slice(2) : pattern.replace(/^(?:\.\/)+/, "");

export const pathGlobs = (patterns: Listed): PathGlobs => ({ patterns, groups: null });

function groupsOf(patterns: readonly string[]): Groups {
  return {
    anywhere: group(patterns.filter(isAnywhere)),
    home: group(patterns.filter(isHome).map(withoutRoot)),
    relative: group(patterns.filter((pattern) => !isAnywhere(pattern) && !isHome(pattern)).map(withoutRoot)),
  };
}

export function matchesPath(
  c: Context,
  path: Maybe<PathValue>,
  globs: PathGlobs,
  folded: boolean,
  forms: Forms = "some",
): Truth {
  globs.groups ??= groupsOf(globs.patterns());
  if (!globs.groups.home.isEmpty && c.home === undefined) {
    c.lacks("the home folder");
    return UNKNOWN;
  }
  if (typeof path === "object" && path.among !== undefined)
    return amongMembers(c, path, path.among, globs.groups, folded, forms);
  return overForms(c, path, folded, forms, inGlobs, globs.groups);
}

/** A file of a tree: all of them are compared at once. */
function amongMembers(
  c: Context,
  path: PathValue,
  among: TreeMembers,
  groups: Groups,
  folded: boolean,
  forms: Forms,
): Truth {
  const { last } = among;
  const marks =
    last !== null && last.of === groups && last.folded === folded && last.forms === forms
      ? last.marks
      : among.marksOf(groups, folded, forms, () => rootedGlobs(c, groups, folded));
  const found = among.truthAt(path.at ?? 0, marks, forms);
  if (found === UNKNOWN) lacksPlace(c, path);
  return found;
}

function rootedGlobs(c: Context, { anywhere, relative, home }: Groups, folded: boolean): readonly RootedGlobs[] {
  const own = homeOf(c, folded);
  const rooted = (root: string, of: Group): readonly RootedGlobs[] =>
    of.isEmpty ? [] : [{ root, set: compiledOf(of, folded).set }];
  return [
    ...rooted("", anywhere),
    ...rootsOf(c, folded).flatMap((root) => rooted(root, relative)),
    ...(own === undefined ? [] : rooted(own, home)),
  ];
}

const compiledOf = (of: Group, folded: boolean): Compiled => (folded ? of.folded() : of.exact());

/** The path relative to a folder; null when it is elsewhere. */
const below = (root: string, form: string): string | null =>
  isBelow(form, root) ? form.slice(root === "/" ? 1 : root.length + 1) : null;

const rootsOf = (c: Context, folded: boolean): readonly string[] => (folded ? c.foldedRoots() : c.roots());
const homeOf = (c: Context, folded: boolean): string | undefined => (folded ? c.around.foldedHome : c.home);

function formFits(c: Context, form: string, { anywhere, relative, home }: Groups, folded: boolean): boolean {
  if (!anywhere.isEmpty && matchesSet(compiledOf(anywhere, folded).set, form)) return true;
  if (!relative.isEmpty)
    for (const root of rootsOf(c, folded)) if (fitsBelow(root, form, relative, folded)) return true;
  const own = home.isEmpty ? undefined : homeOf(c, folded);
  return own !== undefined && fitsBelow(own, form, home, folded);
}

function fitsBelow(root: string, form: string, of: Group, folded: boolean): boolean {
  const rest = below(root, form);
  return rest !== null && matchesSet(compiledOf(of, folded).set, rest);
}

function wildFits(c: Context, form: string, { anywhere, relative, home }: Groups, folded: boolean): Truth {
  const among = (glob: string | null, of: Group): Truth => {
    if (glob === null || of.isEmpty) return FALSE;
    const { set, names } = compiledOf(of, folded);
    return globFits(pathNames(glob), names(), (path) => matchesSet(set, path));
  };
  let found = among(form, anywhere);
  if (!relative.isEmpty) for (const root of rootsOf(c, folded)) found = or(found, among(below(root, form), relative));
  const own = home.isEmpty ? undefined : homeOf(c, folded);
  return own === undefined ? found : or(found, among(below(own, form), home));
}

/** Everything below a folder, against globs that start at the root, in the project or in the home folder. */
function restFits(c: Context, folder: string, groups: Groups, folded: boolean, rest: Rest): Truth {
  const { anywhere, relative, home } = groups;
  const below: Below = { folder, rest, folded };
  let found: Truth = anywhere.isEmpty ? FALSE : restFitsFrom("", anywhere, below);
  if (!relative.isEmpty) for (const root of rootsOf(c, folded)) found = or(found, restFitsFrom(root, relative, below));
  const own = home.isEmpty ? undefined : homeOf(c, folded);
  return own === undefined ? found : or(found, restFitsFrom(own, home, below));
}

interface Below {
  readonly folder: string;
  readonly rest: Rest;
  readonly folded: boolean;
}

function restFitsFrom(root: string, of: Group, { folder, rest, folded }: Below): Truth {
  const { all } = compiledOf(of, folded).set;
  const from = root === "" ? (folder === "/" ? "" : folder) : below(root, folder);
  if (from !== null) return allMatch(all, from === "" && root !== "" ? [] : from.split("/"), rest, folded);
  return isBelow(root, folder) && mayMatchBelow(all, wayDown(folder, root), rest, folded) ? UNKNOWN : FALSE;
}

/** The names from a folder to one below it. */
const wayDown = (folder: string, to: string): readonly string[] => (below(folder, to) ?? "").split("/");

const inGlobs: FormTest<Groups> = { fits: formFits, fitsGlob: wildFits, fitsRest: restFits };
