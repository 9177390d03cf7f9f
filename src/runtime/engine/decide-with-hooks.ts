// A decision that waits for external hooks: rewriting ones one after another, then the final pass, then judging ones
// in parallel on the final event. State is committed before any hook starts; none is started once the event is blocked.

import type { Decision, Failure, Json, Outcome, Result } from "../../language/contract.ts";
import { combine, isFinal, proceeds } from "../../language/outcome.ts";
import { failureOutcome } from "../../language/schema.ts";
import { type CheckOptions, checkEvent, failureOf } from "./check-event.ts";
import { Context } from "./context.ts";
import { eventOf } from "./event-of.ts";
import { type Findings, noFindings } from "./findings.ts";
import { failHook, type HookGains, noGains, takeReply } from "./hook-opinions.ts";
import type { HookRunner, HookView } from "./hook-runner.ts";
import { capCompletion, commitState } from "./keep-state.ts";
import { mergePasses, respondWith, type Told } from "./merge-passes.ts";
import type { HookMode, PointPlan, Rule } from "./program.ts";
import { rewrite } from "./rewrite.ts";
import { type RuleRun, runRules } from "./run-rules.ts";
import type { SessionStore } from "./session.ts";

export interface HookedEngine {
  readonly run: RuleRun;
  readonly checks: CheckOptions;
  readonly store: SessionStore;
  readonly revision: string;
  /** Labels, counters or a gate at this point: the session must be opened and committed. */
  readonly isStateful: boolean;
  readonly isGate: boolean;
  /** How long judging hooks are waited for, all together. */
  readonly deadlineMs: number;
}

/** Everything one decision gathers on its way. */
interface Progress {
  readonly engine: HookedEngine;
  readonly plan: PointPlan;
  readonly runner: HookRunner;
  readonly failures: Failure[];
  readonly gains: HookGains;
  /** What hooks said; their reasons stand beside those of the rules. */
  readonly hooks: Findings;
  readonly endsAt: number;
}

type Asked = Findings["hooks"][number];
type Values = { readonly [field: string]: Json };

/** An event whose rules have been run once; the session, where there is one, is open. */
interface FirstPass {
  readonly c: Context;
  readonly plan: PointPlan;
  readonly first: Findings;
  readonly failures: Failure[];
}

export async function decideWithHooks(
  engine: HookedEngine,
  { c, plan, first, failures }: FirstPass,
  runner: HookRunner,
): Promise<Decision> {
  const endsAt = performance.now() + engine.deadlineMs;
  const p: Progress = { engine, plan, runner, failures, gains: noGains(), hooks: noFindings(), endsAt };
  const passes = [first];
  let outcome = commit(p, c, first, first.outcome);

  // Builtin rewrites, computed on the event as it came.
  const builtin = first.sets.length > 0 && !blocks(outcome) ? rewrite(c, first.sets, p.failures) : undefined;
  if (builtin === null) outcome = "block";
  let seen = builtin?.context ?? c;
  const changed = new Map<string, Json>(Object.entries(builtin?.changes ?? {}));

  const asked = enforcing(p, first.hooks);
  const rewriting = asked.filter((one) => modeOf(p, one).sets);
  const byHooks = new Set<string>();
  for (const one of rewriting) {
    if (blocks(combine(outcome, p.hooks.outcome))) break;
    const values = await askToRewrite(p, seen, one);
    const next = values === null ? null : applyValues(p, seen, one, values);
    if (next === null || values === null) continue;
    seen = next;
    keepAllow(p.hooks, one.rule);
    for (const [field, value] of Object.entries(values)) {
      changed.set(field, value);
      byHooks.add(field);
    }
  }

  // The final pass, only if something changed.
  if (seen !== c && !blocks(outcome)) {
    const final = runRules(engine.run, seen, plan);
    passes.push(final);
    outcome = combine(outcome === "allow" ? "pass" : outcome, commit(p, seen, final, final.outcome));
    const again = final.sets.filter(({ field }) => byHooks.has(field.split(".")[0] ?? field));
    const settled = again.length > 0 && !blocks(outcome) ? rewrite(seen, again, p.failures) : undefined;
    if (settled === null) outcome = "block";
    if (settled?.context) {
      seen = settled.context;
      for (const [field, value] of Object.entries(settled.changes)) changed.set(field, value);
      // Who allowed the event allowed another one.
      keepAllow(p.hooks, null);
      if (outcome === "allow") outcome = "pass";
    }
  }

  const last = passes.at(-1) ?? first;
  const judging = judges(asked, enforcing(p, last.hooks), rewriting);
  if (!blocks(combine(outcome, p.hooks.outcome))) await askToJudge(p, seen, judging);
  tellObservers(p, seen, [...first.hooks, ...last.hooks]);
  return finish(p, c, seen, passes, combine(outcome, p.hooks.outcome), changed);
}

