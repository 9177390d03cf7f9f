// Steps 3 and 4 of a decision: every rule of the point, those that mark or count first.

import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import { candidates, stateCandidates } from "./candidates.ts";
import { type Context, nothing, TimeUnknown } from "./event/context.ts";
import { type PerhapsCommand, perhapsCommands, takeBack } from "./event/perhaps-command.ts";
import type { Count, Mark } from "./event/session.ts";
import { applyRule, type Findings, noFindings } from "./findings.ts";
import type { PointPlan, Program, Rule } from "./program.ts";
import type { Resolver } from "./resolve-effects.ts";
import { sharedFirst } from "./shared-doubts.ts";

/** Notified of every tested rule; for a replay, which counts what fires and what it costs. */
export interface RuleObserver {
  /** A pass over the rules of an event begins. */
  begin(c: Context): void;
  tested(rule: Rule, truth: Truth): void;
  /** The effects of the last tested rule have been computed; not called if its condition was false. */
  applied(rule: Rule): void;
}

export interface RuleRun {
  readonly program: Program;
  readonly resolver: Resolver;
  /** False tests every rule of the point; decisions are the same. */
  readonly indexed: boolean;
  readonly observer?: RuleObserver | undefined;
}

export function runRules(run: RuleRun, c: Context, plan: PointPlan): Findings {
  const found = noFindings();
  run.observer?.begin(c);
  if (plan.state.length > 0) runStateRules(run, c, run.indexed ? stateCandidates(plan, c) : plan.state, found);
  testRules(run, c, run.indexed ? candidates(plan, c) : withoutState(plan), found);
  if (!c.hasTable) testPerhaps(run, c, plan, found);
  if (plan.state.length > 0) sortByRule(found, run.program);
  if (found.shared !== null) found.reasons = sharedFirst(found);
  return found;
}

/** Rules about commands and files, on the arguments that are perhaps command lines. What fits there is unknown. */
function testPerhaps(run: RuleRun, c: Context, plan: PointPlan, found: Findings): void {
  for (const perhaps of perhapsCommands(c)) {
    const { command } = perhaps;
    const state = run.indexed ? stateCandidates(plan, command) : plan.state;
    const others = run.indexed ? candidates(plan, command) : withoutState(plan);
    const known = new Set([...found.reasons, ...found.unclear].map(({ rule }) => rule));
    for (const id of [...state, ...others]) {
      const rule = run.program.rules[id] as Rule;
      const truth = known.has(rule.name) ? FALSE : truthOfPerhaps(perhaps, rule);
      if (truth === FALSE) continue;
      const [marks, counts] = [found.marks.length, found.counts.length];
      applyRule(command, asPlainCommand(rule, perhaps), truth, found, run.resolver);
      overlay(command, found, truth, marks, counts);
    }
    takeBack(c, command);
  }
}

/** `if unknown pass` is about what a command leaves open. Where the rule fits and only whether it runs is open, it asks. */
function asPlainCommand(rule: Rule, { command }: PerhapsCommand): Rule {
  if (rule.unknown?.kind !== "pass" || truthOfRule(command, rule) !== TRUE) return rule;
  return { ...rule, unknown: null };
}

/** The truth of a rule about the command that an argument perhaps is; false for a rule that asks nothing of the command. */
export function truthOfPerhaps({ command, isDeclared, lack }: PerhapsCommand, rule: Rule): Truth {
  command.isAskedOf = false;
  const truth = truthOfRule(command, rule);
  if (truth === FALSE || !command.isAskedOf) return FALSE;
  if (isDeclared) return truth;
  command.lacks(lack);
  return truth === UNLIKELY ? UNLIKELY : UNKNOWN;
}

function withoutState(plan: PointPlan): readonly number[] {
  if (plan.state.length === 0) return plan.all;
  const state = new Set(plan.state);
  return plan.all.filter((id) => !state.has(id));
}

