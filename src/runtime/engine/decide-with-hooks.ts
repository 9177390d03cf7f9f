// A decision that waits for external hooks: rewriting hooks one after another, then the final pass, then judging hooks
// in parallel on the final event. State is committed before any hook starts; no hook starts once the event is blocked.

import type { Decision, Failure, Json, Outcome, Result } from "../../language/contract.ts";
import { combine, isFinal, proceeds } from "../../language/outcome.ts";
import { failureOutcome } from "../../language/schema.ts";
import { type Engine, isGateAt, isStatefulAt, planAt } from "./create-engine.ts";
import { askKey, decideAndCommit, decisionOfException, keepState, settleFirst } from "./decide-event.ts";
import { checkEvent, failureOf } from "./event/check-event.ts";
import { Context } from "./event/context.ts";
import { copyEvent } from "./event/copy-event.ts";
import { eventOf } from "./event/event-of.ts";
import type { SessionStore } from "./event/session.ts";
import { type Findings, noFindings } from "./findings.ts";
import { failHook, type HookGains, noGains, takeReply } from "./hook-results.ts";
import type { HookRunner, HookView } from "./hook-runner.ts";
import { capCompletion, commitState, inSession, openState } from "./keep-state.ts";
import { mergePasses, type PassReport, respondWith } from "./merge-passes.ts";
import type { HookMode, PointPlan, Rule } from "./program.ts";
import { type Rewritten, rewrite } from "./rewrite.ts";
import { runRules } from "./run-rules.ts";
import { decisionOfFailure, decisionOfSettled } from "./write-decision.ts";

/** The intermediate results of one decision. */
interface Progress {
  readonly engine: Engine;
  readonly store: SessionStore;
  readonly runner: HookRunner;
  readonly plan: PointPlan;
  /** The event as it came. */
  readonly c: Context;
  readonly first: Findings;
  readonly failures: Failure[];
  /** The results of hooks; their reasons are listed after those of the rules. */
  readonly hooks: Findings;
  readonly gains: HookGains;
  /** Hooks of the first pass that may rewrite the event, in their order. */
  readonly rewriting: readonly MatchedHook[];
  readonly changed: Map<string, Json>;
  readonly fieldsOfHooks: Set<string>;
  readonly endsAt: number;
  final: Findings | null;
  /** The event with the rewrites made so far. */
  seen: Context;
  /** The outcome of the rules alone. */
  outcome: Outcome;
}

type MatchedHook = Findings["hooks"][number];
type Values = { readonly [field: string]: Json };

/** Decides an event that concerns no hook at once; all others wait for their hooks. */
export function decideSoon(
  engine: Engine,
  event: unknown,
  ask: string | null,
  runner: HookRunner,
): Decision | Promise<Decision> {
  const key = askKey(ask);
  let c: Context | null = null;
  const fail = (error: unknown): Decision =>
    decisionOfException(engine, error, { point: c === null ? null : c.point, event, ask: key });
  try {
    const checked = checkEvent(event, engine.checks);
    if (!(checked instanceof Context)) return decisionOfFailure(engine, { ...checked, event, ask: key });
    c = checked;
    c.ask = key;
    const decision = decideHooked(engine, event, c, runner);
    return decision instanceof Promise ? decision.catch(fail) : decision;
  } catch (error) {
    return fail(error);
  }
}

function decideHooked(engine: Engine, event: unknown, c: Context, runner: HookRunner): Decision | Promise<Decision> {
  const plan = planAt(engine, c.point);
  if (plan === undefined || !engine.hookedPoints.has(c.point)) return decideAndCommit(engine, c);
  const begin = (store: SessionStore): Decision | Promise<Decision> =>
    beginHooked(engine, store, event, c, plan, runner);
  // The state is committed before waiting for the first hook, so the session is unlocked by then.
  return isStatefulAt(engine, c.point) ? inSession(engine.store, c.session_id, begin) : begin(engine.store);
}

