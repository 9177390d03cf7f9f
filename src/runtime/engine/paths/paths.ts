// Paths as conditions see them: absolute, normalised, in every form the file can be known by.
// Works on text only; symbolic links are resolved through the world.

import { show } from "../../../language/message.ts";
import { and, ERROR, FALSE, or, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import { errorValue, type Maybe, unknownValue } from "../../../language/value.ts";
import type { Context } from "../event/context.ts";
import type { Extent } from "./extent.ts";
import { globUnder } from "./glob-paths.ts";
import { allBelow, type Rest } from "./rest.ts";
import type { TreeMembers } from "./tree-members.ts";

/** A path of the call: as written, and the absolute forms it stands for. */
export interface PathValue {
  readonly text: string;
  readonly forms: PathForms;
  /** The forms hold wildcards that a shell expands. */
  readonly isGlob?: true;
  /** What it stands for beside itself; quantifiers test its members too. */
  readonly extent?: Extent;
  /** How messages name it, if not by its text: `src/**`. */
  readonly shown?: string;
  /** It is no path but all those below the forms that were not listed: a test answers for all of them. */
  readonly rest?: Rest;
  /** The tree it is a member of, and its place there. */
  readonly among?: TreeMembers;
  readonly at?: number;
  /** Cached results: the index uses them before the rules do. */
  is?: { root: Truth | null; home: Truth | null; system: Truth | null };
}

export interface PathForms {
  /** The written form, the one behind symbolic links, and their aliases; at least one unless nothing is known. */
  readonly exact: readonly string[];
  readonly folded: readonly string[];
  /** False when the file's real path could not be determined. */
  readonly complete: boolean;
  /** Paths whose written form could not be determined either. */
  readonly why?: string;
}

/** What a test needs of the forms: one that fits (restricting), or all (loosening, and negated tests of restricting rules). */
export type Forms = "some" | "every";

/** `~name`: the place of that home can only be guessed. */
const isOtherHome = (text: string): boolean => text.startsWith("~") && /^~[^/+-]/.test(text);
const windowsPath = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Lower case in NFC, for comparisons that must not be escaped by spelling. */
export function fold(text: string): string {
  // Most paths are folded already.
  if (/^[\x20-\x40\x5b-\x7e]*$/.test(text)) return text;
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
  if (plainRelative.test(text) && isNormalBase(base)) return `${base}/${text}`;
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

/** `src/a.ts`, `.github/x.yml`: nothing in it has to be resolved. */
const plainRelative = /^(?:\.?[\w@+-][\w@+.-]*\/)*\.?[\w@+-](?:[\w@+.-]*[\w@+-])?$/;

/** Another user's home is next to the current user's; root's has its own place. */
function homeOf(user: string, home: string): string {
  if (user === "root") return "/root";
  return `${home.slice(0, home.lastIndexOf("/"))}/${user}`;
}

/** Most paths already are; looking is much cheaper than splitting. */
function isNormal(path: string): boolean {
  const last = path.charCodeAt(path.length - 1);
  return path.charCodeAt(0) === 47 && last !== 47 && last !== 46 && !path.includes("//") && !path.includes("/.");
}

/** The folder that paths were last seen from: a session hardly ever changes its own. */
let lastBase = "";

function isNormalBase(base: string): boolean {
  if (base === lastBase) return true;
  if (!isNormal(base)) return false;
  lastBase = base;
  return true;
}

/** `.`, `..`, doubled and trailing slashes resolved; a drive letter in upper case. */
export function normal(path: string): string {
  if (isNormal(path)) return path;
  const unified = windowsPath.test(path) ? path.replaceAll("\\", "/") : path;
  const drive = /^[A-Za-z]:\//.test(unified) ? unified.slice(0, 2).toUpperCase() : "";
  if (drive === "" && unified.length <= SHORT_PATH) return shortNormal(unified);
  const parts: string[] = [];
  for (const part of unified.slice(drive.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `${drive}/${parts.join("/")}`;
}

const SHORT_PATH = 256;

/** The same for a short path without a drive, in a fraction of the time; of a long one it would cost the square of its length. */
function shortNormal(path: string): string {
  let made = "";
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf("/", start);
    const end = slash === -1 ? path.length : slash;
    const part = path.slice(start, end);
    if (part === "..") made = made.slice(0, Math.max(made.lastIndexOf("/"), 0));
    else if (part !== "" && part !== ".") made += `/${part}`;
    start = end + 1;
  }
  return made === "" ? "/" : made;
}

/** A path of the event, with its forms; asked of the world once per event and text. */
export function pathOf(c: Context, text: Maybe<string>): Maybe<PathValue> {
  if (typeof text !== "string") return text;
  const known = c.knownPath(text);
  if (known !== undefined) return known;
  const value = { text, forms: formsOf(c, text) };
  c.keepPath(text, value);
  return value;
}

/** A path with wildcards for the shell, as it may be written in a command. */
export function globOf(c: Context, text: string): PathValue {
  const key = `glob:${text}`;
  const known = c.knownPath(key);
  if (known !== undefined) return known;
  const value = { text, forms: globForms(c, text), isGlob: true } as const;
  c.keepPath(key, value);
  return value;
}

/** Four times what Linux takes for one: a longer one names no file, and would cost every rule its length. */
const LONGEST_PATH = 16_384;

/** The absolute form of a path of the event, or why it cannot be determined. */
function writtenForm(c: Context, text: string): string | PathForms {
  if (text.length > LONGEST_PATH) return noForms(`a path of more than ${LONGEST_PATH} characters`);
  return absolute(text, c.cwd, c.home) ?? noForms("the home folder");
}

const noForms = (why: string): PathForms => ({ exact: [], folded: [], complete: false, why });

/** The path as a glob that stands for nothing else. */
export const literally = (path: string): string => path.replace(/[*?[\]\\]/g, "\\$&");

/** Where a pattern of the shell begins to be one. */
export const wildcard = /(?<!\\)(?:[*?[]|[@+!]\()/;

/** Only the folder before the first wildcard can be looked up. */
function globForms(c: Context, text: string): PathForms {
  const written = writtenForm(c, text);
  if (typeof written !== "string") return written;
  const first = written.search(wildcard);
  const end = first === -1 ? written.length : written.lastIndexOf("/", first);
  const folder = (written.slice(0, Math.max(end, 0)) || "/").replace(/\\(.)/g, "$1");
  const real = folder === "/" ? folder : c.realPath(folder);
  const exact = real === undefined || real === folder ? [written] : [written, literally(real) + written.slice(end)];
  return { exact, folded: exact.map(fold), complete: real !== undefined && !isOtherHome(text) };
}

function formsOf(c: Context, text: string): PathForms {
  const written = writtenForm(c, text);
  if (typeof written !== "string") return written;
  const real = c.realPath(written);
  const isComplete = real !== undefined && !isOtherHome(text);
  const aliases = c.aliases();
  if (real === written && aliases.length === 0 && !text.includes("\\")) return oneForm(written, isComplete);
  const exact = [written];
  // A backslash is part of a name here, unless the host is a Windows one that did not say so.
  if (text.includes("\\")) exact.push(absolute(text.replaceAll("\\", "/"), c.cwd, c.home) ?? written);
  if (real !== undefined && real !== written) exact.push(real);
  for (const { folder, target } of aliases) {
    for (const form of [written, real])
      if (form !== undefined && isBelow(form, target)) exact.push(folder + form.slice(target.length));
  }
  return { exact, folded: foldedForms(exact), complete: isComplete };
}

/** A path that is where it is written, as nearly all are. */
function oneForm(written: string, complete: boolean): PathForms {
  const exact = [written];
  const folded = fold(written);
  return { exact, folded: folded === written ? exact : [folded], complete };
}

function foldedForms(exact: readonly string[]): readonly string[] {
  const folded = exact.map(fold);
  return folded.every((form, i) => form === exact[i]) ? exact : folded;
}

export function isBelow(path: string, folder: string): boolean {
  return folder === "/" || path === folder || (path.startsWith(folder) && path.charCodeAt(folder.length) === 47);
}

/** A test of one form of a path, against something that the rule names. */
export interface FormTest<T> {
  fits(c: Context, form: string, of: T, folded: boolean): boolean;
  /** The same of a form that holds wildcards. */
  fitsGlob(c: Context, glob: string, of: T, folded: boolean): Truth;
  /** The same of everything below a folder: true when all would pass, false when none can. */
  fitsRest(c: Context, folder: string, of: T, folded: boolean, rest: Rest): Truth;
}

/** Decides a test over the forms of a path. */
export function overForms<T>(
  c: Context,
  path: Maybe<PathValue>,
  folded: boolean,
  forms: Forms,
  test: FormTest<T>,
  of: T,
): Truth {
  if (path === unknownValue) return UNKNOWN;
  if (path === errorValue || path === undefined) return ERROR;
  const known = folded ? path.forms.folded : path.forms.exact;
  if (path.rest !== undefined) return overRest(c, path, path.rest, folded, forms, test, of);
  if (path.isGlob === true)
    return overGlobs(
      c,
      path,
      forms,
      known.map((glob) => test.fitsGlob(c, glob, of, folded)),
    );
  const isWanted = forms === "some";
  for (let at = 0; at < known.length; at++)
    if (test.fits(c, known[at] as string, of, folded) === isWanted) return isWanted ? TRUE : FALSE;
  if (!path.forms.complete) {
    lacksPlace(c, path);
    return UNKNOWN;
  }
  return forms === "some" ? FALSE : TRUE;
}

function overRest<T>(
  c: Context,
  path: PathValue,
  rest: Rest,
  folded: boolean,
  forms: Forms,
  test: FormTest<T>,
  of: T,
): Truth {
  const found = (folded ? path.forms.folded : path.forms.exact).map((form) => test.fitsRest(c, form, of, folded, rest));
  const result = forms === "some" ? found.reduce(or, FALSE) : found.reduce(and, TRUE);
  const settled = forms === "some" ? TRUE : FALSE;
  if (result === settled || (path.forms.complete && result !== UNKNOWN)) return result;
  if (rest.isPreview !== true)
    c.lacks(rest.pattern === undefined ? `all that is below ${show(path.text)}` : `what ${show(path.text)} refers to`);
  return UNKNOWN;
}

export function lacksPlace(c: Context, { forms, text }: PathValue): void {
  if (forms.why !== undefined) c.lacks(forms.why);
  c.lacks(`where ${show(text)} really is`);
}

function overGlobs(c: Context, path: PathValue, forms: Forms, found: readonly Truth[]): Truth {
  const result = forms === "some" ? found.reduce(or, FALSE) : found.reduce(and, TRUE);
  const settled = forms === "some" ? TRUE : FALSE;
  if (result === settled || (path.forms.complete && result !== UNKNOWN)) return result;
  if (path.forms.why !== undefined) c.lacks(path.forms.why);
  c.lacks(`what ${show(path.text)} refers to`);
  return UNKNOWN;
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
  return overForms(c, path, folded, forms, underPlaces, places);
}

const isBelowOne = (form: string, places: readonly string[]): boolean => {
  for (let at = 0; at < places.length; at++) if (isBelow(form, places[at] as string)) return true;
  return false;
};

export const underPlaces: FormTest<readonly string[]> = {
  fits: (_, form, places) => isBelowOne(form, places),
  fitsGlob: (_, glob, places) => globUnder(glob, places),
  fitsRest: (_, folder, places, folded, rest) => allBelow(folder, places, rest, folded),
};

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

/** Every folder that contains a form of the path, itself included: the keys for the index. */
export function ancestors(form: string): readonly string[] {
  const found = [form];
  for (let at = form.lastIndexOf("/"); at > 0; at = form.lastIndexOf("/", at - 1)) found.push(form.slice(0, at));
  found.push("/");
  return found;
}
