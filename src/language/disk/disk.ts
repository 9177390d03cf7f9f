// A disk as walks and globs see it, so that the same code answers for the machine and for the files of an example.

/** A link is not followed; `other` is a device, a socket or a pipe. */
export type EntryKind = "file" | "folder" | "link" | "other";

export interface DiskEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** A file or folder that a path leads to, links followed. */
export interface DiskTarget {
  readonly kind: Exclude<EntryKind, "link">;
  /** Equal for two paths that lead to the same one. */
  readonly id: string;
}

export interface FolderEntries {
  /** Sorted by name. */
  readonly entries: readonly DiskEntry[];
  readonly isWhole: boolean;
}

/** Paths are absolute. Nothing throws; undefined means that it could not be determined. */
export interface Disk {
  /** At most so many entries of a folder; null: it is no folder, or is absent. */
  list(folder: string, most: number): FolderEntries | null | undefined;
  /** What a path leads to; null: it is absent. */
  target(path: string): DiskTarget | null | undefined;
  /** The text of a file; null: it is absent. */
  text(path: string): string | null | undefined;
  /** The time for this event is over: what is not known by now stays unknown. */
  isOver(): boolean;
}

export const byName = (a: DiskEntry, b: DiskEntry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

export const pathIn = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`);

/** A disk with these files, by absolute path, and their folders; undefined: the file is there, its text is not known. */
export function memoryDisk(files: ReadonlyMap<string, string | undefined>, others: readonly string[] = []): Disk {
  const folders = new Map<string, Map<string, EntryKind>>([["/", new Map()]]);
  for (const path of others) if (!folders.has(path)) folders.set(path, new Map());
  for (const path of [...files.keys(), ...others]) {
    let kind: EntryKind = files.has(path) ? "file" : "folder";
    for (let at = path; at !== "/" && at !== ""; ) {
      const slash = at.lastIndexOf("/");
      const folder = at.slice(0, Math.max(slash, 0)) || "/";
      const entries = folders.get(folder) ?? new Map<string, EntryKind>();
      folders.set(folder, entries);
      entries.set(at.slice(slash + 1), kind);
      kind = "folder";
      at = folder;
    }
  }
  return {
    list(folder, most) {
      const found = folders.get(folder);
      if (found === undefined) return null;
      const entries = [...found].map(([name, kind]) => ({ name, kind })).sort(byName);
      return { entries: entries.slice(0, most), isWhole: entries.length <= most };
    },
    target(path) {
      if (files.has(path)) return { kind: "file", id: path };
      return folders.has(path) ? { kind: "folder", id: path } : null;
    },
    text: (path) => (files.has(path) ? files.get(path) : null),
    isOver: () => false,
  };
}