function beginHooked(
  engine: Engine,
  store: SessionStore,
  event: unknown,
  c: Context,
  plan: PointPlan,
  runner: HookRunner,
): Decision | Promise<Decision> {
  const failures: Failure[] = [];
  const isStateful = isStatefulAt(engine, c.point);
  if (isStateful) openState(store, c, failures);
  const first = runRules(engine.run, c, plan);
  // A rewrite might match a hook that the original event does not.
  if (first.hooks.length === 0 && first.sets.length === 0) {
    const settled = settleFirst(engine, c, plan, first, failures);
    return isStateful ? keepState(engine, store, c, settled, "commit") : decisionOfSettled(engine, settled);
  }
  // The host may change its event while hooks run.
  const copy = checkEvent(copyEvent(event), engine.checks);
  const own = copy instanceof Context ? continued(copy, c) : c;
  const rewriting = enforcing(engine, first.hooks).filter((one) => modeOf(engine, one).sets);
  return decideWithHooks({
    engine,
    store,
    runner,
    plan,
    c: own,
    first,
    failures,
    hooks: noFindings(),
    gains: noGains(),
    rewriting,
    changed: new Map(),
    fieldsOfHooks: new Set(),
    endsAt: performance.now() + engine.deadlineMs,
    final: null,
    seen: own,
    outcome: first.outcome,
  });
}

/** Steps 5 to 10, in the order of the reference. */
async function decideWithHooks(p: Progress): Promise<Decision> {
  p.outcome = commit(p, p.c, p.first);
  rewriteByRules(p);
  await rewriteByHooks(p);
  runFinalPass(p);
  await askToJudge(p);
  tellObservers(p);
  return combineAll(p);
}

/** Step 5 for one pass; a change that cannot be written is the failure outcome of the point. */
function commit(p: Progress, c: Context, found: Findings): Outcome {
  if (!isStatefulAt(p.engine, c.point)) return found.outcome;
  const isKept = commitState(p.store, c, [found], found.outcome, null, p.failures, p.engine);
  return isKept ? found.outcome : combine(found.outcome, failureOutcome[c.point]);
}

/** Step 6: the event is blocked. No hook is started and no rewrite is made. */
const blocks = (outcome: Outcome): boolean => outcome === "block" || outcome === "stop";

const isBlocked = (p: Progress): boolean => blocks(combine(p.outcome, p.hooks.outcome));

/** Step 7: the rewrites of rules, all computed on the original event. */
function rewriteByRules(p: Progress): void {
  if (p.first.sets.length === 0 || blocks(p.outcome)) return;
  const rewritten = rewrite(p.c, p.first.sets, p.failures);
  if (rewritten === null) p.outcome = "block";
  else takeChanges(p, rewritten);
}

function takeChanges(p: Progress, { context, changes }: Rewritten): void {
  p.seen = context ?? p.seen;
  for (const [field, value] of Object.entries(changes)) p.changed.set(field, value);
}

/** Step 7: the rewrites of hooks, one after another, each on the result of those before it. */
async function rewriteByHooks(p: Progress): Promise<void> {
  for (const one of p.rewriting) {
    if (isBlocked(p)) return;
    const values = await askToRewrite(p, one);
    const next = values === null ? null : applyValues(p, one, values);
    if (next === null || values === null) continue;
    p.seen = next;
    keepAllow(p.hooks, one.rule);
    for (const [field, value] of Object.entries(values)) {
      p.changed.set(field, value);
      p.fieldsOfHooks.add(field);
    }
  }
}

