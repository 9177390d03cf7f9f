// Decides one event synchronously. The steps have the numbers and the order of the reference,
// "How one event is decided":
//   1 check, 2 complete      checkEvent (check-event.ts), and openState (keep-state.ts) for the session's time
//   3 views and facts        views.ts and context.ts, when a rule first asks for one
//   4 rules                  runRules (run-rules.ts)
//   5 state                  keepState
//   6 stop or block, 7 rewrites, 8 final pass      settle
//   9 external hooks         failHooks here, because this does not wait; decide-with-hooks.ts calls them
//   10 combine               write-decision.ts
// Never throws: every error becomes a failure with the failure outcome of its point.

import type { Decision, Failure, Json } from "../../language/contract.ts";
import { combine } from "../../language/outcome.ts";
import { failureOutcome } from "../../language/schema.ts";
import { type Engine, isGateAt, isStatefulAt, planAt } from "./create-engine.ts";
import { checkEvent, failureOf } from "./event/check-event.ts";
import { Context } from "./event/context.ts";
import type { SessionStore } from "./event/session.ts";
import { type Findings, failHooks, noFindings } from "./findings.ts";
import { capCompletion, commitState, inSession, openState, readOnlyView, reasonText } from "./keep-state.ts";
import { respondWith } from "./merge-passes.ts";
import type { PointPlan } from "./program.ts";
import { rewrite } from "./rewrite.ts";
import { runRules } from "./run-rules.ts";
import { decisionOf, decisionOfFailure, decisionOfSettled, type Settled } from "./write-decision.ts";

/** Whether marks and counts of an event are written to the session. */
type StateUse = "commit" | "look";

/** No point has this name, so the key of an agent call never equals that of a tool call named by a host. */
export const askKey = (ask: string | null): string | null => (ask === null ? null : `ask ${ask}`);

/** Steps 1 and 2, then `decide`; an event that cannot be checked is refused. */
export function decideEvent(
  engine: Engine,
  event: unknown,
  ask: string | null,
  decide: (engine: Engine, c: Context) => Decision = decideAndCommit,
): Decision {
  const key = askKey(ask);
  let c: Context | null = null;
  try {
    const checked = checkEvent(event, engine.checks);
    if (!(checked instanceof Context)) return decisionOfFailure(engine, { ...checked, event, ask: key });
    c = checked;
    c.ask = key;
    return decide(engine, c);
  } catch (error) {
    return decisionOfException(engine, error, { point: c === null ? null : c.point, event, ask: key });
  }
}

export function decisionOfException(
  engine: Engine,
  error: unknown,
  of: { readonly point: Context["point"] | null; readonly event: unknown; readonly ask: string | null },
): Decision {
  return decisionOfFailure(engine, { ...of, failure: failureOf("P704", { why: reasonText(error) }) });
}

export const decideAndCommit = (engine: Engine, c: Context): Decision => decideChecked(engine, c, "commit");

/** Decides without changing the session. */
export const decideAndLook = (engine: Engine, c: Context): Decision => decideChecked(engine, c, "look");

function decideChecked(engine: Engine, c: Context, use: StateUse): Decision {
  const plan = planAt(engine, c.point);
  if (isStatefulAt(engine, c.point)) return decideInSession(engine, c, plan, use);
  if (plan === undefined) return decisionOf(engine, c, noFindings(), "pass");
  const found = runRules(engine.run, c, plan);
  return isSettled(found) ? decisionOf(engine, c, found, found.outcome) : decideUnsettled(engine, c, plan, found);
}

/** Nothing is rewritten, answered or passed to a hook: the outcome of the rules is the decision. */
const isSettled = ({ hooks, sets, responses }: Findings): boolean =>
  hooks.length === 0 && sets.length === 0 && responses.length === 0;

/** Separate from decideChecked, which is then small enough to be inlined. */
function decideUnsettled(engine: Engine, c: Context, plan: PointPlan, first: Findings): Decision {
  failUnasked(engine, first);
  return decisionOfSettled(engine, settle(engine, c, plan, first, []));
}

