// Step 10 of a decision: combines passes, rewrites and results into the decision for the host.

import type { Decision, Failure, Json, Outcome, Point, Result } from "../../language/contract.ts";
import { isFinal, proceeds } from "../../language/outcome.ts";
import { failureOutcome } from "../../language/schema.ts";
import type { Engine } from "./create-engine.ts";
import type { Context } from "./event/context.ts";
import type { Findings } from "./findings.ts";
import { capFailed, isCompletion } from "./keep-state.ts";
import { mergePasses, type PassReport } from "./merge-passes.ts";

/** An event that is decided except for its state. */
export interface Settled {
  /** The event as the last pass saw it. */
  readonly seen: Context;
  /** The final pass only if the event was rewritten. */
  readonly passes: readonly [first: Findings, ...final: Findings[]];
  readonly outcome: Outcome;
  readonly changes: { [field: string]: Json } | undefined;
  readonly result: Result | undefined;
  readonly failures: Failure[];
}

export function decisionOf(engine: Engine, c: Context, report: PassReport, outcome: Outcome): Decision {
  return {
    proceed: proceeds(outcome),
    outcome,
    reasons: report.reasons,
    warnings: report.warnings,
    notes: report.notes,
    unclear: report.unclear,
    failures: report.failures,
    revision: engine.revision,
    facts: c.factsAsked(),
  };
}

export function decisionOfSettled(engine: Engine, settled: Settled): Decision {
  const { seen, passes, outcome, changes, result, failures } = settled;
  const [first, final] = passes;
  const report = final === undefined ? first : mergePasses(first, final);
  const all = failures.length === 0 ? report : { ...report, failures: [...report.failures, ...failures] };
  const decision = decisionOf(engine, seen, all, outcome);
  if (changes === undefined && result === undefined) return decision;
  return {
    ...decision,
    ...(changes === undefined || isFinal(outcome) ? {} : { changes }),
    ...(result === undefined || outcome !== "respond" ? {} : { result }),
  };
}

/** An event about which nothing could be decided. `ask` names the question, as in `Policy.decideSync`. */
export interface Undecided {
  readonly point: Point | null;
  readonly failure: Failure;
  readonly event: unknown;
  readonly ask: string | null;
}

/** The failure outcome of the point, up to the completion cap where the agent would otherwise never end. */
export function decisionOfFailure(engine: Engine, { point, failure, event, ask }: Undecided): Decision {
  const failures = [failure];
  let outcome: Outcome = point === null ? "block" : failureOutcome[point];
  if (point !== null && isCompletion(point))
    outcome = capFailed(engine.store, sessionOf(event), ask, timeOf(engine.checks.now), failures);
  return {
    proceed: proceeds(outcome),
    outcome,
    reasons: [],
    warnings: [],
    notes: [],
    unclear: [],
    failures,
    revision: engine.revision,
    facts: {},
  };
}

/** The session of an event that could not be checked, as far as the event says. */
function sessionOf(event: unknown): string {
  try {
    const id = typeof event === "object" && event !== null && "session_id" in event ? event.session_id : undefined;
    return typeof id === "string" && id !== "" ? id : "default";
  } catch {
    return "default";
  }
}

function timeOf(now: () => number | undefined): number {
  try {
    return now() ?? 0;
  } catch {
    return 0;
  }
}
