// One event, several bundles: internal, user, repo. Each decides the original event, then their rewrites are merged. A bundle
// whose own rewrites differ from the merged ones decides again on the final event. Only then is state committed, by the combined
// outcome. Where hooks run, the rules' state changes are committed before the first hook starts, and rewriting hooks run one
// after another across all bundles.
// See docs/language/deciding.md, which this extends over bundles.

import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision, Failure, Outcome, Scope } from "../../language/contract.ts";
import type { HookCompletion } from "../../language/hook-result.ts";
import { whyOf } from "../../language/load-error.ts";
import { isFinal, proceeds } from "../../language/outcome.ts";
import { failureOutcome } from "../../language/schema.ts";
import { capAcrossScopes } from "../bundle/completion-cap.ts";
import { failedDecision, pointOf } from "../bundle/failed-decision.ts";
import { combine, type Policy, type SessionStore } from "../engine/index.ts";
import { type BarrierRunner, HookBarrier } from "./hook-barrier.ts";
import { isWhole, mergeChanges } from "./merge-changes.ts";
import { mergeReports, outcomeOf, resultOf, type ScopeDecisions } from "./merge-decisions.ts";
import type { StagedChange, StagedStore } from "./staged-store.ts";

export interface Member {
  readonly scope: Scope;
  readonly engine: Policy;
  readonly revision: string;
  readonly held: StagedStore;
  /** Null when the bundle has no external hooks. */
  readonly runner: BarrierRunner | null;
}

export interface ScopeSet {
  readonly members: readonly Member[];
  readonly revision: string;
  /** Counts the blocks in a row at completion points, for all bundles together. */
  readonly gate: SessionStore;
  readonly now: () => number;
}

/** One bundle's decisions, and what each of its passes would change. */
interface ScopePasses extends ScopeDecisions {
  readonly member: Member;
  readonly passes: readonly { readonly decision: Decision; readonly changes: StagedChange[] }[];
  readonly hooks: Map<number, HookCompletion>;
  readonly chained: Set<string>;
}

/** Decides at once; an enforcing hook that matches counts as failed. */
export function decideScopes(set: ScopeSet, event: unknown): Decision {
  const decided = set.members.map((member) => {
    const changes: StagedChange[] = [];
    const decision = member.held.hold(changes, () => ask(member, event));
    return firstSay(member, decision, changes);
  });
  const joined = join(event, decided);
  const { final } = joined;
  if (final === null) return conclude(set, event, decided, joined);
  const again = decided.map((one) => {
    if (isWhole(one.first.changes, joined.changes ?? {})) return one;
    const changes: StagedChange[] = [];
    return redecided(
      one,
      one.member.held.hold(changes, () => ask(one.member, final)),
      changes,
    );
  });
  return conclude(set, event, again, joined);
}

/** Decides with external hooks: in each round they start after the rules of all bundles have been evaluated. */
export async function decideScopesWithHooks(set: ScopeSet, event: unknown): Promise<Decision> {
  const early: Failure[] = [];
  const fresh = set.members.map((member) => ({
    member,
    hooks: new Map<number, HookCompletion>(),
    chained: new Set<string>(),
    changes: [] as StagedChange[],
  }));
  const barrier = new HookBarrier(set.members, () => commitEarly(fresh, early));
  const decided = await Promise.all(
    fresh.map(async ({ member, hooks, chained, changes }) => {
      const decision = await askBehindBarrier(member, event, { barrier, hooks, chained, changes, isSecond: false });
      return firstSay(member, decision, changes, hooks, chained);
    }),
  );
  const joined = join(event, decided);
  const { final } = joined;
  if (final === null) return conclude(set, event, decided, joined, early);
  const stale = decided.filter((one) => !isWhole(one.first.changes, joined.changes ?? {}));
  const second = stale.map((one) => ({ one, member: one.member, changes: [] as StagedChange[] }));
  const round = new HookBarrier(
    stale.map(({ member }) => member),
    () => commitEarly(second, early),
  );
  const again = await Promise.all(
    second.map(async ({ one, member, changes }) => {
      const decision = await askBehindBarrier(member, final, { ...one, barrier: round, changes, isSecond: true });
      return redecided(one, decision, changes);
    }),
  );
  const all = decided.map((one) => again.find(({ member }) => member === one.member) ?? one);
  return conclude(set, event, all, joined, early);
}

const firstSay = (
  member: Member,
  first: Decision,
  changes: StagedChange[],
  hooks: ScopePasses["hooks"] = new Map(),
  chained: ScopePasses["chained"] = new Set(),
): ScopePasses => ({
  member,
  scope: member.scope,
  first,
  final: null,
  passes: [{ decision: first, changes }],
  hooks,
  chained,
});

const redecided = (before: ScopePasses, final: Decision, changes: StagedChange[]): ScopePasses => ({
  ...before,
  final,
  passes: [...before.passes, { decision: final, changes }],
});

