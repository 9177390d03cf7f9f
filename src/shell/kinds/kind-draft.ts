// The kinds of one call, while they are being determined.

import type { CallKind } from "../../language/call-kinds.ts";
import { TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { EffectList } from "../effects/effects.ts";

export interface KindDraft {
  readonly items: Set<CallKind>;
  readonly maybe: Set<CallKind>;
  /** A word that is probably something else may be one that decides a kind. */
  hasUnlikely: boolean;
  /** The program is unknown. */
  isOpen: boolean;
}

export const newKinds = (): KindDraft => ({ items: new Set(), maybe: new Set(), hasUnlikely: false, isOpen: false });

export function addKind(draft: KindDraft, kind: CallKind, truth: Truth): void {
  if (truth === TRUE) draft.items.add(kind);
  else if (truth === UNKNOWN) draft.maybe.add(kind);
  else if (truth === UNLIKELY) draft.hasUnlikely = true;
}

export function closeKinds({ items, maybe, hasUnlikely, isOpen }: KindDraft): EffectList<CallKind> {
  const left = [...maybe].filter((kind) => !items.has(kind));
  return {
    items: [...items],
    maybe: left,
    complete: !isOpen && !hasUnlikely,
    isUnlikely: hasUnlikely && !isOpen,
  };
}
