// Identifies the folder of a bundle, so that a replaced folder is noticed.

import { lstatSync, realpathSync } from "node:fs";

export interface BundleFolder {
  /** The real path. */
  readonly folder: string;
  /** Device and inode, which no other existing folder has. */
  readonly inode: string;
  /** When it was last moved: the system soon reuses the inode of a removed folder. */
  readonly movedMs: number;
  readonly isFolder: boolean;
}

/** Throws the system error when there is none. */
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
