// What the calls of a line do beyond files and hosts: by the rows of their programs, by the method of a request, and by what
// they connect to the network.

import type { CallKind } from "../../language/call-kinds.ts";
import { FALSE } from "../../language/truth.ts";
import type { EffectList } from "../effects/effects.ts";
import { matchSet, type PatternSet, patternSet } from "../match/pattern-set.ts";
import type { CalledProgram } from "../programs/called-programs.ts";
import type { UserPrograms } from "../programs/index.ts";
import { kindsByProgram } from "../programs/kinds/index.ts";
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
    else addRowKinds(one, draftOf, extra);
    addRequestKinds(one, draftOf);
  }
  addNetworkShells(reading, called, draftOf, extra);
  return new Map([...drafts].map(([call, draft]) => [call, closeKinds(draft)]));
}

/** By the rows of the program, or of the programs that an unknown one may run. */
function addRowKinds(one: CalledProgram, draftOf: (call: Call) => KindDraft, extra: UserPrograms): void {
  for (const name of one.behind === null ? one.names : one.behind.keys())
    for (const { kind, set } of kindsByProgram.has(name) ? setsOf(name, extra) : none) {
      const found = matchSet(set, one, extra);
      if (found !== FALSE) addKind(draftOf(one.call), kind, found);
    }
}

interface KindSet {
  readonly kind: CallKind;
  readonly set: PatternSet;
}

const none: readonly KindSet[] = [];

/** For each set of declared programs, which may add options; most policies declare none. */
const sets = new WeakMap<UserPrograms, Map<string, readonly KindSet[]>>();

/** The patterns of a program, compiled when a line first runs it. */
function setsOf(program: string, extra: UserPrograms): readonly KindSet[] {
  const known = sets.get(extra) ?? new Map<string, readonly KindSet[]>();
  sets.set(extra, known);
  const made =
    known.get(program) ??
    (kindsByProgram.get(program) ?? []).map(({ kind, patterns }) => ({ kind, set: patternSet(patterns, extra) }));
  known.set(program, made);
  return made;
}
