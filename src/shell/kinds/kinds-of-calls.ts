// What the calls of a line do beyond files and hosts: by the rows of their programs, by the method of a request, and by what
// they connect to the network.

import type { CallKind } from "../../language/call-kinds.ts";
import { FALSE } from "../../language/truth.ts";
import type { EffectList } from "../effects/effects.ts";
import { matchSet, type PatternSet, patternSet } from "../match/pattern-set.ts";
import type { CalledProgram } from "../programs/called-programs.ts";
import type { UserPrograms } from "../programs/index.ts";
import { kindPatterns } from "../programs/kinds/index.ts";
import type { Call, Reading } from "../syntax/model.ts";
import { addKind, closeKinds, type KindDraft, newKinds } from "./kind-draft.ts";
import { addNetworkShells } from "./network-shells.ts";
import { addRequestKinds } from "./requests.ts";

/** Calls without a kind are left out. */
export function kindsOfCalls(
  reading: Reading,
  called: readonly CalledProgram[],
  extra: UserPrograms,
): ReadonlyMap<Call, EffectList<CallKind>> {
  const drafts = new Map<Call, KindDraft>();
  const draftOf = (call: Call): KindDraft => {
    const known = drafts.get(call) ?? newKinds();
    drafts.set(call, known);
    return known;
  };
  for (const one of called) {
    if (one.name === null) draftOf(one.call).isOpen = true;
    for (const [kind, set] of setsOf(extra)) {
      const found = matchSet(set, one, extra);
      if (found !== FALSE && one.name !== null) addKind(draftOf(one.call), kind, found);
    }
    addRequestKinds(one, draftOf);
  }
  addNetworkShells(reading, called, draftOf, extra);
  return new Map([...drafts].map(([call, draft]) => [call, closeKinds(draft)]));
}

/** For each set of declared programs; most policies declare none. */
const sets = new WeakMap<UserPrograms, ReadonlyMap<CallKind, PatternSet>>();
/** The last one is asked for again and again. */
let last: { readonly extra: UserPrograms | null; readonly sets: ReadonlyMap<CallKind, PatternSet> } = {
  extra: null,
  sets: new Map(),
};

/** The patterns of each kind. A pattern is parsed when a line first runs what it names. */
function setsOf(extra: UserPrograms): ReadonlyMap<CallKind, PatternSet> {
  if (last.extra === extra) return last.sets;
  const made =
    sets.get(extra) ?? new Map([...kindPatterns].map(([kind, patterns]) => [kind, patternSet(patterns, extra)]));
  sets.set(extra, made);
  last = { extra, sets: made };
  return made;
}
