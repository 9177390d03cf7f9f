// What a pattern of the shell stands for: the files on the disk that it expands to. Where nobody can look, whatever it may.

import { type GlobOptions, globKey } from "../../../language/listing.ts";
import type { Context } from "../event/context.ts";
import { type Extent, folderOf, type Members, nothing, restOf } from "./extent.ts";
import { literally, type PathValue, pathOf } from "./paths.ts";
import { restPattern } from "./rest-pattern.ts";
import { TreeMembers } from "./tree-members.ts";

export interface Expansion {
  readonly options: GlobOptions;
  /** That an expansion nobody saw fits a test is unlikely: for reads. */
  readonly isFaint: boolean;
}

/** The pattern with the files that it expands to. */
export function expansionOf(c: Context, path: PathValue, { options, isFaint }: Expansion): PathValue {
  let members: Members | undefined;
  const extent: Extent = {
    isFaint,
    isPattern: true,
    isPerhaps: false,
    members() {
      members ??= membersOf(c, path, options, isFaint);
      return members;
    },
  };
  return { ...path, extent };
}

/** So few are looked up one by one, because each may be a link. */
const FEW = 16;

const group = /[?*+@!]\(/;

function membersOf(c: Context, path: PathValue, options: GlobOptions, isFaint: boolean): Members {
  const place = folderOf(c, path);
  const root = place?.folder.forms.exact[0];
  // Without a folder the pattern itself is unknown, and says so in every test.
  if (place === null || place.pattern === null || root === undefined) return nothing;
  const start = root === "/" ? "/" : `${root}/`;
  const pattern = literally(start) + place.pattern;
  const key = globKey({ pattern, ...options, ...(group.test(pattern) ? { extglob: true } : {}) });
  const listing = c.listing(key);
  const entries = (listing?.entries ?? []).flatMap((entry) => (entry.startsWith(start) ? [plain(entry, start)] : []));
  const rest =
    listing?.isWhole === true
      ? null
      : restOf(path, place.folder.forms, { pattern: restPattern(place.pattern, options) });
  const isFew = entries.length <= FEW;
  const items = isFew
    ? entries.map((entry) => pathOf(c, start + entry) as PathValue)
    : new TreeMembers(place.folder.forms, entries, {
        text: place.folder.text,
        key,
        listed: entries.map((entry) => start + entry),
      }).paths();
  return { ...nothing, items, rest, isRestFaint: isFaint };
}

const plain = (entry: string, start: string): string => entry.slice(start.length).replace(/\/$/, "");
