// Hard links: whether a file is, under another name, one of those that rules are about.

import { type BigIntStats, statSync } from "node:fs";
import type { Disk } from "../../language/disk/disk.ts";
import { pathIn } from "../../language/disk/disk.ts";
import { walkTree } from "../../language/disk/walk.ts";
import type { PathListing, SameQuestion } from "../../language/listing.ts";
import { isAbsent } from "../../language/load-error.ts";

/** Entries of all candidate folders that are compared. */
const MOST_COMPARED = 10_000;
/** They hold thousands of files with several names, and none that a rule is about. */
const skipped = ["node_modules", "objects"];

/** The candidates that are the same file; null: it has one name only, or is absent; undefined: it cannot be determined. */
export function sameFiles({ path, candidates }: SameQuestion, disk: Disk): PathListing | null | undefined {
  const file = statOf(path);
  if (file === null || file === undefined) return file;
  if (!file.isFile() || file.nlink <= 1n) return null;
  const entries: string[] = [];
  let isWhole = true;
  let left = MOST_COMPARED;
  for (const candidate of candidates) {
    const names = namesOf(candidate, left, disk);
    if (names === undefined || left <= 0 || disk.isOver()) {
      isWhole = false;
      continue;
    }
    left -= names.entries.length;
    isWhole &&= names.isWhole;
    for (const name of names.entries) {
      // All names of the file are known.
      if (entries.length + 1 >= Number(file.nlink)) return { entries, isWhole: true };
      const other = statOf(name);
      if (other === undefined) isWhole = false;
      else if (
        other !== null &&
        other.ino === file.ino &&
        other.dev === file.dev &&
        name !== path &&
        !entries.includes(name)
      )
        entries.push(name);
    }
  }
  return { entries, isWhole };
}

/** A file itself; of a folder, what is in it. */
function namesOf(candidate: string, most: number, disk: Disk): PathListing | undefined {
  const target = disk.target(candidate);
  if (target === undefined) return undefined;
  if (target?.kind !== "folder") return { entries: target === null ? [] : [candidate], isWhole: true };
  const { entries, isWhole } = walkTree({ root: candidate, exclude: skipped }, disk, most);
  return { entries: entries.filter((name) => !name.endsWith("/")).map((name) => pathIn(candidate, name)), isWhole };
}

function statOf(path: string): BigIntStats | null | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch (caught) {
    return isAbsent(caught) ? null : undefined;
  }
}
