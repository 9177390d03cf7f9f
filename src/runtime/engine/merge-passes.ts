// Merges the two passes of a rewritten event: reasons, warnings and notes once per rule, the stricter one taken.

import type { Failure, Reason, Result } from "../../language/contract.ts";
import { isOutcome, isStricter } from "../../language/outcome.ts";
import { failureOf } from "./event/check-event.ts";
import type { Context } from "./event/context.ts";
import type { Findings } from "./findings.ts";

export type PassReport = Pick<Findings, "reasons" | "warnings" | "notes" | "unclear" | "failures">;

/** `allow` counts only from the final pass; rewrites are made once, on the event as it came. */
export function mergePasses(first: PassReport, final: PassReport): PassReport {
  const reasons = new Map<string, Reason>();
  for (const reason of first.reasons) if (reason.effect !== "allow") addReason(reasons, reason);
  for (const reason of final.reasons) if (reason.effect !== "set") addReason(reasons, reason);
  return {
    reasons: [...reasons.values()],
    warnings: once(first.warnings, final.warnings),
    notes: once(first.notes, final.notes),
    unclear: once(first.unclear, final.unclear),
    failures: once(first.failures, final.failures),
  };
}

function addReason(reasons: Map<string, Reason>, reason: Reason): void {
  const key = `${reason.rule} ${isOutcome(reason.effect) ? "outcome" : reason.effect}`;
  const known = reasons.get(key);
  const isStronger =
    known === undefined ||
    (isOutcome(reason.effect) && isOutcome(known.effect) && isStricter(reason.effect, known.effect));
  if (isStronger) reasons.set(key, reason);
}

function once<R extends { readonly rule?: string }>(a: readonly R[], b: readonly R[]): R[] {
  const known = new Set(a.map((one) => one.rule));
  return [...a, ...b.filter((one) => !known.has(one.rule))];
}

/** The synthetic result, or null when rules disagree about it or it cannot be computed. */
export function respondWith(
  passes: readonly Findings[],
  contexts: readonly Context[],
  failures: Failure[],
): Result | null {
  // A rule that answered the original event is not asked again about the rewritten one.
  const first = passes[0]?.responses ?? [];
  const answers = passes.flatMap((pass, i) =>
    pass.responses
      .filter(({ rule }) => i === 0 || !first.some((earlier) => earlier.rule === rule))
      .map(({ rule, value }) => ({ rule: rule.name, text: value(contexts[i] as Context) })),
  );
  const bad = answers.find((answer) => typeof answer.text !== "string");
  if (bad !== undefined) {
    failures.push(failureOf("P713", { field: "result", rule: bad.rule }, bad.rule));
    return null;
  }
  const texts = new Set(answers.map((answer) => answer.text as string));
  if (texts.size > 1) {
    const rules = [...new Set(answers.map((answer) => `\`${answer.rule}\``))].join(" and ");
    failures.push(failureOf("P708", { rules }));
    return null;
  }
  const [text] = texts;
  return { text: text ?? "" };
}
