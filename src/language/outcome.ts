// The order of outcomes and the one function that combines them: commutative, associative, idempotent.

import type { Outcome, Reason } from "./contract.ts";

/** Strictness: the higher one wins, whatever the order of rules, files or hooks. */
const rank: { readonly [O in Outcome]: number } = { pass: 0, allow: 1, ask: 2, respond: 3, block: 4, stop: 5 };

export function combine(a: Outcome, b: Outcome): Outcome {
  // The first outcome of nearly every event, and a comparison is faster than two lookups.
  if (a === "pass") return b;
  return rank[a] >= rank[b] ? a : b;
}

export function isStricter(a: Outcome, b: Outcome): boolean {
  return rank[a] > rank[b];
}

/** The action does not happen: no rewrite is computed and no hook is started after it. */
export function isFinal(outcome: Outcome): boolean {
  return outcome === "block" || outcome === "stop" || outcome === "respond";
}

export function proceeds(outcome: Outcome): boolean {
  return outcome === "pass" || outcome === "allow";
}

/** Some effects of a reason are not outcomes: they change something or add a remark. */
export function isOutcome(effect: Reason["effect"]): effect is Outcome {
  return effect !== "set" && effect !== "warn" && effect !== "note";
}
