// The kinds of effect that a call may have, asked before any rule about them is tested. No path is resolved for it.

import { type EffectKind, effectBits } from "../../../language/effect-kinds.ts";
import type { Context } from "./context.ts";
import { type ViewName, view } from "./views.ts";

const isView = (kind: EffectKind): kind is ViewName => (effectBits[kind] & VIEWS) !== 0;

const VIEWS =
  effectBits.reads | effectBits.writes | effectBits.deletes | effectBits.uploads | effectBits.hosts | effectBits.kinds;

/** Of a call that runs no command. False: every list of this kind is empty and complete, and every such part is missing. */
export function mayHave(c: Context, kind: EffectKind): boolean {
  if (!isView(kind)) return false;
  const { items, maybe = [], complete } = view(c, kind);
  return items.length > 0 || maybe.length > 0 || !complete;
}
