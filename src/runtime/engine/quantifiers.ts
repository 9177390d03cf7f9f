// `any` and `all`. An element of a view may stand for more than itself, a folder for every file below it: then each of its
// members is tested, one by one, so that what is inside the quantifier, `not` included, means the same for all.

import { FALSE, or, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import { isSentinel, type ListView, type Maybe, unknownValue } from "../../language/value.ts";
import type { Extent } from "./paths/extent.ts";
import type { PathValue } from "./paths/paths.ts";
import { everyMember, type MemberTest, someMember } from "./paths/some-member.ts";
import { unsettled } from "./unsettled.ts";

type Items<V> = Maybe<ListView<V> | readonly V[]>;
type Test<V> = (item: V) => Truth;

const isArray = <V>(list: ListView<V> | readonly V[]): list is readonly V[] => Array.isArray(list);

/** Only paths have one, and then the test is one of paths. */
const extentOf = (item: unknown): Extent | undefined => (item as { readonly extent?: Extent }).extent;

/** True if an item matches; for an incomplete list, unknown if no known item does. */
export function any<V>(list: Items<V>, fits: Test<V>): Truth {
  if (list === undefined || isSentinel(list)) return unsettled(list, true);
  if (isArray(list)) return anyOf(list, FALSE, fits, undefined);
  const { items, maybe, complete, isUnlikely } = list;
  let result = anyOf(items, complete ? FALSE : isUnlikely === true ? UNLIKELY : UNKNOWN, fits, list);
  if (list.hasExtents === true && result !== TRUE) result = or(result, anyMember(items, fits, list));
  return maybe === undefined || result === TRUE ? result : anyMaybe(list, maybe, result, fits);
}

function anyOf<V>(items: readonly V[], before: Truth, fits: Test<V>, list: ListView<V> | undefined): Truth {
  let result = before;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as V;
    const fit = fits(item);
    const one = fit === UNKNOWN && isListed(item) ? UNLIKELY : fit;
    if (one === FALSE) continue;
    list?.onHit?.(item);
    result = or(result, one);
    if (result === TRUE) return TRUE;
  }
  return result;
}

/**
 * What a pattern may expand to is a faint doubt where all that it expands to was seen: those members are tested. A pattern that
 * names files plainly is taken at its word, for the line itself may make them.
 */
function isListed(item: unknown): boolean {
  const { extent, isGlob, text } = item as Partial<PathValue>;
  if (extent === undefined || isGlob !== true || text === undefined || !extent.isFaint) return false;
  return !namesPlainly.test(text.slice(text.lastIndexOf("/") + 1)) && extent.members().rest === null;
}

/** `.env*`, `?env`, `id_*`, `*.env*`; not `*conf*`, `.[^.]*`, `*.conf`. */
const namesPlainly = /^(?:\?|\*(?=\.[^/]*\*$))?\.?\w/;

/** The members of the items: only when no item decides by itself, for they have to be asked of the world. */
function anyMember<V>(items: readonly V[], fits: Test<V>, list: ListView<V>): Truth {
  let result: Truth = FALSE;
  for (const item of items) {
    const extent = extentOf(item);
    if (extent === undefined) continue;
    result = or(
      result,
      someMember(extent, fits as unknown as MemberTest, (member) => list.onHit?.(item, member as V)),
    );
    if (result === TRUE) return TRUE;
  }
  return result;
}

function anyMaybe<V>(list: ListView<V>, maybe: readonly V[], result: Truth, fits: Test<V>): Truth {
  let found = result;
  for (const item of maybe) {
    const one = fits(item);
    const below = one === FALSE ? belowMaybe(list, item, fits) : UNKNOWN;
    if (below === FALSE) continue;
    if (one !== FALSE) list.onHit?.(item);
    found = or(found, below);
    if (below === UNKNOWN) return found;
  }
  return found;
}

function belowMaybe<V>(list: ListView<V>, item: V, fits: Test<V>): Truth {
  const extent = list.hasExtents === true ? extentOf(item) : undefined;
  if (extent === undefined) return FALSE;
  const found = someMember(extent, fits as unknown as MemberTest, (member) => list.onHit?.(item, member as V));
  return found === FALSE || found === UNLIKELY ? found : UNKNOWN;
}

/** True if there is an item and all match; false if a known one does not. */
export function all<V>(list: Items<V>, fits: Test<V>): Truth {
  if (list === undefined || isSentinel(list)) return unsettled(list, true);
  const items = "items" in list ? list.items : list;
  let result: Truth = "items" in list && !list.complete ? UNKNOWN : items.length === 0 ? FALSE : TRUE;
  for (const item of items) {
    const one = fits(item);
    if (one === FALSE) return FALSE;
    if (one > result) result = one;
  }
  const hasExtents = "items" in list && list.hasExtents === true;
  if (hasExtents) {
    const below = allMembers(items, fits, list);
    if (below === FALSE) return FALSE;
    if (below > result) result = below;
  }
  const maybe = "items" in list ? (list.maybe ?? []) : [];
  const isDoubtful =
    maybe.length > 0 &&
    (items.length === 0 ||
      maybe.some((item) => fits(item) !== TRUE) ||
      (hasExtents && allMembers(maybe, fits, list) !== TRUE));
  return isDoubtful && result < UNKNOWN ? UNKNOWN : result;
}

function allMembers<V>(items: readonly V[], fits: Test<V>, list: ListView<V>): Truth {
  let result: Truth = TRUE;
  for (const item of items) {
    const extent = extentOf(item);
    if (extent === undefined) continue;
    const one = everyMember(extent, fits as unknown as MemberTest, {
      itself: () => fits(item),
      onMiss: (member) => list.onMiss?.(member as V),
    });
    if (one === FALSE) return FALSE;
    if (one > result) result = one;
  }
  return result;
}

/** The length of a list, its members included; unknown when some were not listed. */
export function countOf({ items, hasExtents }: ListView<unknown>): number | typeof unknownValue {
  if (hasExtents !== true) return items.length;
  let count = items.length;
  for (const item of items) {
    const extent = extentOf(item);
    if (extent === undefined) continue;
    const members = extent.members();
    if (members.rest !== null || members.isPerhaps) return unknownValue;
    // A pattern is no file beside those it expands to; one that expands to nothing is passed on as it is.
    count +=
      members.items.length + members.places.length - (extent.isPattern === true && members.items.length > 0 ? 1 : 0);
  }
  return count;
}
