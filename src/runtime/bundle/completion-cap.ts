// Completion points of a policy set: all bundles together may send the agent back as often in a row as a single bundle.

import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Failure, Outcome } from "../../language/contract.ts";
import { whyOf } from "../../language/load-error.ts";
import type { SessionStore } from "../engine/index.ts";
import { pointOf } from "./failed-decision.ts";

const COMPLETION_CAP = 3;

/** Counts blocks in a row and lets the fourth pass with a failure; anything else resets the count. */
export function capAcrossScopes(
  gate: SessionStore,
  event: unknown,
  outcome: Outcome,
  now: number,
  failures: Failure[],
): Outcome {
  const point = pointOf(event);
  const isCompletion = point === "before_completion_decision" || point === "accept_gate";
  if (!isCompletion && point !== "user_prompt_submit") return outcome;
  const session = sessionOf(event);
  try {
    const state = gate.read(session, now);
    const isBlocked = isCompletion && outcome === "block";
    if (!isBlocked && state.blocksInRow === 0) return outcome;
    const isOver = isBlocked && state.blocksInRow >= COMPLETION_CAP;
    const blocksInRow = isBlocked && !isOver ? state.blocksInRow + 1 : 0;
    gate.commit(session, { marks: [], counts: [], blocksInRow, time: Math.max(now, state.lastTime), call: null });
    if (!isOver) return outcome;
    failures.push({ code: "P709", message: fillMessage(failureCodes.P709.message, { count: String(COMPLETION_CAP) }) });
    return "pass";
  } catch (caught) {
    failures.push({ code: "P706", message: fillMessage(failureCodes.P706.message, { why: whyOf(caught) }) });
    return outcome;
  }
}

/** The session of an event as the engine reads it. */
export function sessionOf(event: unknown): string {
  try {
    const id = typeof event === "object" && event !== null && "session_id" in event ? event.session_id : undefined;
    return typeof id === "string" && id !== "" ? id : "default";
  } catch {
    return "default";
  }
}
