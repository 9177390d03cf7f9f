// Compares two decisions about one event: the outcome, and the rules involved.

import type { Decision, Outcome } from "../../language/contract.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";

/** What changed: the outcome became stricter or laxer, or other rules have the same outcome. */
export type Change = "tightened" | "loosened" | "rules";

export interface ReplayVerdict {
  readonly outcome: Outcome;
  readonly rules: readonly string[];
  /** Codes of the failures behind an outcome that no rule produced. */
  readonly failures?: readonly string[];
}

/** From the most lenient: `allow` also skips the host's own confirmation, so it grants more than `pass`. */
const laxity: readonly Outcome[] = ["allow", "pass", "ask", "respond", "block", "stop"];

export function changeOf(before: ReplayVerdict, after: ReplayVerdict): Change | null {
  const step = laxity.indexOf(after.outcome) - laxity.indexOf(before.outcome);
  if (step !== 0) return step > 0 ? "tightened" : "loosened";
  return hasSame(before.rules, after.rules) ? null : "rules";
}

const hasSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((rule) => b.includes(rule));

/** As the decision log has it: every rule with a reason, a warning or a note, once. */
export function verdictOf({ outcome, reasons, warnings, notes, failures }: Decision): ReplayVerdict {
  if (reasons.length === 0 && warnings.length === 0 && notes.length === 0) {
    if (failures.length === 0) return { outcome, rules: none };
    return { outcome, rules: none, failures: [...new Set(failures.map(({ code }) => code))] };
  }
  return { outcome, rules: [...new Set([...reasons, ...warnings, ...notes].flatMap(rulesOfReason))] };
}

/** For people: the outcome and its cause. */
export function verdictText({ outcome, rules, failures = [] }: ReplayVerdict): string {
  if (rules.length > 0) return `${outcome} by ${rules.join(", ")}`;
  return failures.length === 0 ? outcome : `${outcome} after ${failures.join(", ")}`;
}

const none: readonly string[] = Object.freeze([]);
