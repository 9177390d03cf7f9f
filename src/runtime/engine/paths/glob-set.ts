// Many globs asked at once. Each is filed under something that a path must have to fit it: a whole name (`**/.ssh/**`), the
// first character of a name (`**/id_rsa*`) or the last (`**/*.pem`). A path then meets only the few it shares that with.

import { type Glob, matchNames } from "../../../language/glob.ts";

export interface GlobSet {
  readonly named: ReadonlyMap<string, readonly Glob[]>;
  readonly begun: ReadonlyMap<number, readonly Glob[]>;
  readonly ended: ReadonlyMap<number, readonly Glob[]>;
  /** Nothing is known of what fits: `*test*`. */
  readonly rest: readonly Glob[];
  readonly all: readonly Glob[];
}

export function globSet(globs: readonly Glob[]): GlobSet {
  const named = new Map<string, Glob[]>();
  const begun = new Map<number, Glob[]>();
  const ended = new Map<number, Glob[]>();
  const rest: Glob[] = [];
  for (const glob of globs) {
    const name = glob.parts.findLast((part) => part !== null && part.text !== null && part.text !== "")?.text;
    const first = sign(glob, 0);
    const last = sign(glob, -1);
    if (name !== undefined && name !== null) file(named, name, glob);
    else if (first !== null) file(begun, first, glob);
    else if (last !== null) file(ended, last, glob);
    else rest.push(glob);
  }
  return { named, begun, ended, rest, all: globs };
}

/** The literal that some name must begin (0) or end (-1) with. */
function sign(glob: Glob, at: 0 | -1): number | null {
  for (const part of glob.parts) {
    const item = part?.items.at(at);
    // A character of two units would have to be looked up by both.
    if (typeof item === "number" && item < 0xd800) return item;
  }
  return null;
}

function file<K>(map: Map<K, Glob[]>, key: K, glob: Glob): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [glob]);
  else known.push(glob);
}

/** Does the whole path fit one of the globs? */
export function matchesSet({ named, begun, ended, rest }: GlobSet, path: string): boolean {
  const names = namesOf(path);
  const tried = names.length > MANY ? new Set<readonly Glob[]>() : null;
  const hasBegun = begun.size > 0;
  const hasEnded = ended.size > 0;
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    if (name === "") continue;
    if (
      fitsOne(named.get(name), names, tried) ||
      (hasBegun && fitsOne(begun.get(name.charCodeAt(0)), names, tried)) ||
      (hasEnded && fitsOne(ended.get(name.charCodeAt(name.length - 1)), names, tried))
    )
      return true;
  }
  return fitsOne(rest, names, tried);
}

/** From here on it is noted which globs were asked, so that time stays linear in the length of a path. */
const MANY = 16;

/** Rule after rule asks about the same few paths, whole and from the root they lie in: the last two are kept. */
let last = { path: "", names: [""] as readonly string[] };
let before = last;

function namesOf(path: string): readonly string[] {
  if (last.path === path) return last.names;
  const found = before.path === path ? before : { path, names: path.split("/") };
  before = last;
  last = found;
  return found.names;
}

function fitsOne(
  globs: readonly Glob[] | undefined,
  names: readonly string[],
  tried: Set<readonly Glob[]> | null,
): boolean {
  if (globs === undefined || tried?.has(globs) === true) return false;
  tried?.add(globs);
  for (const glob of globs) if (matchNames(glob, names)) return true;
  return false;
}