/** Nothing after it can matter: no hook is started and no rewrite made. */
const blocks = (outcome: Outcome): boolean => outcome === "block" || outcome === "stop";

const modeOf = (p: Progress, { hook }: Asked): HookMode => p.engine.run.resolver.hookMode(hook);

const enforcing = (p: Progress, hooks: readonly Asked[]): readonly Asked[] =>
  hooks.filter((one) => !one.rule.shadow && !modeOf(p, one).observe);

/** Commits the state of one pass; a change that cannot be kept is the failure outcome of the point. */
function commit(p: Progress, c: Context, found: Findings, outcome: Outcome): Outcome {
  if (!p.engine.isStateful) return outcome;
  const isKept = commitState(p.engine.store, c, [found], outcome, null, p.failures);
  return isKept ? outcome : combine(outcome, failureOutcome[c.point]);
}

const viewOf = (c: Context, rule: Rule): HookView => ({ point: c.point, scope: rule.scope, fields: eventOf(c) });

const remaining = (p: Progress): number => Math.max(0, p.endsAt - performance.now());

/** The values a rewriting hook asks for; null when it asks for none or failed. */
async function askToRewrite(p: Progress, c: Context, one: Asked): Promise<Values | null> {
  const reply = await p.runner.ask(one.hook, viewOf(c, one.rule), remaining(p));
  const opinion = takeReply(c, one.rule, modeOf(p, one), reply, p.hooks, p.gains);
  return opinion === null || Object.keys(opinion.changes).length === 0 ? null : opinion.changes;
}

/** The event with a hook's values, checked like any event: a value that does not fit is the hook's failure. */
function applyValues(p: Progress, c: Context, one: Asked, values: Values): Context | null {
  const next = checkEvent({ ...eventOf(c), ...values }, p.engine.checks);
  if (next instanceof Context) return continued(next, c);
  const why = `its rewrite does not fit: ${next.failure.message}`;
  failHook(c, one.rule, modeOf(p, one), failureOf("P726", { rule: one.rule.name, why }), p.hooks);
  return null;
}

/** A later form of the same event: what was learnt of session and machine, and what was marked, stays. */
export function continued(next: Context, earlier: Context): Context {
  next.ask = earlier.ask;
  next.time_ms = earlier.time_ms;
  next.session = earlier.session;
  next.marks = earlier.marks;
  next.counts = earlier.counts;
  next.facts = earlier.facts;
  next.unmoved = earlier.unmoved;
  return next;
}

/** An `allow` is for the event its hook saw, or made itself: after a rewrite only the one of that rule stands. */
function keepAllow(found: Findings, by: Rule | null): void {
  found.reasons = found.reasons.filter(({ effect, rule, at }) => effect !== "allow" || isOf(by, rule, at));
  if (found.outcome === "allow" && !found.reasons.some(({ effect }) => effect === "allow")) found.outcome = "pass";
}

const isOf = (by: Rule | null, name: string, at: string): boolean => by?.name === name && by.at === at;

/** Hooks of either pass that have not been asked yet, once each. */
function judges(first: readonly Asked[], last: readonly Asked[], rewriting: readonly Asked[]): readonly Asked[] {
  const done = new Set(rewriting.map((one) => one.hook));
  const waiting = new Map([...first, ...last].filter((one) => !done.has(one.hook)).map((one) => [one.hook, one]));
  return [...waiting.values()].sort((a, b) => a.hook - b.hook);
}

