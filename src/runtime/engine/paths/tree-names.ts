// The entries of a listing by their names, so that the globs of a rule are compared with thousands of files in the time of a
// few: a glob meets only the entries that have a name which one of its own names fits.

import { type Glob, matchNames, matchSegment, type Segment } from "../../../language/glob.ts";
import type { GlobSet } from "./glob-set.ts";

export class TreeNames {
  readonly entries: readonly (readonly string[])[];
  #byName: Map<string, number[]> | null = null;
  #byFirst: Map<number, string[]> | null = null;
  #byLast: Map<number, string[]> | null = null;

  constructor(entries: readonly string[]) {
    this.entries = entries.map((entry) => entry.split("/"));
  }

  /** Marks the entries that match a glob of the set; `above` are the names of the folder that they are in. */
  mark(set: GlobSet, above: readonly string[], marks: Uint8Array, at: At): void {
    for (const glob of set.all) this.#markOne(glob, above, marks, at);
  }

  #markOne(glob: Glob, above: readonly string[], marks: Uint8Array, at: At): void {
    const segment = tellingSegment(glob);
    if (segment === null || above.some((name) => matchSegment(segment, name))) {
      for (let entry = 0; entry < this.entries.length; entry++) this.#markEntry(glob, above, entry, marks, at);
      return;
    }
    for (const name of this.#namesLike(segment))
      for (const entry of this.#named().get(name) ?? []) this.#markEntry(glob, above, entry, marks, at);
  }

  #markEntry(glob: Glob, above: readonly string[], entry: number, marks: Uint8Array, at: At): void {
    const place = at(entry);
    if (marks[place] === 1) return;
    const own = this.entries[entry] ?? [];
    if (matchNames(glob, above.length === 0 ? own : [...above, ...own])) marks[place] = 1;
  }

  #named(): Map<string, number[]> {
    if (this.#byName === null) {
      this.#byName = new Map();
      for (let entry = 0; entry < this.entries.length; entry++)
        for (const name of this.entries[entry] ?? []) file(this.#byName, name, entry);
    }
    return this.#byName;
  }

  /** The names among the entries that fit the segment. */
  #namesLike(segment: Segment): readonly string[] {
    if (segment.text !== null) return this.#named().has(segment.text) ? [segment.text] : [];
    const [first] = segment.items;
    const last = segment.items.at(-1);
    const near =
      typeof first === "number" && first < SURROGATE
        ? this.#firsts().get(first)
        : typeof last === "number" && last < SURROGATE
          ? this.#lasts().get(last)
          : [...this.#named().keys()];
    return (near ?? []).filter((name) => matchSegment(segment, name));
  }

  #firsts(): Map<number, string[]> {
    this.#byFirst ??= grouped(this.#named().keys(), (name) => name.charCodeAt(0));
    return this.#byFirst;
  }

  #lasts(): Map<number, string[]> {
    this.#byLast ??= grouped(this.#named().keys(), (name) => name.charCodeAt(name.length - 1));
    return this.#byLast;
  }
}

/** Where the mark of an entry is. */
type At = (entry: number) => number;

/** A character of two units would have to be looked up by both. */
const SURROGATE = 0xd800;

/** The name of a glob that says most about what matches it; null: none says anything. */
function tellingSegment({ parts }: Glob): Segment | null {
  const names = parts.filter((part): part is Segment => part !== null && part.text !== "" && !part.nonEmpty);
  return names.findLast(({ text }) => text !== null) ?? names.findLast(hasEnds) ?? names.at(-1) ?? null;
}

const hasEnds = ({ items }: Segment): boolean => typeof items[0] === "number" || typeof items.at(-1) === "number";

function file<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else if (known.at(-1) !== value) known.push(value);
}

function grouped(names: Iterable<string>, by: (name: string) => number): Map<number, string[]> {
  const map = new Map<number, string[]>();
  for (const name of names) file(map, by(name), name);
  return map;
}
