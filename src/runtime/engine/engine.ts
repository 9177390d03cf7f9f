// Decides one event, by the steps of docs/language/deciding.md. Never throws: whatever goes wrong
// becomes a failure with the failure outcome of its point.

import type { Decision, Failure, Json, Outcome, Point, Result } from "../../language/contract.ts";
import { combine, isFinal, proceeds } from "../../language/outcome.ts";
import { failureOutcome } from "../../language/schema.ts";
import { FALSE, type Truth, UNKNOWN } from "../../language/truth.ts";
import { type CheckOptions, checkEvent, failureOf, knownTools, placing } from "./check-event.ts";
import { Context } from "./context.ts";
import { copyEvent } from "./copy-event.ts";
import { continued, decideWithHooks } from "./decide-with-hooks.ts";
import { type Findings, failHooks, noFindings } from "./findings.ts";
import type { HookRunner } from "./hook-runner.ts";
import {
  capCompletion,
  capFailed,
  commitState,
  inSession,
  isCompletion,
  lookedAt,
  openState,
  reasonText,
} from "./keep-state.ts";
import { mergePasses, respondWith, type Told } from "./merge-passes.ts";
import { normal } from "./paths/paths.ts";
import type { PointPlan, Program, Rule } from "./program.ts";
import { type Can, resolverFor } from "./resolve-effects.ts";
import { rewrite } from "./rewrite.ts";
import { type RuleObserver, type RuleRun, runRules, runStateRules, truthOfRule } from "./run-rules.ts";
import { memoryStore, type SessionStore } from "./session.ts";
import { surroundingsOf, type World } from "./surroundings.ts";

export interface PolicyOptions {
  readonly revision: string;
  /** The host the decisions are for; our own runtime when left out. */
  readonly target?: string;
  /** What that host can do, when the program was not compiled for it. */
  readonly can?: Can;
  /** Answers facts; without it every fact is unknown. */
  readonly world?: World;
  /** The clock; undefined seals the time. */
  readonly now?: () => number | undefined;
  readonly home?: string;
  /** The project when the host does not say. */
  readonly workdir?: string;
  /** Folders and files of policyc itself, for `is policyc`. */
  readonly own?: readonly string[];
  readonly store?: SessionStore;
  /** False tests every rule of the point, index or not; decisions are the same. */
  readonly indexed?: boolean;
  /** Fills `duration_us`. */
  readonly timed?: boolean;
  readonly observer?: RuleObserver;
  /** Runs external hooks; without it a hook counts as failed, and its failure mode decides. */
  readonly hooks?: HookRunner;
  /** For trials: no hook is asked, and none has anything to say. */
  readonly silentHooks?: boolean;
  /** How long hooks are waited for, all together. */
  readonly deadlineMs?: number;
}

/** A rule's part in an explanation. */
export interface RuleTrace {
  readonly rule: number;
  readonly truth: Truth;
  /** The first false condition, by its number in the manifest; null when the rule is not false. */
  readonly missed: number | null;
  /** Conditions that were unknown or in error, by their numbers. */
  readonly doubts: readonly (readonly [condition: number, truth: Truth])[];
  readonly missing: readonly string[];
}

export interface Explanation {
  readonly decision: Decision;
  readonly rules: readonly RuleTrace[];
  /** The event as the rules saw it, for operand values; null when it was refused. */
  readonly context: Context | null;
}

export interface Policy {
  /** `ask` names the question: an event that is decided again under the same name counts and consumes once. */
  decideSync(event: unknown, ask?: string | null): Decision;
  /** Waits for external hooks. Never rejects. */
  decide(event: unknown, ask?: string | null): Promise<Decision>;
  /** The same, but what concerns no hook is decided at once. The event is read before this returns. */
  decideSoon(event: unknown, ask?: string | null): Decision | Promise<Decision>;
  /** The two halves of decideSync, for callers that decide one event more than once. Null: the event is malformed. */
  check(event: unknown): Context | null;
  decideChecked(c: Context): Decision;
  /**
   * The truth of one rule's condition, without deciding or changing state. `needed` are the rules that set what it asks of
   * the session; without it, all that mark or count run first.
   */
  truthOf(
    rule: number,
    event: unknown,
    needed?: ReadonlySet<number>,
  ): Omit<RuleTrace, "rule"> & { readonly failure?: Failure };
  /** Decides without changing state, and says of every rule of the point why. */
  explain(event: unknown): Explanation;
  readonly store: SessionStore;
}

