// What an archive puts into a folder: its names, as far as the world can list them.

import { archiveKey } from "../../../language/listing.ts";
import type { Context } from "../event/context.ts";
import { type Extent, type Members, nothing, restOf } from "./extent.ts";
import { isBelow, normal, type PathValue, pathOf } from "./paths.ts";
import { TreeMembers } from "./tree-members.ts";

export interface Unpacking {
  /** Null: standard input. */
  readonly archive: PathValue | null;
  /** How many folders at the beginning of each name are left out. */
  readonly strip: number | "all";
  /** The line itself makes or changes the archive. */
  isMade(): boolean;
  /** Earlier calls of the session made or downloaded it. */
  isFresh(): boolean;
}

/** The folder with everything that is unpacked there. */
export function unpackedIn(c: Context, folder: PathValue, unpacking: Unpacking): PathValue {
  let members: Members | undefined;
  const extent: Extent = {
    isFaint: false,
    isPerhaps: false,
    members() {
      members ??= membersOf(c, folder, unpacking);
      return members;
    },
  };
  return { text: folder.text, forms: folder.forms, extent, shown: `${folder.text.replace(/(?<=.)\/+$/, "")}/**` };
}

/** Folders of which nothing outside of the work depends. */
const temporary = ["/tmp", "/var/tmp", "/private/tmp"];

/** Unpacking in the project, below its root or in a temporary folder is ordinary work. */
const isUsual = (c: Context, { forms }: PathValue): boolean =>
  forms.exact.every((form) => [...c.roots(), ...temporary].some((root) => isBelow(form, root)));

function membersOf(c: Context, folder: PathValue, unpacking: Unpacking): Members {
  const { archive, strip } = unpacking;
  const isMade = unpacking.isMade();
  const place = archive?.forms.exact[0];
  const key = archiveKey(place ?? "");
  const listing = place === undefined || isMade ? undefined : c.listing(key);
  const inside: string[] = [];
  const listed: string[] = [];
  const outside: PathValue[] = [];
  for (const entry of listing?.entries ?? []) {
    // Without folders in the names, none are made.
    if (strip === "all" && entry.endsWith("/")) continue;
    const names = namesOf(entry, strip);
    if (names.length > 0 && !names.includes("..")) {
      inside.push(names.join("/"));
      listed.push(entry);
    }
    // Most programs refuse such names or cut them; some do not.
    if (entry.startsWith("/") || names.includes("..")) outside.push(...placeOf(c, folder, entry));
  }
  const found = new TreeMembers(folder.forms, inside, { text: folder.text, key, listed }).paths();
  const items = [...found, ...outside];
  if (listing?.isWhole === true) return { ...nothing, items };
  const isRestFaint = isUsual(c, folder) && !isMade && !unpacking.isFresh();
  return { ...nothing, items, rest: restOf(folder, folder.forms, {}), isRestFaint };
}

function namesOf(entry: string, strip: number | "all"): readonly string[] {
  const names = entry.split("/").filter((name) => name !== "" && name !== ".");
  return strip === "all" ? names.slice(-1) : names.slice(strip);
}

function placeOf(c: Context, folder: PathValue, entry: string): readonly PathValue[] {
  const path = pathOf(c, entry.startsWith("/") ? entry : normal(`${folder.forms.exact[0] ?? ""}/${entry}`));
  return typeof path === "object" ? [path] : [];
}
