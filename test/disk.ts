// Disks for tests: the files they hold, and nothing else of any machine. Links, times and rights do not occur.

import { compileGlob, matchGlob } from "../src/language/glob.ts";
import { encodeListing, type TreeQuestion } from "../src/language/listing.ts";
import type { World } from "../src/runtime/engine/event/environment.ts";

export interface DiskOptions {
  /** The most entries of a tree that are listed. */
  readonly most?: number;
  /** Facts beside those about files. */
  readonly facts?: World;
}

/** A disk with these files, absolute; each is there with the folders above it. */
export function diskOf(files: readonly string[], { most = 10_000, facts }: DiskOptions = {}): World {
  const all = new Set<string>();
  for (const file of files) {
    all.add(file);
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) all.add(`${file.slice(0, at)}/`);
  }
  const sorted = [...all].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  return (key, at) => {
    if (key.startsWith("realpath:")) return key.slice("realpath:".length);
    if (key.startsWith("file_exists:")) return all.has(key.slice("file_exists:".length));
    if (key.startsWith("tree:")) return listed(sorted, JSON.parse(key.slice("tree:".length)), most);
    return facts?.(key, at);
  };
}

/** Nothing is on it. */
export const emptyDisk: World = diskOf([]);

const depthOf = (path: string): number => path.split("/").length - (path.endsWith("/") ? 1 : 0);

function listed(all: readonly string[], question: TreeQuestion, most: number): string {
  const start = question.root === "/" ? "/" : `${question.root}/`;
  const below = all.flatMap((path) => (path.startsWith(start) && path !== start ? [path.slice(start.length)] : []));
  const seen = below.filter((entry) => isSeen(entry, question));
  return encodeListing({ entries: seen.slice(0, most), isWhole: seen.length <= most });
}

function isSeen(entry: string, { include, exclude = [], skipsHidden, depth }: TreeQuestion): boolean {
  const names = entry.replace(/\/$/, "").split("/");
  const fits = (globs: readonly string[], name: string): boolean =>
    globs.some((glob) => matchGlob(compileGlob(glob, "name"), name));
  return (
    (depth === undefined || names.length <= depth) &&
    !(skipsHidden === true && names.some((name) => name.startsWith("."))) &&
    !names.some((name) => fits(exclude, name)) &&
    (include === undefined || fits(include, names.at(-1) ?? ""))
  );
}
