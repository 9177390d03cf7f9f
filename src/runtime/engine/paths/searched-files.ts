// What a search reads: the places with everything below them, and the patterns of its filters with what they expand to.

import type { ListView } from "../../../language/value.ts";
import type { Context } from "../event/context.ts";
import { type Tree, treeOf } from "./extent.ts";
import type { PathValue } from "./paths.ts";
import { keepMember } from "./tree-members.ts";

/** Searches of agents leave out what git ignores, and find files whose names begin with a dot. */
const search: Tree = { filter: { gitignore: true }, isFaint: true, options: { globstar: true, dotglob: true } };

/** Each is compared with every file below its folder. */
const MOST_PATTERNS = 12;

export function searchedBelow(
  c: Context,
  places: readonly PathValue[],
  globs: readonly PathValue[],
): Pick<ListView<PathValue>, "items" | "hasExtents" | "onHit" | "onMiss"> {
  const patterns = globs.map((glob, at) => (at < MOST_PATTERNS ? treeOf(c, glob, search) : glob));
  const onMiss = (member: PathValue): void => keepMember(c, member);
  return {
    items: [...places.map((place) => treeOf(c, place, search)), ...patterns],
    hasExtents: true,
    onHit: (_, member) => (member === undefined ? undefined : onMiss(member)),
    onMiss,
  };
}
