// `p matches ["**/.ssh/**", ...]`: globs over paths, absolute ones, those of the project and those of the home folder.

import { compileGlob } from "../../../language/glob.ts";
import { FALSE, or, type Truth, UNKNOWN } from "../../../language/truth.ts";
import type { Maybe } from "../../../language/value.ts";
import type { Context } from "../event/context.ts";
import type { Listed } from "../program.ts";
import { type GlobNames, globFits, globNames, pathNames } from "./glob-paths.ts";
import { type GlobSet, globSet, matchesSet } from "./glob-set.ts";
import { type Forms, type FormTest, fold, isBelow, overForms, type PathValue } from "./paths.ts";

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
  return overForms(c, path, folded, forms, inGlobs, globs.groups);
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

const inGlobs: FormTest<Groups> = { fits: formFits, fitsGlob: wildFits };