function ask({ engine, revision }: Member, event: unknown): Decision {
  try {
    return engine.decideSync(event);
  } catch (caught) {
    return failedDecision(event, revision, "P704", { why: whyOf(caught) });
  }
}

interface Round {
  readonly barrier: HookBarrier;
  readonly hooks: Map<number, HookCompletion>;
  readonly chained: Set<string>;
  readonly changes: StagedChange[];
  readonly isSecond: boolean;
}

async function askBehindBarrier(member: Member, event: unknown, round: Round): Promise<Decision> {
  const { barrier, chained, changes, isSecond } = round;
  const { runner, held, engine, revision } = member;
  if (runner === null) {
    const decision = held.hold(changes, () => ask(member, event));
    barrier.arrive(member, decision);
    return decision;
  }
  const decide = (): Promise<Decision> => held.holdWaiting(changes, () => engine.decide(event));
  let decision: Decision;
  try {
    decision = await runner.during({ barrier, member, event, results: round.hooks, chained, isSecond }, decide);
  } catch (caught) {
    decision = failedDecision(event, revision, "P704", { why: whyOf(caught) });
  }
  barrier.arrive(member, decision);
  return decision;
}

interface Joined {
  readonly outcome: Outcome;
  readonly changes: Decision["changes"];
  /** The rewritten event; null when nothing is rewritten. */
  readonly final: object | null;
  readonly conflicts: readonly Failure[];
}

/** The rewrites of all bundles as one event, unless one of them blocks or they disagree. */
function join(event: unknown, decided: readonly ScopePasses[]): Joined {
  const outcome = strictest(decided);
  if (outcome === "block" || outcome === "stop") return { outcome, changes: undefined, final: null, conflicts: [] };
  const { changes, conflicts } = mergeChanges(
    event,
    decided.map(({ scope, first, chained }) => ({ scope, decision: first, chained })),
  );
  if (conflicts.length > 0) return { outcome: "block", changes: undefined, final: null, conflicts };
  if (changes === null) return { outcome, changes: undefined, final: null, conflicts };
  return { outcome, changes, final: { ...(event as object), ...changes }, conflicts };
}

const strictest = (decided: readonly ScopeDecisions[]): Outcome => decided.map(outcomeOf).reduce(combine, "pass");

function conclude(
  set: ScopeSet,
  event: unknown,
  decided: readonly ScopePasses[],
  { outcome: first, changes, final, conflicts }: Joined,
  early: readonly Failure[] = [],
): Decision {
  const failures = [...conflicts, ...early];
  let outcome = final === null ? first : strictest(decided);
  const answered = outcome === "respond" ? resultOf(decided) : null;
  if (answered !== null && "failure" in answered) {
    failures.push(answered.failure);
    outcome = "block";
  }
  outcome = capAcrossScopes(set.gate, event, outcome, set.now(), failures);
  const isLost = commitAll(decided, isFinal(outcome), failures) || early.length > 0;
  if (isLost) outcome = combine(outcome, failureAt(event));
  const { facts, ...report } = mergeReports(decided);
  return {
    proceed: proceeds(outcome),
    outcome,
    ...report,
    failures: [...report.failures, ...failures],
    ...(changes === undefined || isFinal(outcome) ? {} : { changes }),
    ...(answered !== null && "result" in answered && outcome === "respond" ? { result: answered.result } : {}),
    revision: set.revision,
    facts,
  };
}

/** Before the first hook: no bundle blocks, so all state changes apply; a hook that blocks later does not undo them. */
function commitEarly(
  open: readonly { readonly member: Member; readonly changes: StagedChange[] }[],
  failures: Failure[],
): void {
  for (const { member, changes } of open) keep(member, changes.splice(0), failures);
}

/** If the action does not happen, only the changes of the rules that stopped it apply. True when a change was lost. */
function commitAll(decided: readonly ScopePasses[], isStopped: boolean, failures: Failure[]): boolean {
  let isLost = false;
  for (const { member, passes } of decided) {
    const stands = passes.flatMap(({ decision, changes }) =>
      changes.map((held) => (isStopped && !isFinal(decision.outcome) ? { ...held, change: timeOnly(held) } : held)),
    );
    isLost = keep(member, stands, failures) || isLost;
  }
  return isLost;
}

/** The session's time advances with every event. */
const timeOnly = ({ change }: StagedChange): StagedChange["change"] => ({ ...change, marks: [], counts: [] });

function keep({ held }: Member, changes: readonly StagedChange[], failures: Failure[]): boolean {
  const [one] = changes;
  if (one === undefined) return false;
  const list = changes.map(({ change }) => change);
  try {
    held.keep(one.session, list);
    return false;
  } catch (caught) {
    failures.push({ code: "P706", message: fillMessage(failureCodes.P706.message, { why: whyOf(caught) }) });
    return list.some(({ marks, counts }) => marks.length > 0 || counts.length > 0);
  }
}

const failureAt = (event: unknown): Outcome => {
  const point = pointOf(event);
  return point === null ? "block" : failureOutcome[point];
};
