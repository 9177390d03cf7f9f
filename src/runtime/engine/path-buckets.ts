// Finds index buckets for the paths of a view: by their folders, their names, and what they are.
// Where something about the paths cannot be determined, every rule of the key must be tested.

import { effectBits } from "../../language/effect-kinds.ts";
import { FALSE, type Truth } from "../../language/truth.ts";
import type { ListView } from "../../language/value.ts";
import { commandOf, pathsOfCall } from "./event/command.ts";
import type { PathView } from "./event/command-element.ts";
import type { Context } from "./event/context.ts";
import { view } from "./event/views.ts";
import { isHome, isPolicyc, isProject, isRoot, isSystem } from "./paths/path-kinds.ts";
import { ancestors, isBelow, type PathValue } from "./paths/paths.ts";
import type { Bucket, IndexKey } from "./program.ts";

/** Takes the buckets; false: they cannot be determined, and none is taken. */
export type TakePaths = (c: Context, found: number[], take: Take) => boolean;
export type Take = (bucket: Bucket, c: Context, found: number[]) => void;
export type OfPaths = (key: IndexKey, of: PathView) => TakePaths;

// Names

/** The values of a key by their form: `/.ssh/`, `^/dev/`, `/id_`, `.pem/`. */
interface ByName {
  /** By the first character of the name. */
  readonly whole: ReadonlyMap<number, WholeNames>;
  readonly first: ReadonlyMap<string, Bucket>;
  /** By the first character of what a name begins with, the last one of what it ends with. */
  readonly begun: ReadonlyMap<number, readonly Part[]>;
  readonly ended: ReadonlyMap<number, readonly Part[]>;
  /** The last project, and the buckets for the names of its folder. */
  root: string;
  ofRoot: readonly Bucket[];
}

interface WholeNames {
  readonly names: Map<string, Bucket>;
  /** One bit for each length they have, so that most other names need not be cut out of their path. */
  lengths: number;
}

interface Part {
  readonly text: string;
  readonly bucket: Bucket;
}

function byName(key: IndexKey): ByName {
  const whole = new Map<number, WholeNames>();
  const first = new Map<string, Bucket>();
  const begun = new Map<number, Part[]>();
  const ended = new Map<number, Part[]>();
  for (const [value, bucket] of key.buckets) {
    const text = String(value);
    if (text.startsWith("^/")) first.set(text.slice(2, -1), bucket);
    else if (!text.startsWith("/")) file(ended, text.charCodeAt(text.length - 2), { text: text.slice(0, -1), bucket });
    else if (text.endsWith("/")) fileWhole(whole, text.slice(1, -1), bucket);
    else file(begun, text.charCodeAt(1), { text: text.slice(1), bucket });
  }
  return { whole, first, begun, ended, root: "", ofRoot: [] };
}

function file(map: Map<number, Part[]>, at: number, part: Part): void {
  const known = map.get(at);
  if (known === undefined) map.set(at, [part]);
  else known.push(part);
}

function fileWhole(map: Map<number, WholeNames>, name: string, bucket: Bucket): void {
  const first = name.charCodeAt(0);
  const known = map.get(first) ?? { names: new Map(), lengths: 0 };
  known.names.set(name, bucket);
  known.lengths |= lengthBit(name.length);
  map.set(first, known);
}

const LAST_BIT = 31;
const lengthBit = (length: number): number => 1 << Math.min(length, LAST_BIT);

/** `names:writes`: every name in a form of a written path. */
export const bucketsOfNames: OfPaths = (key, of) => {
  let made: ByName | null = null;
  return (c, found, take) => {
    const lists = listsOf(c, of);
    if (lists.length === 0) return true;
    if (c.home === undefined || !lists.every(isDetermined)) return false;
    made ??= byName(key);
    const sought = made;
    const buckets: Bucket[] = [];
    for (const { items, maybe } of lists) {
      for (const path of items) addNamed(c, path, sought, buckets);
      if (maybe !== undefined) for (const path of maybe) addNamed(c, path, sought, buckets);
    }
    for (const bucket of buckets) take(bucket, c, found);
    return true;
  };
};

/** The names of a path with wildcards, of one whose real path is unknown, or of all that is below one, cannot be determined. */
const isDetermined = ({ items, maybe, complete }: ListView<PathValue>): boolean =>
  complete && arePlain(items) && (maybe === undefined || arePlain(maybe));

function arePlain(paths: readonly PathValue[]): boolean {
  for (const { forms, isGlob, extent } of paths)
    if (!forms.complete || isGlob === true || extent !== undefined) return false;
  return true;
}

/** A path longer than this many names may be made to repeat them. */
const MANY = 16;

function addNamed({ workdir }: Context, { forms }: PathValue, sought: ByName, found: Bucket[]): void {
  for (const form of forms.folded) {
    const isInside = workdir !== "/" && form.length > workdir.length && isBelow(form, workdir);
    if (isInside) addRoot(workdir, sought, found);
    else addFirst(form, sought, found);
    addNames(form, isInside ? workdir.length + 1 : 0, sought, found);
  }
}

/** Every name of a path from a place on. */
function addNames(path: string, from: number, sought: ByName, found: Bucket[]): void {
  let count = 0;
  for (let start = from; start < path.length; ) {
    const slash = path.indexOf("/", start);
    const end = slash === -1 ? path.length : slash;
    if (++count > MANY) return addDistinct(path.slice(start), sought, found);
    addName(path, start, end, sought, found);
    start = end + 1;
  }
}