function testRules(run: RuleRun, c: Context, ids: readonly number[], found: Findings): void {
  const { rules } = run.program;
  if (run.observer !== undefined) {
    for (const id of ids) testObserved(run, c, rules[id] as Rule, found, run.observer);
    return;
  }
  for (let at = 0; at < ids.length; at++) {
    const rule = rules[ids[at] as number] as Rule;
    const truth = truthOfRule(c, rule);
    if (truth !== FALSE) applyRule(c, rule, truth, found, run.resolver);
  }
}

function testObserved(run: RuleRun, c: Context, rule: Rule, found: Findings, observer: RuleObserver): Truth {
  const truth = truthOfRule(c, rule);
  observer.tested(rule, truth);
  if (truth === FALSE) return truth;
  applyRule(c, rule, truth, found, run.resolver);
  observer.applied(rule);
  return truth;
}

function testRule(run: RuleRun, c: Context, rule: Rule, found: Findings): Truth {
  if (run.observer !== undefined) return testObserved(run, c, rule, found, run.observer);
  const truth = truthOfRule(c, rule);
  if (truth !== FALSE) applyRule(c, rule, truth, found, run.resolver);
  return truth;
}

/** Rules that mark or count, each seeing the changes of those before it. */
export function runStateRules(run: RuleRun, c: Context, ids: readonly number[], found: Findings): void {
  for (const id of ids) {
    const [marks, counts] = [found.marks.length, found.counts.length];
    const truth = testRule(run, c, run.program.rules[id] as Rule, found);
    if (truth !== FALSE) overlay(c, found, truth, marks, counts);
  }
}

export function truthOfRule(c: Context, rule: Rule): Truth {
  if (c.missing !== nothing) c.missing = nothing;
  if (c.matched !== null) c.matched = null;
  if (c.member !== null) c.member = null;
  if (c.doubts !== nothing) c.doubts = nothing;
  try {
    return rule.test(c);
  } catch (error) {
    if (!(error instanceof TimeUnknown)) throw error;
    c.lacks("time");
    return UNKNOWN;
  }
}

/** Makes the marks and counts that a rule added visible to later rules. */
function overlay(c: Context, found: Findings, truth: Truth, marks: number, counts: number): void {
  for (let at = marks; at < found.marks.length; at++) {
    const mark = found.marks[at] as Mark;
    c.marks ??= new Map();
    const key = mark.shadow ? `~${mark.label}` : mark.label;
    if (c.marks.get(key) !== TRUE) c.marks.set(key, truth === UNKNOWN || truth === UNLIKELY ? UNKNOWN : TRUE);
  }
  for (let at = counts; at < found.counts.length; at++) {
    const count = found.counts[at] as Count;
    if (isCounted(c, count.counter, count.shadow)) continue;
    c.counts ??= new Set();
    c.counts.add(count.shadow ? `~${count.counter}` : count.counter);
  }
}

function isCounted(c: Context, counter: string, shadow: boolean): boolean {
  const call = callOf(c);
  return call !== null && c.stateOf()?.hasCounted(call, counter, shadow) === true;
}

/** A call with an id counts once, however often it is reported at a point; any other event once per agent call. */
export function callOf(c: Context): string | null {
  return typeof c.call_id === "string" ? `${c.point} ${c.call_id}` : c.ask;
}

const orders = new WeakMap<Program, ReadonlyMap<string, number>>();

function orderOf(program: Program): ReadonlyMap<string, number> {
  const known = orders.get(program);
  if (known !== undefined) return known;
  const order = new Map(program.rules.map((rule) => [rule.name, rule.id]));
  orders.set(program, order);
  return order;
}

function sortByRule(found: Findings, program: Program): void {
  const lists: readonly (readonly { readonly rule: string }[])[] = [
    found.reasons,
    found.warnings,
    found.notes,
    found.unclear,
  ];
  if (lists.every((list) => list.length < 2)) return;
  const order = orderOf(program);
  const byRule = <R extends { readonly rule: string }>(list: readonly R[]): readonly R[] =>
    [...list].sort((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0));
  found.reasons = byRule(found.reasons);
  found.warnings = byRule(found.warnings);
  found.notes = byRule(found.notes);
  found.unclear = byRule(found.unclear);
}
