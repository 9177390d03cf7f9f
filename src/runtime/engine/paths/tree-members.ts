// The files that a listing found below a folder, as paths of the call. Their forms are those of the folder and the rest, so
// the world is not asked about each; what is compared with many of them is prepared once.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import type { Context } from "../event/context.ts";
import type { GlobSet } from "./glob-set.ts";
import { type Forms, fold, isBelow, type PathForms, type PathValue } from "./paths.ts";
import { TreeNames } from "./tree-names.ts";

/** Globs that start at a folder: the root of the file system, the project, the home folder. */
export interface RootedGlobs {
  readonly root: string;
  readonly set: GlobSet;
}

/** Which entries match the globs `of`. */
interface Matched {
  readonly of: object;
  readonly folded: boolean;
  readonly forms: Forms;
  readonly marks: Uint8Array;
}

export interface MembersOf {
  readonly text: string;
  readonly key: string;
  readonly listed?: readonly string[];
}

export class TreeMembers {
  readonly folder: PathForms;
  readonly entries: readonly string[];
  /** What comes before an entry in its text. */
  readonly start: string;
  /** The question that they answer. */
  readonly key: string;
  /** The entries as they were listed. */
  readonly listed: readonly string[];
  #folded: readonly string[] | null = null;
  readonly #names = new Map<string, PlacedNames>();
  readonly #matched = new Map<object, Matched[]>();
  /** What was asked last: a rule asks the same of thousands of entries in a row. */
  last: Matched | null = null;

  constructor(folder: PathForms, entries: readonly string[], of: MembersOf) {
    const { text, key } = of;
    this.folder = folder;
    this.entries = entries;
    this.key = key;
    this.listed = of.listed ?? entries;
    this.start = text === "." || text === "./" ? "" : text.endsWith("/") ? text : `${text}/`;
  }

  paths(): readonly PathValue[] {
    return this.entries.map((_, at) => new Member(this, at));
  }

  get folded(): readonly string[] {
    this.#folded ??= this.entries.every((entry) => fold(entry) === entry) ? this.entries : this.entries.map(fold);
    return this.#folded;
  }

  formsAt(at: number): PathForms {
    const { exact, folded, complete } = this.folder;
    const own = joined(exact, this.entries[at] ?? "");
    return {
      exact: own,
      folded: exact === folded && this.entries === this.folded ? own : joined(folded, this.folded[at] ?? ""),
      complete,
    };
  }

  /** Whether an entry matches, by the marks of all of them. */
  truthAt(at: number, marks: Uint8Array, forms: Forms): Truth {
    const isMatch = marks[at] === 1;
    if (isMatch === (forms === "some") || this.folder.complete) return isMatch ? TRUE : FALSE;
    return UNKNOWN;
  }

  /** A mark for each entry that matches one of the globs, by some form or by every one; `of` represents the globs. */
  marksOf(of: object, folded: boolean, forms: Forms, rooted: () => readonly RootedGlobs[]): Uint8Array {
    const ways = this.#matched.get(of) ?? [];
    this.#matched.set(of, ways);
    let found = ways.find((one) => one.folded === folded && one.forms === forms);
    if (found === undefined) {
      found = { of, folded, forms, marks: this.#match(rooted(), folded, forms) };
      ways.push(found);
    }
    this.last = found;
    return found.marks;
  }

  #match(rooted: readonly RootedGlobs[], folded: boolean, forms: Forms): Uint8Array {
    let result: Uint8Array | null = null;
    for (const place of folded ? this.folder.folded : this.folder.exact) {
      const marks = new Uint8Array(this.entries.length);
      for (const globs of rooted) this.#markBelow(place, globs, folded, marks);
      if (result === null) result = marks;
      else for (let at = 0; at < marks.length; at++) result[at] = combined(result[at], marks[at], forms);
    }
    return result ?? new Uint8Array(this.entries.length);
  }

  #markBelow(place: string, { root, set }: RootedGlobs, folded: boolean, marks: Uint8Array): void {
    if (isBelow(place, root)) return this.#placed("", folded).mark(set, namesBetween(root, place), marks);
    if (isBelow(root, place)) this.#placed(relative(place, root), folded).mark(set, [], marks);
  }

  /** The entries below a folder among them, from there on. */
  #placed(below: string, folded: boolean): PlacedNames {
    const key = `${folded} ${below}`;
    const known = this.#names.get(key) ?? placedNames(folded ? this.folded : this.entries, below);
    this.#names.set(key, known);
    return known;
  }
}

interface PlacedNames {
  mark(set: GlobSet, above: readonly string[], marks: Uint8Array): void;
}

function placedNames(entries: readonly string[], below: string): PlacedNames {
  if (below === "") {
    const names = new TreeNames(entries);
    return { mark: (set, above, marks) => names.mark(set, above, marks, (entry) => entry) };
  }
  const places = entries.flatMap((entry, at) => (entry.startsWith(`${below}/`) ? [at] : []));
  const names = new TreeNames(places.map((at) => (entries[at] ?? "").slice(below.length + 1)));
  return { mark: (set, above, marks) => names.mark(set, above, marks, (entry) => places[entry] ?? 0) };
}

const combined = (a: number | undefined, b: number | undefined, forms: Forms): number =>
  forms === "some" ? (a ?? 0) | (b ?? 0) : (a ?? 0) & (b ?? 0);

/** A folder below another, from there on. */
const relative = (folder: string, below: string): string => below.slice(folder === "/" ? 1 : folder.length + 1);

/** The names of a path from a root on; those of a whole path begin with the empty one. */
function namesBetween(root: string, path: string): readonly string[] {
  if (root === "") return path === "/" ? [""] : path.split("/");
  return path === root ? [] : relative(root, path).split("/");
}

const joined = (folders: readonly string[], entry: string): readonly string[] =>
  folders.map((folder) => (folder === "/" ? `/${entry}` : `${folder}/${entry}`));

/** Records the entry of a long listing that decided, so that a replay decides the same. */
export function keepMember(c: Context, { among, at = 0 }: PathValue): void {
  if (among !== undefined) c.keepEntry(among.key, among.listed[at] ?? "");
}

/** A file of a tree. A class, because there are thousands of them. */
class Member implements PathValue {
  readonly among: TreeMembers;
  readonly at: number;
  is?: NonNullable<PathValue["is"]>;
  #forms: PathForms | null = null;

  constructor(among: TreeMembers, at: number) {
    this.among = among;
    this.at = at;
  }

  get text(): string {
    return this.among.start + (this.among.entries[this.at] ?? "");
  }

  get forms(): PathForms {
    this.#forms ??= this.among.formsAt(this.at);
    return this.#forms;
  }
}
