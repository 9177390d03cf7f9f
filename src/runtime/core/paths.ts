// Paths as conditions see them: absolute, normalised, in every form the file can be known by.
// Pure text work; what is on disk (symbolic links) is asked of the world.

import type { Context } from "./context.ts";
import { compileGlob, type Glob, matchGlob } from "./glob.ts";
import { show } from "./message.ts";
import { systemFolders } from "./system-folders.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "./truth.ts";
import { errorValue, type Maybe, unknownValue } from "./value.ts";

/** A path of the call: as written, and the absolute forms it stands for. */
export interface PathValue {
  readonly text: string;
  readonly forms: PathForms;
}

export interface PathForms {
  /** The written form, the one behind symbolic links, and their aliases; at least one unless nothing is known. */
  readonly exact: readonly string[];
  readonly folded: readonly string[];
  /** False when the file's real place could not be told. */
  readonly complete: boolean;
}

/** What a test needs of the forms: one that fits (restricting), or all (loosening, and negated tests of restricting rules). */
export type Forms = "some" | "every";

/** `~somebody`: where that home is can only be guessed. */
const otherHome = /^~[^/+-]/;
const windowsPath = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Lower case in NFC, for comparisons that must not be escaped by spelling. */
export function fold(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : text.normalize("NFC").toLowerCase();
}

const fileScheme = /^file:\/\//i;

/** `file:///etc/passwd` and `file://localhost/etc/passwd` name a file like any path; one that cannot be decoded stays text. */
function pathOfAddress(text: string): string {
  try {
    return decodeURIComponent(text.replace(/^file:\/\/[^/]*/i, ""));
  } catch {
    return text;
  }
}

