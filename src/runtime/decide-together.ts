// One event, several bundles: internal, user, repo. Each decides on the event as it came; rewrites are joined; where the
// joined rewrites are not a bundle's own, it decides again on the final event. Only then is state committed, by the
// outcome of all. See LANGUAGE.md, "How one event is decided", which this extends over bundles.

import { failureCodes, fillMessage } from "./codes.ts";
import type { Decision, Failure, Outcome, Scope } from "./contract.ts";
import type { Policy, SessionStore } from "./core/index.ts";
import { combine } from "./core/index.ts";
import { isFinal, proceeds } from "./core/outcome.ts";
import { failedDecision, pointOf } from "./failed-decision.ts";
import type { HeldChange, HeldStore } from "./held-store.ts";
import { whyOf } from "./load-error.ts";
import { isWhole, mergeChanges } from "./merge-changes.ts";
import { outcomeOf, resultOf, tellAll, type Voice } from "./merge-decisions.ts";
import { failureOutcome } from "./schema.ts";

export interface Member {
  readonly scope: Scope;
  readonly engine: Policy;
  readonly revision: string;
  readonly held: HeldStore;
}

interface Said extends Voice {
  readonly member: Member;
  /** What each pass would change. */
  readonly changes: readonly (HeldChange | null)[];
}

export interface Together {
  readonly members: readonly Member[];
  readonly revision: string;
  /** Where the blocks in a row at completion points are counted, for all bundles together. */
  readonly gate: SessionStore;
  readonly now: () => number;
}

export function decideTogether({ members, revision, gate, now }: Together, event: unknown): Decision {
  let said = members.map((member) => say(member, event));
  const failures: Failure[] = [];
  let outcome = strictest(said);
  let changes: Decision["changes"];
  if (outcome !== "block" && outcome !== "stop") {
    const merged = mergeChanges(
      event,
      said.map(({ scope, first }) => ({ scope, decision: first })),
    );
    failures.push(...merged.conflicts);
    if (merged.conflicts.length > 0) outcome = "block";
    else if (merged.changes !== null) {
      changes = merged.changes;
      const final = { ...(event as object), ...changes };
      said = said.map((one) => (isWhole(one.first.changes, merged.changes ?? {}) ? one : sayAgain(one, final)));
      outcome = strictest(said);
    }
  }
  const answered = outcome === "respond" ? resultOf(said) : null;
  if (answered !== null && "failure" in answered) {
    failures.push(answered.failure);
    outcome = "block";
  }
  outcome = capped(gate, event, outcome, now(), failures);
  outcome = keepState(said, event, outcome, failures);
  const { facts, ...told } = tellAll(said);
  return {
    proceed: proceeds(outcome),
    outcome,
    ...told,
    failures: [...told.failures, ...failures],
    ...(changes === undefined || isFinal(outcome) ? {} : { changes }),
    ...(answered !== null && "result" in answered && outcome === "respond" ? { result: answered.result } : {}),
    revision,
    facts,
  };
}

const strictest = (said: readonly Voice[]): Outcome => said.map(outcomeOf).reduce(combine, "pass");

function say(member: Member, event: unknown): Said {
  const first = ask(member, event);
  return { member, scope: member.scope, first, final: null, changes: [member.held.take()] };
}

function sayAgain(before: Said, event: unknown): Said {
  const final = ask(before.member, event);
  return { ...before, final, changes: [...before.changes, before.member.held.take()] };
}

function ask({ engine, revision }: Member, event: unknown): Decision {
  try {
    return engine.decideSync(event);
  } catch (caught) {
    return failedDecision(event, revision, "P704", { why: whyOf(caught) });
  }
}

/** If the action does not happen, only what the rules that stopped it mark and count stands. */
function keepState(said: readonly Said[], event: unknown, outcome: Outcome, failures: Failure[]): Outcome {
  const standing = isFinal(outcome);
  let kept = outcome;
  for (const { member, first, final, changes } of said) {
    const passes = [first, final];
    const stands = changes.filter((held, at) => held !== null && (!standing || isFinal(passes[at]?.outcome ?? "pass")));
    const [held] = changes;
    if (held === undefined || held === null) continue;
    const list = stands.flatMap((one) => (one === null ? [] : [one.change]));
    const rest = { marks: [], counts: [], blocksInRow: null, time: held.change.time, call: held.change.call };
    try {
      member.held.keep(held.session, list.length === 0 ? [rest] : list);
    } catch (caught) {
      failures.push(storeFailed(caught));
      const isLost = list.some(({ marks, counts }) => marks.length > 0 || counts.length > 0);
      if (isLost) kept = combine(kept, failureAt(event));
    }
  }
  return kept;
}

/** As often in a row as one bundle may send the agent back: more bundles do not make it longer. */
const COMPLETION_CAP = 3;

function capped(gate: SessionStore, event: unknown, outcome: Outcome, now: number, failures: Failure[]): Outcome {
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
    failures.push(storeFailed(caught));
    return outcome;
  }
}

const storeFailed = (caught: unknown): Failure => ({
  code: "P706",
  message: fillMessage(failureCodes.P706.message, { why: whyOf(caught) }),
});

const failureAt = (event: unknown): Outcome => {
  const point = pointOf(event);
  return point === null ? "block" : failureOutcome[point];
};

/** The session of an event as the engine reads it. */
export function sessionOf(event: unknown): string {
  try {
    const id = typeof event === "object" && event !== null && "session_id" in event ? event.session_id : undefined;
    return typeof id === "string" && id !== "" ? id : "default";
  } catch {
    return "default";
  }
}
