// Whether some file of a tree, or of what a pattern expands to, passes a test.

import { FALSE, or, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../../language/truth.ts";
import type { Extent } from "./extent.ts";
import type { PathValue } from "./paths.ts";

export type MemberTest = (member: PathValue) => Truth;

/** Some member of an element matches. */
export function someMember(extent: Extent, fits: MemberTest, onHit: (member: PathValue | undefined) => void): Truth {
  const { isFaint } = extent;
  const { places, items, preview, rest, isRestFaint, isPerhaps } = extent.members();
  const test: MemberTest = isPerhaps ? (member) => perhaps(fits(member), isFaint) : fits;
  let result = someOf(places, test, FALSE, onHit);
  if (result === TRUE) return TRUE;
  if (preview === null || fits(preview) !== FALSE) result = someOf(items, test, result, onHit);
  if (rest === null || result === TRUE) return result;
  const open = ofRest(fits(rest), isRestFaint);
  if (result === FALSE && open !== FALSE) onHit(undefined);
  return or(result, open);
}

function someOf(
  members: readonly PathValue[],
  test: MemberTest,
  before: Truth,
  onHit: (member: PathValue) => void,
): Truth {
  let result = before;
  for (let at = 0; at < members.length; at++) {
    const member = members[at] as PathValue;
    const one = test(member);
    if (one === FALSE) continue;
    if (result === FALSE || one === TRUE) onHit(member);
    result = or(result, one);
    if (result === TRUE) return TRUE;
  }
  return result;
}

export interface EveryMember {
  /** Tests the element: what holds for a pattern holds for everything it may expand to. */
  itself(): Truth;
  /** A member that does not match, or of which that is unknown. */
  onMiss(member: PathValue): void;
}

/** Every member of an element matches; of a tree that was not listed whole, that is at best unknown. */
export function everyMember(extent: Extent, fits: MemberTest, { itself, onMiss }: EveryMember): Truth {
  const { places, items, preview, rest, isPerhaps } = extent.members();
  const isCovered = rest === null || (extent.isPattern === true && itself() === TRUE);
  let result: Truth = isCovered ? TRUE : UNKNOWN;
  const lists = preview !== null && fits(preview) === TRUE ? [places] : [places, items];
  for (const list of lists)
    for (const member of list) {
      const one = fits(member);
      const doubt = one === FALSE && isPerhaps ? UNKNOWN : one;
      if (doubt === FALSE || doubt > result) onMiss(member);
      if (doubt === FALSE) return FALSE;
      if (doubt > result) result = doubt;
    }
  return result;
}

const perhaps = (truth: Truth, isFaint: boolean): Truth => (truth === TRUE ? (isFaint ? UNLIKELY : UNKNOWN) : truth);

/** Even where all of them would match, there may be none. */
function ofRest(truth: Truth, isFaint: boolean): Truth {
  if (truth === TRUE) return UNKNOWN;
  return truth === UNKNOWN && isFaint ? UNLIKELY : truth;
}
