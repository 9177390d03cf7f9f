// A closed policy still answers: every event fails, and a completion gate opens after as many blocks as a rule may give.

import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision } from "../../language/contract.ts";
import { failedDecision, pointOf } from "./failed-decision.ts";

/** How often in a row a closed policy sends an agent back to work; the same limit as for rules. */
const SENT_BACK = 3;

/** Decides events after `close`. */
export function closedPolicy(revision: string): (event: unknown) => Decision {
  let sentBack = 0;
  return (event) => {
    const decision = failedDecision(event, revision, "P714", {});
    const point = pointOf(event);
    if (point !== "before_completion_decision" && point !== "accept_gate") return decision;
    if (++sentBack <= SENT_BACK) return decision;
    // A gate that can never open again must not keep an agent running for ever.
    const message = fillMessage(failureCodes.P709.message, { count: String(SENT_BACK) });
    return {
      ...decision,
      proceed: true,
      outcome: "pass",
      failures: [...decision.failures, { code: "P709", message }],
    };
  };
}