export function policyOf(program: Program, options: PolicyOptions): Policy {
  const now = options.now ?? Date.now;
  const checks: CheckOptions = {
    around: surroundingsOf({
      world: options.world,
      home: options.home,
      own: options.own ?? [],
      namedFolders: program.folders,
      ...(program.shell === undefined ? {} : { shell: program.shell }),
      ...(program.programs === undefined ? {} : { programs: program.programs }),
      keepsFiles: program.keepsFiles === true,
    }),
    tools: knownTools(program.tools),
    declared: new Set(Object.keys(program.tools)),
    now,
    workdir: normal(options.workdir ?? "/"),
    placed: placing(options.home),
  };
  const store = options.store ?? memoryStore({ counters: program.counters });
  const resolver = resolverFor(program, options.target ?? "policyc", options.can);
  const run: RuleRun = { program, resolver, indexed: options.indexed !== false, observer: options.observer };
  const gates = program.points.before_completion_decision !== undefined || program.points.accept_gate !== undefined;
  const keepsState =
    program.labels.length > 0 || Object.keys(program.counters).length > 0 || program.keepsFiles === true;
  const { revision, hooks: runner } = options;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const hookedPoints = pointsWithHooks(program);

  /** The plans that events asked for. One that is read from text is asked for each of its parts, so they are taken out once. */
  const plans: { [P in Point]?: PointPlan } = {};
  function planAt(point: Point): PointPlan | undefined {
    const known = plans[point];
    if (known !== undefined) return known;
    const found = program.points[point];
    if (found !== undefined) plans[point] = { ...found };
    return plans[point];
  }

  function decide(c: Context, commits: boolean): Decision {
    const plan = planAt(c.point);
    if (keepsState || isGateAt(c.point)) return decideWithState(c, plan, commits);
    if (plan === undefined) return decisionOf(c, noFindings(), "pass");
    const found = runRules(run, c, plan);
    return isSettled(found) ? decisionOf(c, found, found.outcome) : decideRest(c, plan, found);
  }

  const isGateAt = (point: Point): boolean => gates && (isCompletion(point) || point === "user_prompt_submit");

  /** Nobody waits for them here. */
  function giveUpHooks(found: Findings): void {
    if (options.silentHooks !== true) failHooks(found, resolver);
  }

  /** Apart from `decide`, which is then small enough to be inlined whole. */
  function decideRest(c: Context, plan: PointPlan, first: Findings): Decision {
    giveUpHooks(first);
    return finish(settle(c, plan, first, []));
  }

  function decideWithState(c: Context, plan: PointPlan | undefined, commits: boolean): Decision {
    if (!commits || store.exclusively === undefined) return decideIn(store, c, plan, commits);
    const unlocked = decideUnlocked(c, plan);
    if (unlocked !== null) return unlocked;
    c.closeSession();
    return inSession(store, c.session_id, (held) => decideIn(held, c, plan, commits));
  }

  /**
   * Most events change nothing, and what was read for them was true when it was read: nobody need wait for them. Null when
   * this one does; then the code has run once, which is slow, before others have to wait.
   */
  function decideUnlocked(c: Context, plan: PointPlan | undefined): Decision | null {
    const looked = lookedAt(store);
    try {
      const decision = decideIn(looked.store, c, plan, true);
      return looked.isLeft() ? decision : null;
    } catch {
      // What fails here fails again where it counts.
      return null;
    }
  }

  function decideIn(held: SessionStore, c: Context, plan: PointPlan | undefined, commits: boolean): Decision {
    const isGate = isGateAt(c.point);
    const failures: Failure[] = [];
    openState(held, c, failures);
    const first = plan === undefined ? noFindings() : runRules(run, c, plan);
    if (first.hooks.length > 0) giveUpHooks(first);
    return settleState(c, plan, first, failures, { held, isGate, commits });
  }

  function settleState(
    c: Context,
    plan: PointPlan | undefined,
    first: Findings,
    failures: Failure[],
    { held, isGate, commits }: { readonly held: SessionStore; readonly isGate: boolean; readonly commits: boolean },
  ): Decision {
    const settled = isSettled(first) ? asItStands(c, first, failures) : settle(c, plan, first, failures);
    const { outcome, blocksInRow } = isGate
      ? capCompletion(c, settled.outcome, failures)
      : { outcome: settled.outcome, blocksInRow: null };
    const isKept = !commits || commitState(held, c, settled.passes, outcome, blocksInRow, failures);
    if (isKept && failures.length === 0 && isSettled(first)) return decisionOf(c, first, outcome);
    return finish({ ...settled, outcome: isKept ? outcome : combine(outcome, failureOutcome[c.point]) });
  }

  /** Steps 7 and 8 without hooks: rewrites, the final pass on the rewritten event, and the answer in place of the call. */
  function settle(c: Context, plan: PointPlan | undefined, first: Findings, failures: Failure[]): Settled {
    const passes = [first];
    let { outcome } = first;
    let changes: { [field: string]: Json } | undefined;
    let seen = c;
    // An answer in place of the call does not hide that two rewrites disagree, or that the rewritten call is blocked.
    if (first.sets.length > 0 && plan !== undefined && outcome !== "stop" && outcome !== "block") {
      const rewritten = rewrite(c, first.sets, failures);
      if (rewritten === null) outcome = "block";
      else if (rewritten.context !== null) {
        seen = rewritten.context;
        changes = rewritten.changes;
        const final = runRules(run, seen, plan);
        if (final.hooks.length > 0) giveUpHooks(final);
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

  function finish({ seen, passes, outcome, changes, result, failures }: Settled): Decision {
    const [first, final] = passes as [Findings, Findings | undefined];
    const told = final === undefined ? first : mergePasses(first, final);
    const all = failures.length === 0 ? told : { ...told, failures: [...told.failures, ...failures] };
    const decision = decisionOf(seen, all, outcome);
    if (changes === undefined && result === undefined) return decision;
    return {
      ...decision,
      ...(changes === undefined || isFinal(outcome) ? {} : { changes }),
      ...(result === undefined || outcome !== "respond" ? {} : { result }),
    };
  }

  function decisionOf(c: Context, told: Told, outcome: Outcome): Decision {
    return {
      proceed: proceeds(outcome),
      outcome,
      reasons: told.reasons,
      warnings: told.warnings,
      notes: told.notes,
      unclear: told.unclear,
      failures: told.failures,
      revision,
      facts: c.factsAsked(),
    };
  }

  /** Nothing could be decided: the failure outcome of the point, up to the cap where the agent would never end. */
  function failed(point: Point | null, failure: Failure, event: unknown, ask: string | null): Decision {
    const failures = [failure];
    let outcome: Outcome = point === null ? "block" : failureOutcome[point];
    if (point !== null && isCompletion(point))
      outcome = capFailed(store, sessionOf(event), askKey(ask), timeOf(now), failures);
    return {
      proceed: proceeds(outcome),
      outcome,
      reasons: [],
      warnings: [],
      notes: [],
      unclear: [],
      failures,
      revision,
      facts: {},
    };
  }

  function guarded(event: unknown, ask: string | null, decideOne: (c: Context) => Decision): Decision {
    let point: Point | null = null;
    try {
      const c = checkEvent(event, checks);
      if (!(c instanceof Context)) return failed(c.point, c.failure, event, ask);
      point = c.point;
      c.ask = askKey(ask);
      return decideOne(c);
    } catch (error) {
      return failed(point, failureOf("P704", { why: reasonText(error) }), event, ask);
    }
  }

  /** Decides at once what concerns no hook. Only the others have to wait, and to be safe from changes meanwhile. */
  function decideHooked(event: unknown, c: Context, runner: HookRunner): Decision | Promise<Decision> {
    const plan = planAt(c.point);
    if (plan === undefined || !hookedPoints.has(c.point)) return decideAndCommit(c);
    const isGate = isGateAt(c.point);
    const isStateful = keepsState || isGate;
    const begin = (held: SessionStore): Decision | Promise<Decision> =>
      beginHooked(event, c, plan, runner, { held, isGate, isStateful });
    // The state is committed before the first hook is waited for, so the session is free again by then.
    return isStateful ? inSession(store, c.session_id, begin) : begin(store);
  }

  function beginHooked(
    event: unknown,
    c: Context,
    plan: PointPlan,
    runner: HookRunner,
    { held, isGate, isStateful }: { held: SessionStore; isGate: boolean; isStateful: boolean },
  ): Decision | Promise<Decision> {
    const failures: Failure[] = [];
    if (isStateful) openState(held, c, failures);
    const first = runRules(run, c, plan);
    // A rewrite might bring a hook into play that the event as it came does not concern.
    if (first.hooks.length === 0 && first.sets.length === 0) {
      if (isStateful) return settleState(c, plan, first, failures, { held, isGate, commits: true });
      return first.responses.length === 0 ? decisionOf(c, first, first.outcome) : finish(settle(c, plan, first, []));
    }
    const copy = checkEvent(copyEvent(event), checks);
    const kept = copy instanceof Context ? continued(copy, c) : c;
    return decideWithHooks(
      { run, checks, store: held, revision, isStateful, isGate, deadlineMs },
      { c: kept, plan, first, failures },
      runner,
    );
  }

  function decideSoon(event: unknown, ask: string | null, runner: HookRunner): Decision | Promise<Decision> {
    let point: Point | null = null;
    const fail = (error: unknown): Decision => failed(point, failureOf("P704", { why: reasonText(error) }), event, ask);
    try {
      const c = checkEvent(event, checks);
      if (!(c instanceof Context)) return failed(c.point, c.failure, event, ask);
      point = c.point;
      c.ask = askKey(ask);
      const decision = decideHooked(event, c, runner);
      return decision instanceof Promise ? decision.catch(fail) : decision;
    } catch (error) {
      return fail(error);
    }
  }

  const decideAndCommit = (c: Context): Decision => decide(c, true);

  function traceOf(c: Context, rule: Rule): RuleTrace {
    c.missed = -1;
    const truth = truthOfRule(c, rule);
    const missed = truth === FALSE && c.missed !== -1 ? c.missed : null;
    return { rule: rule.id, truth, missed, doubts: c.doubts, missing: [...new Set(c.missing)] };
  }

  return {
    store,
    check(event) {
      const c = checkEvent(event, checks);
      return c instanceof Context ? c : null;
    },
    decideChecked(c) {
      try {
        return decideAndCommit(c);
      } catch (error) {
        return failed(c.point, failureOf("P704", { why: reasonText(error) }), c, null);
      }
    },
    decideSync(event, ask = null) {
      if (options.timed !== true) return guarded(event, ask, decideAndCommit);
      const start = performance.now();
      const decision = guarded(event, ask, decideAndCommit);
      return { ...decision, duration_us: Math.round((performance.now() - start) * 1000) };
    },
    async decide(event, ask = null) {
      return this.decideSoon(event, ask);
    },
    decideSoon(event, ask = null) {
      if (runner === undefined || hookedPoints.size === 0) return this.decideSync(event, ask);
      if (options.timed !== true) return decideSoon(event, ask, runner);
      const start = performance.now();
      const timed = (decision: Decision): Decision => ({
        ...decision,
        duration_us: Math.round((performance.now() - start) * 1000),
      });
      const decision = decideSoon(event, ask, runner);
      return decision instanceof Promise ? decision.then(timed) : timed(decision);
    },
    truthOf(rule, event, needed) {
      const c = checkEvent(event, checks);
      if (!(c instanceof Context)) return { truth: UNKNOWN, missed: null, doubts: [], missing: [], failure: c.failure };
      openState(store, c, []);
      const plan = planAt(c.point);
      if (plan !== undefined && needed?.size !== 0)
        runStateRules(run, c, stateBefore(plan, rule, needed), noFindings());
      return traceOf(c, program.rules[rule] as Rule);
    },
    explain(event) {
      const seen: Context[] = [];
      const decision = guarded(event, null, (c) => {
        seen.push(c);
        return decide(c, false);
      });
      const [context = null] = seen;
      const ids = context === null ? [] : (program.points[context.point]?.all ?? []);
      const rules = ids.map((id) => traceOf(context as Context, program.rules[id] as Rule));
      return { decision, rules, context };
    },
  };
}

/** An event with everything decided but the state. */
interface Settled {
  readonly seen: Context;
  readonly passes: readonly Findings[];
  readonly outcome: Outcome;
  readonly changes: { [field: string]: Json } | undefined;
  readonly result: Result | undefined;
  readonly failures: readonly Failure[];
}

/** The rules that mark or count before this one; of those only the needed ones, where they are told. */
function stateBefore({ state }: PointPlan, rule: number, needed?: ReadonlySet<number>): readonly number[] {
  const place = state.indexOf(rule);
  const before = place === -1 ? state : state.slice(0, place);
  return needed === undefined ? before : before.filter((id) => needed.has(id));
}

/** No point is called so: a question never has the name of a call that a host names. */
const askKey = (ask: string | null): string | null => (ask === null ? null : `ask ${ask}`);

/** Below the time limit of every host that has one for tool calls. */
const DEADLINE_MS = 5000;

/** Points where a rule can start a hook; events of all others are decided at once. */
function pointsWithHooks(program: Program): ReadonlySet<Point> {
  const found = new Set<Point>();
  if (program.hooks.length === 0) return found;
  for (const [point, plan] of Object.entries(program.points)) {
    const hasHook = plan.all.some((id) => program.rules[id]?.effects.flat().some((effect) => effect.kind === "run"));
    if (hasHook) found.add(point as Point);
  }
  return found;
}

/** No hook is asked, nothing is rewritten and no answer given in place of the call: the outcome stands. */
const isSettled = ({ hooks, sets, responses }: Findings): boolean =>
  hooks.length === 0 && sets.length === 0 && responses.length === 0;

const asItStands = (seen: Context, first: Findings, failures: readonly Failure[]): Settled => ({
  seen,
  passes: [first],
  outcome: first.outcome,
  changes: undefined,
  result: undefined,
  failures,
});

/** The session of an event that could not be checked, as far as it says. */
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
