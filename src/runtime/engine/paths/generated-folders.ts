// Folders that tools fill and fill again: packages, caches, builds. They hold more files than a walk looks at, and nothing that
// rules protect, so what was not listed in them is only a faint doubt.

import { MOST_ENTRIES, type PathListing, type TreeFilter } from "../../../language/listing.ts";

const generated: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  ".pnpm-store",
  ".venv",
  "venv",
  "site-packages",
  "__pycache__",
  ".tox",
  ".nox",
  ".gradle",
  ".next",
  ".nuxt",
  ".turbo",
  ".cache",
  "target",
  "dist",
  "build",
  "Pods",
  "DerivedData",
]);

const isGenerated = (path: string): boolean => path.split("/").some((name) => generated.has(name));

/** Everything that was not listed is in such folders. */
export function isRestGenerated(root: string, listing: PathListing | undefined, filter: TreeFilter): boolean {
  const name = root.slice(root.lastIndexOf("/") + 1);
  if (generated.has(name)) return true;
  // Filters hide how far the walk came, and a listing that is shorter was cut for another reason.
  const isFiltered = Object.keys(filter).length > 0;
  if (listing === undefined || isFiltered || listing.entries.length < MOST_ENTRIES) return false;
  return openFolders(listing.entries).every(isGenerated);
}

/** Breadth first: the folder of the last entry was perhaps not read to its end, and those listed after it not at all. */
function openFolders(entries: readonly string[]): readonly string[] {
  const last = entries.at(-1)?.replace(/\/$/, "") ?? "";
  const parent = last.includes("/") ? `${last.slice(0, last.lastIndexOf("/"))}/` : "";
  const from = entries.indexOf(parent);
  // The folder itself, or one that is not among them.
  if (from === -1) return [""];
  return entries.slice(from).filter((entry) => entry.endsWith("/"));
}