/** Step 8, only if something changed. Rules that set a field rewrite it again after a hook rewrote it. */
function runFinalPass(p: Progress): void {
  if (p.seen === p.c || blocks(p.outcome)) return;
  const final = runRules(p.engine.run, p.seen, p.plan);
  p.final = final;
  p.outcome = combine(p.outcome === "allow" ? "pass" : p.outcome, commit(p, p.seen, final));
  const again = final.sets.filter(({ field }) => p.fieldsOfHooks.has(field.split(".")[0] ?? field));
  if (again.length === 0 || blocks(p.outcome)) return;
  const rewritten = rewrite(p.seen, again, p.failures);
  if (rewritten === null) p.outcome = "block";
  else if (rewritten.context !== null) {
    takeChanges(p, rewritten);
    // The event that was allowed is no longer this one.
    keepAllow(p.hooks, null);
    if (p.outcome === "allow") p.outcome = "pass";
  }
}

const modeOf = (engine: Engine, { hook }: MatchedHook): HookMode => engine.run.resolver.hookMode(hook);

const enforcing = (engine: Engine, hooks: readonly MatchedHook[]): readonly MatchedHook[] =>
  hooks.filter((one) => !one.rule.shadow && !modeOf(engine, one).observe);

const viewOf = (c: Context, rule: Rule): HookView => ({ point: c.point, scope: rule.scope, fields: eventOf(c) });

const remaining = (p: Progress): number => Math.max(0, p.endsAt - performance.now());

/** The values that a rewriting hook sets; null when it sets none or failed. */
async function askToRewrite(p: Progress, one: MatchedHook): Promise<Values | null> {
  const c = p.seen;
  const reply = await p.runner.ask(one.hook, viewOf(c, one.rule), remaining(p));
  const opinion = takeReply(c, one.rule, modeOf(p.engine, one), reply, p.hooks, p.gains);
  return opinion === null || Object.keys(opinion.changes).length === 0 ? null : opinion.changes;
}

/** The event with a hook's values, checked like any event: an invalid value is a failure of the hook. */
function applyValues(p: Progress, one: MatchedHook, values: Values): Context | null {
  const c = p.seen;
  const next = checkEvent({ ...eventOf(c), ...values }, p.engine.checks);
  if (next instanceof Context) return continued(next, c);
  const why = `its rewrite does not fit: ${next.failure.message}`;
  failHook(c, one.rule, modeOf(p.engine, one), failureOf("P726", { rule: one.rule.name, why }), p.hooks);
  return null;
}

/** A rewritten form of the same event; known facts, session state and marks stay. */
function continued(next: Context, earlier: Context): Context {
  next.ask = earlier.ask;
  next.time_ms = earlier.time_ms;
  next.session = earlier.session;
  next.marks = earlier.marks;
  next.counts = earlier.counts;
  next.facts = earlier.facts;
  next.unmoved = earlier.unmoved;
  return next;
}

/** An `allow` applies to the event that its hook saw or made: after a rewrite only that rule's `allow` remains. */
function keepAllow(found: Findings, by: Rule | null): void {
  found.reasons = found.reasons.filter(({ effect, rule, at }) => effect !== "allow" || isOf(by, rule, at));
  if (found.outcome === "allow" && !found.reasons.some(({ effect }) => effect === "allow")) found.outcome = "pass";
}

const isOf = (by: Rule | null, name: string, at: string): boolean => by?.name === name && by.at === at;

/** Step 9: the hooks that judge, in parallel, on the final event. */
async function askToJudge(p: Progress): Promise<void> {
  if (isBlocked(p)) return;
  const c = p.seen;
  const replies = judging(p).map(async (one) => ({
    one,
    reply: await p.runner.ask(one.hook, viewOf(c, one.rule), remaining(p)),
  }));
  for (const { one, reply } of await Promise.all(replies)) {
    const opinion = takeReply(c, one.rule, modeOf(p.engine, one), reply, p.hooks, p.gains);
    if (opinion === null || Object.keys(opinion.changes).length === 0) continue;
    // It matched only after the rewrites: too late to rewrite again without another round.
    const why = "it rewrites an event that was already final";
    failHook(c, one.rule, modeOf(p.engine, one), failureOf("P726", { rule: one.rule.name, why }), p.hooks);
  }
}

