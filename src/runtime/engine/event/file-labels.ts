// How a session remembers files: among its labels, which never expire and are committed with them. `:` cannot occur in a
// policy's label.

export const WRITTEN = "written:";
export const DOWNLOADED = "downloaded:";
/** Compiled from files that were inspected and show nothing. */
export const BUILT = "built:";
/** Written by something other than a compiler. */
export const CHANGED = "changed:";
/** The session wrote something below the folder. */
export const HOLDS = "holds:";
/** After the kind: everything below the folder. */
export const BELOW = "below:";
/** Represents files that could not be determined. */
export const SOME = "*";

/** How many folders above a file count. */
const MOST_ABOVE = 6;

export function foldersAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0 && found.length < MOST_ABOVE; at = path.lastIndexOf("/", at - 1))
    found.push(path.slice(0, at));
  return found;
}
