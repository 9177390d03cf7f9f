// Merges the decisions of several bundles on one event: the strictest outcome, and every reason with its scope.

import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision, Failure, Outcome, Reason, Remark, Result, Scope, Unclear } from "../../language/contract.ts";
import { combine, isStricter } from "../../language/outcome.ts";

/** One bundle's decisions: on the original event, and on the final event if it differs. */
export interface ScopeDecisions {
  readonly scope: Scope;
  readonly first: Decision;
  readonly final: Decision | null;
}

/** The stricter of both passes, except `allow`, which counts only if the final pass allows the final event. */
export function outcomeOf({ first, final }: ScopeDecisions): Outcome {
  if (final === null) return first.outcome;
  // A final pass that rewrites again has allowed an event that is never used.
  const last = final.outcome === "allow" && final.changes !== undefined ? "pass" : final.outcome;
  return combine(first.outcome === "allow" ? "pass" : first.outcome, last);
}

export interface MergedReport {
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Remark[];
  readonly notes: readonly Remark[];
  readonly unclear: readonly Unclear[];
  readonly failures: readonly Failure[];
  readonly facts: Decision["facts"];
}

/** Reasons, remarks and failures of all bundles, in the order of scopes, each once. */
export function mergeReports(scopes: readonly ScopeDecisions[]): MergedReport {
  const passes = scopes.flatMap(({ first, final }) => (final === null ? [first] : [first, final]));
  return {
    reasons: scopes.flatMap(reasonsOf),
    warnings: once(
      passes.flatMap(({ warnings }) => warnings),
      remarkKey,
    ),
    notes: once(
      passes.flatMap(({ notes }) => notes),
      remarkKey,
    ),
    unclear: once(
      passes.flatMap(({ unclear }) => unclear),
      ({ rule, at, missing }) => `${rule} ${at} ${missing}`,
    ),
    failures: once(
      passes.flatMap(({ failures }) => failures),
      ({ code, message, rule }) => `${code} ${rule} ${message}`,
    ),
    facts: factsOfAll(passes),
  };
}

function factsOfAll(passes: readonly Decision[]): Decision["facts"] {
  const facts = Object.assign(Object.create(null), ...passes.map((pass) => pass.facts));
  const unmoved = passes.flatMap((pass) => pass.facts.realpath ?? []);
  return unmoved.length === 0 ? facts : Object.assign(facts, { realpath: [...new Set(unmoved)] });
}

const remarkKey = ({ scope, rule }: Remark): string => `${scope} ${rule}`;

function reasonsOf({ first, final }: ScopeDecisions): readonly Reason[] {
  if (final === null) return first.reasons;
  const reasons = new Map<string, Reason>();
  const add = (reason: Reason): void => {
    const kind = isOutcome(reason.effect) ? "outcome" : reason.effect;
    const key = `${reason.rule} ${kind}`;
    const known = reasons.get(key);
    if (known === undefined || isStronger(reason.effect, known.effect)) reasons.set(key, reason);
  };
  for (const reason of first.reasons) if (reason.effect !== "allow") add(reason);
  for (const reason of final.reasons) if (reason.effect !== "set") add(reason);
  return [...reasons.values()];
}

const isOutcome = (effect: Reason["effect"]): effect is Outcome =>
  effect !== "set" && effect !== "warn" && effect !== "note";

const isStronger = (a: Reason["effect"], b: Reason["effect"]): boolean =>
  isOutcome(a) && isOutcome(b) && isStricter(a, b);

function once<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return items.length < 2
    ? items
    : [...new Map(items.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** The synthetic result of the bundles that answer instead of the tool; a failure when they differ. */
export function resultOf(
  scopes: readonly ScopeDecisions[],
): { readonly result: Result } | { readonly failure: Failure } {
  const answers = scopes.flatMap(({ scope, first, final }) =>
    [first, final].flatMap((one) => (one?.result === undefined ? [] : [{ scope, said: one, result: one.result }])),
  );
  const texts = new Set(answers.map(({ result }) => JSON.stringify(result)));
  const [answer] = answers;
  if (answer !== undefined && texts.size === 1) return { result: answer.result };
  const rules = answers.map(({ scope, said }) => {
    const names = said.reasons.filter(({ effect }) => effect === "respond").map(({ rule }) => `\`${rule}\``);
    return `${names.join(", ")} (${scope})`;
  });
  const message = fillMessage(failureCodes.P708.message, { rules: [...new Set(rules)].join(" and ") });
  return { failure: { code: "P708", message } };
}