/** Hooks of either pass that have not been called yet, once each. */
function judging({ engine, first, final, rewriting }: Progress): readonly MatchedHook[] {
  const done = new Set(rewriting.map((one) => one.hook));
  const hooks = enforcing(engine, [...first.hooks, ...(final ?? first).hooks]);
  const waiting = new Map(hooks.filter((one) => !done.has(one.hook)).map((one) => [one.hook, one]));
  return [...waiting.values()].sort((a, b) => a.hook - b.hook);
}

/** Observers and the hooks of shadow rules get the event, and nothing waits for them. */
function tellObservers({ engine, runner, seen, first, final }: Progress): void {
  const hooks = new Map([...first.hooks, ...(final ?? first).hooks].map((one) => [one.hook, one]));
  for (const one of hooks.values())
    if (one.rule.shadow || modeOf(engine, one).observe) runner.tell(one.hook, viewOf(seen, one.rule));
}

/** Step 10: rules and hooks together, the completion cap, and the decision. */
function combineAll(p: Progress): Decision {
  const combined = combine(p.outcome, p.hooks.outcome);
  const result = combined === "respond" ? resultOf(p) : undefined;
  const outcome = capAtGate(p, result === null ? "block" : combined);
  const rules = p.final === null ? p.first : mergePasses(p.first, p.final);
  const report = withHooks(rules, p.hooks);
  const changes = isFinal(outcome) ? undefined : changesOf(p.changed, p.gains);
  return {
    proceed: proceeds(outcome),
    outcome,
    reasons: report.reasons,
    warnings: report.warnings,
    notes: report.notes,
    ...(changes === undefined ? {} : { changes }),
    ...(result && outcome === "respond" ? { result } : {}),
    unclear: report.unclear,
    failures: [...report.failures, ...p.failures],
    revision: p.engine.revision,
    facts: p.seen.factsAsked(),
  };
}

function capAtGate({ engine, store, c, failures }: Progress, outcome: Outcome): Outcome {
  if (!isGateAt(engine, c.point)) return outcome;
  const capped = capCompletion(c, outcome, failures);
  const isKept =
    capped.blocksInRow === null || commitState(store, c, [], capped.outcome, capped.blocksInRow, failures, engine);
  return isKept ? capped.outcome : combine(capped.outcome, failureOutcome[c.point]);
}

const withHooks = (rules: PassReport, hooks: PassReport): PassReport => ({
  reasons: [...rules.reasons, ...hooks.reasons],
  warnings: [...rules.warnings, ...hooks.warnings],
  notes: [...rules.notes, ...hooks.notes],
  unclear: rules.unclear,
  failures: [...rules.failures, ...hooks.failures],
});

/** Complete new values by field; attachments add up, metadata is merged into that of the event. */
function changesOf(changed: ReadonlyMap<string, Json>, gains: HookGains): { [field: string]: Json } | undefined {
  const changes: { [field: string]: Json } = Object.fromEntries(changed);
  if (gains.attachments.length > 0) changes.attachments = gains.attachments;
  if (gains.metadata !== null) changes.metadata = gains.metadata;
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The one synthetic result of rules and hooks; null when they disagree. */
function resultOf(p: Progress): Result | null {
  const passes = p.final === null ? [p.first] : [p.first, p.final];
  const byRules = passes.some((pass) => pass.responses.length > 0);
  const own = byRules ? respondWith(passes, [p.c, p.seen], p.failures) : undefined;
  if (own === null) return null;
  const results = [...(own === undefined ? [] : [{ rule: "rules", result: own }]), ...p.gains.results];
  const [one, ...others] = results;
  if (one !== undefined && others.every(({ result }) => JSON.stringify(result) === JSON.stringify(one.result)))
    return one.result;
  p.failures.push(failureOf("P708", { rules: results.map(({ rule }) => `\`${rule}\``).join(" and ") }));
  return null;
}
