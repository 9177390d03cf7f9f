// The folder of a bundle, as hooks find it.

import { lstatSync, realpathSync } from "node:fs";

export interface BundleFolder {
  /** The real path. */
  readonly folder: string;
  /** What tells it from other folders that are there. */
  readonly inode: string;
  /** When it was last moved: a number that a removed folder had is soon that of a new one. */
  readonly movedMs: number;
  readonly isFolder: boolean;
}

/** Throws what the system says when there is none. */
export function folderAt(place: string): BundleFolder {
  const folder = realpathSync.native(place);
  const found = lstatSync(folder);
  return {
    folder,
    inode: `${found.dev}-${found.ino}`,
    movedMs: found.ctimeMs,
    isFolder: found.isDirectory(),
  };
}
