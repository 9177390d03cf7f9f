// The disk of this machine. Folders are read entry by entry and only as far as needed, because one may hold a million.

import { type Dir, type Dirent, opendirSync, statSync } from "node:fs";
import {
  byName,
  type Disk,
  type DiskEntry,
  type DiskTarget,
  type EntryKind,
  type FolderEntries,
} from "../../language/disk/disk.ts";
import { isAbsent, isSystemError } from "../../language/load-error.ts";
import { readTextFile } from "./read-text-file.ts";

/** `isOver` says that the event's time is used up. */
export function nodeDisk(isOver: () => boolean): Disk {
  return { list: (folder, most) => listFolder(folder, most, isOver), target, text: readTextFile, isOver };
}

/** Entries between two looks at the clock, and read from the system at once. */
const STEP = 256;

function listFolder(path: string, most: number, isOver: () => boolean): FolderEntries | null | undefined {
  let folder: Dir | undefined;
  try {
    folder = opendirSync(path, { bufferSize: Math.min(STEP, most + 1) });
    return readEntries(folder, most, isOver);
  } catch (caught) {
    return isAbsent(caught) ? null : undefined;
  } finally {
    close(folder);
  }
}

function readEntries(folder: Dir, most: number, isOver: () => boolean): FolderEntries {
  const entries: DiskEntry[] = [];
  for (;;) {
    const entry = folder.readSync();
    if (entry === null) return { entries: entries.sort(byName), isWhole: true };
    if (entries.length >= most || (entries.length % STEP === STEP - 1 && isOver()))
      return { entries: entries.sort(byName), isWhole: false };
    entries.push({ name: entry.name, kind: kindOf(entry) });
  }
}

function close(folder: Dir | undefined): void {
  try {
    folder?.closeSync();
  } catch {
    // It was read as far as it could be.
  }
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** A link that leads nowhere, or around in a circle, leads to nothing. */
function target(path: string): DiskTarget | null | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
    return { kind, id: `${stats.dev}:${stats.ino}` };
  } catch (caught) {
    return isAbsent(caught) || (isSystemError(caught) && caught.code === "ELOOP") ? null : undefined;
  }
}