/** The absolute form of a path, or undefined when its home folder is not known. `base` is absolute. */
export function absolute(text: string, base: string, home: string | undefined): string | undefined {
  if (isNormal(text)) return text;
  let path = fileScheme.test(text) ? pathOfAddress(text) : text;
  if (windowsPath.test(path) || windowsPath.test(base)) path = path.replaceAll("\\", "/");
  const variable = /^\$(?:\{(HOME|PWD)\}|(HOME|PWD)(?![A-Za-z0-9_]))/.exec(path);
  if (variable !== null) {
    const value = (variable[1] ?? variable[2]) === "HOME" ? home : base;
    if (value === undefined) return undefined;
    path = value + path.slice(variable[0].length);
  }
  if (path.startsWith("~")) {
    if (home === undefined) return undefined;
    const slash = path.indexOf("/");
    const user = slash === -1 ? path.slice(1) : path.slice(1, slash);
    const folder = user === "" || user === "+" || user === "-" ? (user === "" ? home : base) : homeOf(user, home);
    path = folder + (slash === -1 ? "" : path.slice(slash));
  }
  if (!path.startsWith("/") && !/^[A-Za-z]:\//.test(path)) path = `${base}/${path}`;
  return normal(path);
}

/** Another user's home stands beside ours, root's in its own place. */
function homeOf(user: string, home: string): string {
  if (user === "root") return "/root";
  return `${home.slice(0, home.lastIndexOf("/"))}/${user}`;
}

/** Most paths already are; looking is much cheaper than splitting. */
function isNormal(path: string): boolean {
  const last = path.charCodeAt(path.length - 1);
  return path.charCodeAt(0) === 47 && last !== 47 && last !== 46 && !path.includes("//") && !path.includes("/.");
}

/** `.`, `..`, doubled and trailing slashes resolved; a drive letter in upper case. */
export function normal(path: string): string {
  if (isNormal(path)) return path;
  const unified = windowsPath.test(path) ? path.replaceAll("\\", "/") : path;
  const drive = /^[A-Za-z]:\//.test(unified) ? unified.slice(0, 2).toUpperCase() : "";
  const parts: string[] = [];
  for (const part of unified.slice(drive.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `${drive}/${parts.join("/")}`;
}

/** A path of the event, with its forms; asked of the world once per event and text. */
export function pathOf(c: Context, text: Maybe<string>): Maybe<PathValue> {
  if (typeof text !== "string") return text;
  const known = c.paths.get(text);
  if (known !== undefined) return known;
  const value = { text, forms: formsOf(c, text) };
  c.paths.set(text, value);
  return value;
}

function formsOf(c: Context, text: string): PathForms {
  const written = absolute(text, c.cwd, c.home);
  if (written === undefined) {
    c.lacks("the home folder");
    return { exact: [], folded: [], complete: false };
  }
  const exact = [written];
  // A backslash is part of a name here, unless the host is a Windows one that did not say so.
  if (text.includes("\\")) exact.push(absolute(text.replaceAll("\\", "/"), c.cwd, c.home) ?? written);
  const real = c.realPath(written);
  if (real !== undefined && real !== written) exact.push(real);
  for (const { folder, target } of c.aliases()) {
    for (const form of [written, real])
      if (form !== undefined && isBelow(form, target)) exact.push(folder + form.slice(target.length));
  }
  return { exact, folded: exact.map(fold), complete: real !== undefined && !otherHome.test(text) };
}

function isBelow(path: string, folder: string): boolean {
  return folder === "/" || path === folder || (path.startsWith(folder) && path.charCodeAt(folder.length) === 47);
}

/** Decides a test over the forms of a path. */
function overForms(
  c: Context,
  path: Maybe<PathValue>,
  folded: boolean,
  forms: Forms,
  fits: (form: string) => boolean,
): Truth {
  if (path === unknownValue) return UNKNOWN;
  if (path === errorValue || path === undefined) return 3;
  const known = folded ? path.forms.folded : path.forms.exact;
  const settled = forms === "some" ? known.some(fits) : !known.every(fits);
  if (settled) return forms === "some" ? TRUE : FALSE;
  if (!path.forms.complete) {
    c.lacks(`where ${show(path.text)} really is`);
    return UNKNOWN;
  }
  return forms === "some" ? FALSE : TRUE;
}

// Folders of `under`

export interface Folders {
  readonly written: readonly string[];
}

export const folders = (written: readonly string[]): Folders => ({ written });

/** `p under "src"`: the folder itself or below. A relative folder starts at workdir, and at its real place. */
export function isUnder(
  c: Context,
  path: Maybe<PathValue>,
  of: Folders,
  folded: boolean,
  forms: Forms = "some",
): Truth {
  const places = c.placesOf(of, folded);
  if (places === undefined) {
    c.lacks("the home folder");
    return UNKNOWN;
  }
  return overForms(c, path, folded, forms, (form) => places.some((place) => isBelow(form, place)));
}

/** The absolute places of a rule's folders, or undefined when one needs a home folder that is not known. */
export function placesOf(
  of: Folders,
  roots: readonly string[],
  home: string | undefined,
  folded: boolean,
): readonly string[] | undefined {
  const places: string[] = [];
  for (const folder of of.written) {
    for (const root of roots) {
      const place = absolute(folder, root, home);
      if (place === undefined) return undefined;
      const form = folded ? fold(place) : place;
      if (!places.includes(form)) places.push(form);
    }
  }
  return places;
}

// Globs over paths

export interface PathGlobs {
  /** Matched against the whole absolute path. */
  readonly anywhere: readonly Pair[];
  /** Matched against the path relative to workdir. */
  readonly relative: readonly Pair[];
  /** Matched against the path relative to the home folder. */
  readonly home: readonly Pair[];
}

interface Pair {
  readonly exact: Glob;
  readonly folded: Glob;
}

export function pathGlobs(patterns: readonly string[]): PathGlobs {
  const pair = (pattern: string): Pair => ({
    exact: compileGlob(pattern, "path"),
    folded: compileGlob(fold(pattern), "path"),
  });
  const of = (fits: (pattern: string) => boolean, from: number): readonly Pair[] =>
    patterns.filter(fits).map((pattern) => pair(pattern.slice(from)));
  const isAnywhere = (pattern: string): boolean => /^(?:\/|\*\*|[A-Za-z]:\/)/.test(pattern);
  const isHome = (pattern: string): boolean => pattern.startsWith("~/");
  return {
    anywhere: of(isAnywhere, 0),
    home: of(isHome, 2),
    relative: patterns
      .filter((pattern) => !isAnywhere(pattern) && !isHome(pattern))
      .map((pattern) => pair(pattern.replace(/^(?:\.\/)+/, ""))),
  };
}

export function matchesPath(
  c: Context,
  path: Maybe<PathValue>,
  globs: PathGlobs,
  folded: boolean,
  forms: Forms = "some",
): Truth {
  if (globs.home.length > 0 && c.home === undefined) {
    c.lacks("the home folder");
    return UNKNOWN;
  }
  const pick = (pair: Pair): Glob => (folded ? pair.folded : pair.exact);
  const below = (pairs: readonly Pair[], root: string, form: string): boolean => {
    if (pairs.length === 0) return false;
    const start = folded ? fold(root) : root;
    if (!isBelow(form, start)) return false;
    const rest = form.slice(start === "/" ? 1 : start.length + 1);
    return pairs.some((pair) => matchGlob(pick(pair), rest));
  };
  return overForms(
    c,
    path,
    folded,
    forms,
    (form) =>
      globs.anywhere.some((pair) => matchGlob(pick(pair), form)) ||
      c.roots().some((root) => below(globs.relative, root, form)) ||
      (c.home !== undefined && below(globs.home, c.home, form)),
  );
}

// The words after `is`

export function isRoot(path: Maybe<PathValue>, c: Context, forms: Forms = "some"): Truth {
  return overForms(c, path, true, forms, (form) => form === "/" || /^[a-z]:\/$/.test(form));
}

const someHome = /^\/(?:root|home\/[^/]+|users\/[^/]+)$/;

export function isHome(c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth {
  const own = c.home === undefined ? undefined : fold(normal(c.home));
  return overForms(c, path, true, forms, (form) => form === own || someHome.test(form));
}

export function isSystem(c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth {
  return overForms(c, path, true, forms, (form) => systemFolders.some((folder) => isBelow(form, folder)));
}

/** A file of policyc itself: bundle, state, trust store, log, socket, as told at load. */
export function isPolicyc(c: Context, path: Maybe<PathValue>, forms: Forms = "some"): Truth {
  return overForms(c, path, true, forms, (form) => c.own.some((place) => isBelow(form, place)));
}

/** Every folder a form of the path lies in, itself included: what the index is probed with. */
export function ancestors(form: string): readonly string[] {
  const found = [form];
  for (let at = form.lastIndexOf("/"); at > 0; at = form.lastIndexOf("/", at - 1)) found.push(form.slice(0, at));
  found.push("/");
  return found;
}