async function askToJudge(p: Progress, c: Context, hooks: readonly Asked[]): Promise<void> {
  const asked = hooks.map(async (one) => ({
    one,
    reply: await p.runner.ask(one.hook, viewOf(c, one.rule), remaining(p)),
  }));
  for (const { one, reply } of await Promise.all(asked)) {
    const opinion = takeReply(c, one.rule, modeOf(p, one), reply, p.hooks, p.gains);
    if (opinion === null || Object.keys(opinion.changes).length === 0) continue;
    // It met the condition only after the rewrites: too late to rewrite once more without another round.
    const why = "it rewrites an event that was already final";
    failHook(c, one.rule, modeOf(p, one), failureOf("P726", { rule: one.rule.name, why }), p.hooks);
  }
}

/** Observers and the hooks of shadow rules hear of the event and nobody waits for them. */
function tellObservers(p: Progress, c: Context, hooks: readonly Asked[]): void {
  const told = new Map(hooks.map((one) => [one.hook, one]));
  for (const one of told.values())
    if (one.rule.shadow || modeOf(p, one).observe) p.runner.tell(one.hook, viewOf(c, one.rule));
}

function finish(
  p: Progress,
  c: Context,
  seen: Context,
  passes: readonly Findings[],
  combined: Outcome,
  changed: ReadonlyMap<string, Json>,
): Decision {
  const { engine, failures, gains, hooks } = p;
  let outcome = combined;
  const result = outcome === "respond" ? resultOf(p, c, seen, passes) : undefined;
  if (result === null) outcome = "block";
  if (engine.isGate) {
    const capped = capCompletion(c, outcome, failures);
    outcome = capped.outcome;
    if (capped.blocksInRow !== null && !commitState(engine.store, c, [], outcome, capped.blocksInRow, failures))
      outcome = combine(outcome, failureOutcome[c.point]);
  }
  const [first = noFindings(), final] = passes;
  const told = withHooks(final === undefined ? first : mergePasses(first, final), hooks);
  const changes = isFinal(outcome) ? undefined : changesOf(changed, gains);
  return {
    proceed: proceeds(outcome),
    outcome,
    reasons: told.reasons,
    warnings: told.warnings,
    notes: told.notes,
    ...(changes === undefined ? {} : { changes }),
    ...(result && outcome === "respond" ? { result } : {}),
    unclear: told.unclear,
    failures: [...told.failures, ...failures],
    revision: engine.revision,
    facts: seen.factsAsked(),
  };
}

const withHooks = (rules: Told, hooks: Told): Told => ({
  reasons: [...rules.reasons, ...hooks.reasons],
  warnings: [...rules.warnings, ...hooks.warnings],
  notes: [...rules.notes, ...hooks.notes],
  unclear: rules.unclear,
  failures: [...rules.failures, ...hooks.failures],
});

/** Complete new values by field; attachments add up, metadata is laid over what the event had. */
function changesOf(changed: ReadonlyMap<string, Json>, gains: HookGains): { [field: string]: Json } | undefined {
  const changes: { [field: string]: Json } = Object.fromEntries(changed);
  if (gains.attachments.length > 0) changes.attachments = gains.attachments;
  if (gains.metadata !== null) changes.metadata = gains.metadata;
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The one synthetic result of rules and hooks; null when they disagree. */
function resultOf(p: Progress, c: Context, seen: Context, passes: readonly Findings[]): Result | null {
  const byRules = passes.some((pass) => pass.responses.length > 0);
  const own = byRules ? respondWith(passes, [c, seen], p.failures) : undefined;
  if (own === null) return null;
  const results = [...(own === undefined ? [] : [{ rule: "rules", result: own }]), ...p.gains.results];
  const [one, ...others] = results;
  if (one !== undefined && others.every(({ result }) => JSON.stringify(result) === JSON.stringify(one.result)))
    return one.result;
  p.failures.push(failureOf("P708", { rules: results.map(({ rule }) => `\`${rule}\``).join(" and ") }));
  return null;
}
