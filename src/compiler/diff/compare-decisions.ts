// Two decisions about one event: the new one stricter, looser, or otherwise different.

import type { Decision, Outcome } from "../../language/contract.ts";

export type Difference = "tightened" | "loosened" | "other";

/** How much happens: `allow` skips even the host's own question, so it is looser than no opinion at all. */
const rank: { readonly [O in Outcome]: number } = { allow: 0, pass: 1, ask: 2, respond: 3, block: 4, stop: 5 };

/** Null when both decide alike; texts and names of rules apart. */
export function compareDecisions(old: Decision, now: Decision): Difference | null {
  if (rank[now.outcome] > rank[old.outcome]) return "tightened";
  if (rank[now.outcome] < rank[old.outcome]) return "loosened";
  return JSON.stringify(besides(old)) === JSON.stringify(besides(now)) ? null : "other";
}

/** What a decision does beside its outcome. */
function besides({ warnings, notes, changes, result, reasons }: Decision): unknown {
  const live = (remarks: readonly { readonly shadow?: true }[]): number =>
    remarks.filter(({ shadow }) => shadow !== true).length;
  const watched = reasons.filter(({ shadow }) => shadow === true).map(({ effect }) => effect);
  return [live(warnings), live(notes), sorted(changes ?? {}), result ?? null, watched.toSorted()];
}

const sorted = (changes: { readonly [field: string]: unknown }): unknown =>
  Object.entries(changes).toSorted(([a], [b]) => (a < b ? -1 : 1));
