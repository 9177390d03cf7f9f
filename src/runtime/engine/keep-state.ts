// The session's part in a decision: opened before the rules, committed after them, capped where an agent would never stop.

import type { Failure, Outcome, Point } from "../../language/contract.ts";
import { maskSecrets } from "../../language/masks/mask.ts";
import { cut, visible } from "../../language/message.ts";
import { isFinal } from "../../language/outcome.ts";
import { answersIn } from "./ask-once.ts";
import type { Engine } from "./create-engine.ts";
import { failureOf } from "./event/check-event.ts";
import { newContents } from "./event/command.ts";
import type { Context } from "./event/context.ts";
import { filesLeft } from "./event/files-left.ts";
import type { Mark, SessionState, SessionStore, StateChange } from "./event/session.ts";
import { view } from "./event/views.ts";
import { type Findings, stoppersOf } from "./findings.ts";
import { callOf } from "./run-rules.ts";

/** How often in a row the agent may be sent back to work. */
const COMPLETION_CAP = 3;

export const isCompletion = (point: Point): boolean =>
  point === "before_completion_decision" || point === "accept_gate";

/** Reads, decides and commits in one step where the store has several writers; failing to lock the session is a failure. */
export function inSession<T>(store: SessionStore, session: string, work: (store: SessionStore) => T): T {
  if (store.exclusively === undefined) return work(store);
  let isStarted = false;
  try {
    return store.exclusively(session, () => {
      isStarted = true;
      return work(store);
    });
  } catch (error) {
    if (isStarted) throw error;
    return work(failedStore(error));
  }
}

/** A read-only view of the store: changes are discarded, and `isLeft` reports whether there was one. */
export function readOnlyView(store: SessionStore): { readonly store: SessionStore; readonly isLeft: () => boolean } {
  let isLeft = true;
  const fails = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      isLeft = false;
      throw error;
    }
  };
  return {
    isLeft: () => isLeft,
    store: {
      read: (session, time) => fails(() => store.read(session, time)),
      commit: (session, change) => {
        isLeft &&= store.isLeftBy?.(session, change) === true;
      },
    },
  };
}

/** A store whose labels are unknown and whose changes are lost. */
function failedStore(error: unknown): SessionStore {
  const fail = (): never => {
    throw error;
  };
  return { read: fail, commit: fail };
}

/** Opens the session and settles the time: never earlier than the session's last. */
export function openState(store: SessionStore, c: Context, failures: Failure[]): void {
  if (c.session === undefined) c.session = sessionOf(store, c, failures);
  if (c.session !== null && c.time_ms !== undefined) c.time_ms = Math.max(c.time_ms, c.session.lastTime);
}

function sessionOf(store: SessionStore, c: Context, failures: Failure[]): SessionState | null {
  try {
    return store.read(c.session_id, c.time_ms ?? 0);
  } catch (error) {
    failures.push(failureOf("P706", { why: reasonText(error) }));
    return null;
  }
}

/** Whose questions the event may answer. */
type Answers = Pick<Engine, "program" | "target">;

/** Step 5: commits the state effects that apply. False when they could not be written. */
export function commitState(
  store: SessionStore,
  c: Context,
  passes: readonly Findings[],
  outcome: Outcome,
  blocksInRow: number | null,
  failures: Failure[],
  answers: Answers,
): boolean {
  const { marks, counts } = passes.every(hasNoState) ? noState : stateOf(passes, outcome);
  const others = [...filesOf(c, outcome), ...answersIn(c, answers.program, answers.target)];
  const change: StateChange = {
    marks: others.length === 0 ? marks : [...marks, ...others],
    counts,
    blocksInRow,
    time: c.time_ms ?? c.stateOf()?.lastTime ?? 0,
    call: counts.length === 0 ? null : callOf(c),
    ask: c.ask,
  };
  try {
    store.commit(c.session_id, change);
    return true;
  } catch (error) {
    failures.push(failureOf("P706", { why: reasonText(error) }));
    return change.marks.length === 0 && change.counts.length === 0 && change.blocksInRow === null;
  }
}

type StateEffects = Pick<Findings, "marks" | "counts">;

/** Nearly every event: nothing is marked or counted. */
const noState: StateEffects = { marks: [], counts: [] };
const hasNoState = ({ marks, counts }: StateEffects): boolean => marks.length === 0 && counts.length === 0;

function stateOf(passes: readonly Findings[], outcome: Outcome): StateEffects {
  const stoppers = isFinal(outcome) ? new Set(passes.flatMap(stoppersOf)) : null;
  const stands = (one: { readonly rule: string }): boolean => stoppers === null || stoppers.has(one.rule);
  return {
    marks: passes.flatMap((pass) => pass.marks.filter(stands)),
    counts: distinctCounts(passes.flatMap((pass) => pass.counts.filter(stands))),
  };
}

/** Files that a call which may happen leaves behind. */
function filesOf(c: Context, outcome: Outcome): readonly Mark[] {
  const isKept = c.around.keepsFiles && c.point === "before_tool_call" && !isFinal(outcome);
  return isKept ? filesLeft(c, newContents(c, view(c, "writes"))) : [];
}

/** An event adds at most one to a counter, however many rules count it. */
function distinctCounts(counts: Findings["counts"]): Findings["counts"] {
  if (counts.length < 2) return counts;
  return [...new Map(counts.map((one) => [`${one.shadow} ${one.counter}`, one])).values()];
}

export interface Capped {
  readonly outcome: Outcome;
  readonly blocksInRow: number | null;
}

/** Sends the agent back at most three times in a row, then lets it end, with a failure. */
export function capCompletion(c: Context, outcome: Outcome, failures: Failure[]): Capped {
  const session = c.stateOf();
  if (session === null) return { outcome, blocksInRow: null };
  if (!isCompletion(c.point) || outcome !== "block")
    return { outcome, blocksInRow: session.blocksInRow > 0 ? 0 : null };
  const isCapped = isCappedBy(session, c.ask);
  if (!isCapped) return { outcome, blocksInRow: hasBlocked(session, c.ask) ? null : session.blocksInRow + 1 };
  failures.push(failureOf("P709", { count: String(COMPLETION_CAP) }));
  return { outcome: "pass", blocksInRow: 0 };
}

const hasBlocked = (session: SessionState, ask: string | null): boolean => ask !== null && session.hasBlocked(ask);

/** A call that was decided before is already counted, and has reset the count if it exceeded the cap. */
function isCappedBy(session: SessionState, ask: string | null): boolean {
  return hasBlocked(session, ask) ? session.blocksInRow === 0 : session.blocksInRow >= COMPLETION_CAP;
}

/** The same for an event that could not be decided at all. */
export function capFailed(
  store: SessionStore,
  session: string,
  ask: string | null,
  time: number,
  failures: Failure[],
): Outcome {
  try {
    const isCapped = inSession(store, session, (held) => {
      const state = held.read(session, time);
      const isOver = isCappedBy(state, ask);
      const blocksInRow = isOver ? 0 : hasBlocked(state, ask) ? null : state.blocksInRow + 1;
      const at = Math.max(time, state.lastTime);
      held.commit(session, { marks: [], counts: [], blocksInRow, time: at, call: null, ask });
      return isOver;
    });
    if (isCapped) failures.push(failureOf("P709", { count: String(COMPLETION_CAP) }));
    return isCapped ? "pass" : "block";
  } catch {
    return "block";
  }
}

/** The message of an exception, safe to show. */
export function reasonText(error: unknown): string {
  try {
    return cut(visible(maskSecrets(error instanceof Error ? error.message : String(error))), 200);
  } catch {
    return "an error without a message";
  }
}
