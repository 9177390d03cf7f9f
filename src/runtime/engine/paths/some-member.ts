// Whether some file of a tree, or of what a pattern expands to, passes a test.

import { FALSE, or, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../../language/truth.ts";
import type { Extent } from "./extent.ts";
import type { PathValue } from "./paths.ts";

export type MemberTest = (member: PathValue) => Truth;

/** Some member of an element matches. */
export function someMember(extent: Extent, fits: MemberTest, onHit: (member: PathValue | undefined) => void): Truth {
  const { isFaint } = extent;
  const { items, rest, isPerhaps } = extent.members();
  let result: Truth = FALSE;
  for (let at = 0; at < items.length; at++) {
    const member = items[at] as PathValue;
    const one = isPerhaps ? perhaps(fits(member), isFaint) : fits(member);
    if (one === FALSE) continue;
    if (result === FALSE || one === TRUE) onHit(member);
    result = or(result, one);
    if (result === TRUE) return TRUE;
  }
  if (rest === null) return result;
  const open = ofRest(fits(rest), isFaint);
  if (result === FALSE && open !== FALSE) onHit(undefined);
  return or(result, open);
}

const perhaps = (truth: Truth, isFaint: boolean): Truth => (truth === TRUE ? (isFaint ? UNLIKELY : UNKNOWN) : truth);

/** Even where all of them would match, there may be none. */
function ofRest(truth: Truth, isFaint: boolean): Truth {
  if (truth === TRUE) return UNKNOWN;
  return truth === UNKNOWN && isFaint ? UNLIKELY : truth;
}