function addDistinct(path: string, sought: ByName, found: Bucket[]): void {
  for (const name of new Set(path.split("/"))) addName(name, 0, name.length, sought, found);
}

/** Most paths are in the project, so the buckets for the names of its own folder are computed once. */
function addRoot(root: string, sought: ByName, found: Bucket[]): void {
  if (sought.root !== root) {
    const buckets: Bucket[] = [];
    addFirst(root, sought, buckets);
    addDistinct(root, sought, buckets);
    sought.root = root;
    sought.ofRoot = buckets;
  }
  for (const bucket of sought.ofRoot) found.push(bucket);
}

function addFirst(form: string, { first }: ByName, found: Bucket[]): void {
  if (first.size === 0) return;
  const start = form.charCodeAt(0) === 47 ? 1 : 0;
  const slash = form.indexOf("/", start);
  const bucket = first.get(slash === -1 ? form.slice(start) : form.slice(start, slash));
  if (bucket !== undefined) found.push(bucket);
}

/** The name between two places of a path. */
function addName(path: string, start: number, end: number, { whole, begun, ended }: ByName, found: Bucket[]): void {
  const length = end - start;
  if (length === 0) return;
  const alike = whole.get(path.charCodeAt(start));
  if (alike !== undefined && (alike.lengths & lengthBit(length)) !== 0) {
    const bucket = alike.names.get(path.slice(start, end));
    if (bucket !== undefined) found.push(bucket);
  }
  const begins = begun.get(path.charCodeAt(start));
  if (begins !== undefined)
    for (const { text, bucket } of begins)
      if (text.length <= length && path.startsWith(text, start)) found.push(bucket);
  const ends = ended.get(path.charCodeAt(end - 1));
  if (ends !== undefined)
    for (const { text, bucket } of ends) if (text.length <= length && path.endsWith(text, end)) found.push(bucket);
}

/**
 * The view, and what the statements given to database clients have of that kind, which conditions on single commands see.
 * None where there is nothing of the kind at all.
 */
function listsOf(c: Context, of: PathView): readonly ListView<PathValue>[] {
  const command = commandOf(c);
  if (command !== null && !command.does(effectBits[of])) return noLists;
  const seen = view(c, of);
  if (command === null) return isNothing(seen) ? noLists : [seen];
  if (command.calls === command.reading.calls) return [seen];
  const statements = command.calls.slice(command.reading.calls.length);
  return [seen, ...statements.map((call) => pathsOfCall(c, call, command, of))];
}

const noLists: readonly ListView<PathValue>[] = [];

const isNothing = ({ items, maybe, complete }: ListView<PathValue>): boolean =>
  complete && items.length === 0 && (maybe === undefined || maybe.length === 0);

// Kinds

const kinds: { readonly [kind: string]: Kind } = {
  root: (c, path) => isRoot(path, c),
  home: isHome,
  project: isProject,
  system: isSystem,
  policyc: isPolicyc,
};

/** `is:deletes`: whether a path is the root, a home, of the system or of policyc itself, or may be. */
export const bucketsOfKinds: OfPaths = (key, of) => {
  const sought = [...key.buckets].map(([kind, bucket]) => ({ is: kinds[kind as string], bucket }));
  return (c, found, take) => {
    const lists = listsOf(c, of);
    if (lists.length === 0) return true;
    for (const { complete } of lists) if (!complete) return false;
    for (const { is, bucket } of sought) if (isAmong(c, lists, is)) take(bucket, c, found);
    return true;
  };
};

type Kind = (c: Context, path: PathValue) => Truth;

function isAmong(c: Context, lists: readonly ListView<PathValue>[], is: Kind | undefined): boolean {
  for (const { items, maybe } of lists)
    if (someIs(c, items, is) || (maybe !== undefined && someIs(c, maybe, is))) return true;
  return false;
}

function someIs(c: Context, paths: readonly PathValue[], is: Kind | undefined): boolean {
  // A member of a tree may be of the kind, and to find out costs more than the rule.
  for (const path of paths) if (is === undefined || path.extent !== undefined || is(c, path) !== FALSE) return true;
  return false;
}

// Folders

/** `under:writes`: every folder that a form of a written path lies in, absolute, and relative to workdir and home. */
export const bucketsOfFolders: OfPaths = (key, of) => (c, found, take) => {
  const paths = view(c, of);
  const roots = [...c.roots(), c.home];
  if (roots.includes(undefined) || !isDetermined(paths)) return false;
  const folders = new Set<string>();
  for (const { forms } of [...paths.items, ...(paths.maybe ?? [])])
    for (const form of forms.folded) for (const folder of ancestors(form)) folders.add(folder);
  const add = (folder: string): void => {
    const bucket = key.buckets.get(folder);
    if (bucket !== undefined) take(bucket, c, found);
  };
  for (const folder of folders) add(folder);
  for (const root of c.roots()) for (const rest of restsBelow(folders, root)) add(rest);
  if (c.home !== undefined) for (const rest of restsBelow(folders, c.home)) add(rest === "." ? "~" : `~/${rest}`);
  return true;
};

/** The folders below a place, relative to it. */
function restsBelow(folders: ReadonlySet<string>, place: string): readonly string[] {
  const root = place.normalize("NFC").toLowerCase();
  const start = root === "/" ? "/" : `${root}/`;
  const rests: string[] = [];
  for (const folder of folders)
    if (folder === root) rests.push(".");
    else if (folder.startsWith(start)) rests.push(folder.slice(start.length));
  return rests;
}
