// The decision when the engine could not decide: the point's failure outcome, and the failure.

import { type FailureCode, failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision, Outcome } from "../../language/contract.ts";
import { failureOutcome } from "../../language/schema.ts";

/** Fails closed: an event without a readable, known point is treated like a deciding one. */
export function failedDecision(
  event: unknown,
  revision: string,
  code: FailureCode,
  holes: { readonly [hole: string]: string },
): Decision {
  const outcome = outcomeAt(event);
  return {
    proceed: outcome === "pass",
    outcome,
    reasons: [],
    warnings: [],
    notes: [],
    unclear: [],
    failures: [{ code, message: fillMessage(failureCodes[code].message, holes) }],
    revision,
    facts: {},
  };
}

function outcomeAt(event: unknown): Outcome {
  const point = pointOf(event);
  return point === null ? "block" : failureOutcome[point];
}

/** The event's point, read without trusting the event. */
export function pointOf(event: unknown): keyof typeof failureOutcome | null {
  try {
    if (typeof event !== "object" || event === null || !("point" in event)) return null;
    const { point } = event;
    return typeof point === "string" && isPoint(point) ? point : null;
  } catch {
    return null;
  }
}

function isPoint(name: string): name is keyof typeof failureOutcome {
  return Object.hasOwn(failureOutcome, name);
}
