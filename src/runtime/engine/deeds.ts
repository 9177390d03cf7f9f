// Kinds of things that a call can do at all, asked before any rule about them is tested: no path is resolved for that.

import { type CallDeed, deedBits } from "../../language/deed-bits.ts";
import type { Context } from "./context.ts";
import { type ViewName, view } from "./views.ts";

const isView = (deed: CallDeed): deed is ViewName => (deedBits[deed] & VIEWS) !== 0;

const VIEWS = deedBits.reads | deedBits.writes | deedBits.deletes | deedBits.uploads | deedBits.hosts;

/** Of a call that runs no command. False: every list of this kind is empty and complete, and every such part is missing. */
export function mayDo(c: Context, deed: CallDeed): boolean {
  if (!isView(deed)) return false;
  const { items, maybe = [], complete } = view(c, deed);
  return items.length > 0 || maybe.length > 0 || !complete;
}
