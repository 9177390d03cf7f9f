// Disks for tests: the files they hold, and nothing of the machine that runs them. There are no links on them.

import { diskAnswers } from "../src/language/disk/answer.ts";
import { memoryDisk } from "../src/language/disk/disk.ts";
import { walkTree } from "../src/language/disk/walk.ts";
import { encodeListing } from "../src/language/listing.ts";
import type { World } from "../src/runtime/engine/event/environment.ts";

export interface DiskOptions {
  /** The most entries of a tree that are looked at. */
  readonly most?: number;
}

/** A disk with these files, absolute, by their texts or only by their names. */
export function diskOf(
  files: readonly string[] | { readonly [path: string]: string },
  { most }: DiskOptions = {},
): World {
  const texts = Array.isArray(files)
    ? files.map((path: string) => [path, undefined] as const)
    : Object.entries(files as { readonly [path: string]: string });
  const disk = memoryDisk(new Map(texts));
  const others: { readonly [fact: string]: (argument: string) => string | boolean | null } = {
    realpath: (path) => path,
    file_exists: (path) => disk.target(path) !== null,
    archive: () => null,
    same: () => null,
  };
  return (key) => {
    const colon = key.indexOf(":");
    const [fact, argument] = [key.slice(0, Math.max(colon, 0)), key.slice(colon + 1)];
    if (fact === "tree" && most !== undefined) return encodeListing(walkTree(JSON.parse(argument), disk, most));
    return diskAnswers[fact]?.(argument, disk) ?? others[fact]?.(argument);
  };
}

/** Nothing is on it. */
export const emptyDisk: World = diskOf([]);