function decideInSession(engine: Engine, c: Context, plan: PointPlan | undefined, use: StateUse): Decision {
  const { store } = engine;
  if (use === "look" || store.exclusively === undefined) return decideOpened(engine, store, c, plan, use);
  const unlocked = decideUnlocked(engine, c, plan);
  if (unlocked !== null) return unlocked;
  c.closeSession();
  return inSession(store, c.session_id, (locked) => decideOpened(engine, locked, c, plan, use));
}

/**
 * Most events change nothing, and the state was valid when it was read, so they need no lock. Null when this event
 * needs one; the code has then run once, which is slow the first time, before other processes wait for the lock.
 */
function decideUnlocked(engine: Engine, c: Context, plan: PointPlan | undefined): Decision | null {
  const readOnly = readOnlyView(engine.store);
  try {
    const decision = decideOpened(engine, readOnly.store, c, plan, "commit");
    return readOnly.isLeft() ? decision : null;
  } catch {
    // An error here occurs again under the lock, where it is reported.
    return null;
  }
}

function decideOpened(
  engine: Engine,
  store: SessionStore,
  c: Context,
  plan: PointPlan | undefined,
  use: StateUse,
): Decision {
  const failures: Failure[] = [];
  openState(store, c, failures);
  const first = plan === undefined ? noFindings() : runRules(engine.run, c, plan);
  if (first.hooks.length > 0) failUnasked(engine, first);
  return keepState(engine, store, c, settleFirst(engine, c, plan, first, failures), use);
}

/** Steps 6 to 8, where there is anything to do. */
export function settleFirst(
  engine: Engine,
  c: Context,
  plan: PointPlan | undefined,
  first: Findings,
  failures: Failure[],
): Settled {
  if (!isSettled(first)) return settle(engine, c, plan, first, failures);
  return { seen: c, passes: [first], outcome: first.outcome, changes: undefined, result: undefined, failures };
}

/** Step 5: marks, counts and the completion cap. State that cannot be written is the failure outcome of the point. */
export function keepState(engine: Engine, store: SessionStore, c: Context, settled: Settled, use: StateUse): Decision {
  const { passes, failures } = settled;
  const { outcome, blocksInRow } = isGateAt(engine, c.point)
    ? capCompletion(c, settled.outcome, failures)
    : { outcome: settled.outcome, blocksInRow: null };
  const isKept = use === "look" || commitState(store, c, passes, outcome, blocksInRow, failures, engine);
  const [first] = passes;
  if (isKept && failures.length === 0 && isSettled(first)) return decisionOf(engine, c, first, outcome);
  return decisionOfSettled(engine, {
    ...settled,
    outcome: isKept ? outcome : combine(outcome, failureOutcome[c.point]),
  });
}

/** Steps 6 to 8: rewrites unless the event is stopped, the final pass on the rewritten event, the synthetic result. */
function settle(
  engine: Engine,
  c: Context,
  plan: PointPlan | undefined,
  first: Findings,
  failures: Failure[],
): Settled {
  const passes: [Findings, ...Findings[]] = [first];
  let { outcome } = first;
  let changes: { [field: string]: Json } | undefined;
  let seen = c;
  // A synthetic result does not hide that two rewrites disagree, or that the rewritten call is blocked.
  if (first.sets.length > 0 && plan !== undefined && outcome !== "stop" && outcome !== "block") {
    const rewritten = rewrite(c, first.sets, failures);
    if (rewritten === null) outcome = "block";
    else if (rewritten.context !== null) {
      seen = rewritten.context;
      changes = rewritten.changes;
      const final = runRules(engine.run, seen, plan);
      if (final.hooks.length > 0) failUnasked(engine, final);
      passes.push(final);
      outcome = combine(outcome === "allow" ? "pass" : outcome, final.outcome);
    }
  }
  const result = outcome === "respond" ? respondWith(passes, [c, seen], failures) : undefined;
  return {
    seen,
    passes,
    outcome: result === null ? "block" : outcome,
    changes,
    result: result ?? undefined,
    failures,
  };
}

/** Step 9 in a synchronous decision: every enforcing hook has failed. */
function failUnasked(engine: Engine, found: Findings): void {
  if (!engine.silentHooks) failHooks(found, engine.run.resolver);
}
