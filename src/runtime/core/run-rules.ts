// Steps 3 and 4 of a decision: every rule of the point, those that mark or count first.

import { candidates } from "./candidates.ts";
import { type Context, nothing, TimeUnknown } from "./context.ts";
import { applyRule, type Findings, noFindings } from "./findings.ts";
import type { PointPlan, Program, Rule } from "./program.ts";
import type { Resolver } from "./resolve-effects.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "./truth.ts";

export interface RuleRun {
  readonly program: Program;
  readonly resolver: Resolver;
  /** False tests every rule of the point; decisions are the same. */
  readonly indexed: boolean;
}

export function runRules(run: RuleRun, c: Context, plan: PointPlan): Findings {
  const found = noFindings();
  if (plan.state.length > 0) runStateRules(run, c, plan, found, -1);
  testRules(run, c, run.indexed ? candidates(plan, c) : withoutState(plan), found);
  if (plan.state.length > 0) sortByRule(found, run.program);
  return found;
}

const withoutState = (plan: PointPlan): readonly number[] => plan.all.filter((id) => !plan.state.includes(id));

function testRules(run: RuleRun, c: Context, ids: readonly number[], found: Findings): void {
  const { rules } = run.program;
  for (let at = 0; at < ids.length; at++) {
    const rule = rules[ids[at] as number] as Rule;
    const truth = truthOfRule(c, rule);
    if (truth !== FALSE) applyRule(c, rule, truth, found, run.resolver);
  }
}

/** The rules that mark or count, each seeing what the ones before it left; stops before rule `until`. */
export function runStateRules(run: RuleRun, c: Context, plan: PointPlan, found: Findings, until: number): void {
  for (const id of plan.state) {
    if (id === until) return;
    const rule = run.program.rules[id] as Rule;
    const truth = truthOfRule(c, rule);
    if (truth === FALSE) continue;
    applyRule(c, rule, truth, found, run.resolver);
    overlay(c, found, rule.name, truth);
  }
}

export function truthOfRule(c: Context, rule: Rule): Truth {
  if (c.missing !== nothing) c.missing = nothing;
  try {
    return rule.test(c);
  } catch (error) {
    if (!(error instanceof TimeUnknown)) throw error;
    c.lacks("time");
    return UNKNOWN;
  }
}

/** What later rules see of a rule that marks or counts. */
function overlay(c: Context, found: Findings, rule: string, truth: Truth): void {
  for (const mark of found.marks) {
    if (mark.rule !== rule) continue;
    c.marks ??= new Map();
    const key = mark.shadow ? `~${mark.label}` : mark.label;
    if (c.marks.get(key) !== TRUE) c.marks.set(key, truth === UNKNOWN ? UNKNOWN : TRUE);
  }
  for (const count of found.counts) {
    if (count.rule !== rule || isCounted(c, count.counter, count.shadow)) continue;
    c.counts ??= new Set();
    c.counts.add(count.shadow ? `~${count.counter}` : count.counter);
  }
}

function isCounted(c: Context, counter: string, shadow: boolean): boolean {
  const call = callOf(c);
  return call !== null && c.stateOf()?.hasCounted(call, counter, shadow) === true;
}

/** A call the host names counts once, however often it is reported at a point. */
export function callOf(c: Context): string | null {
  return typeof c.call_id === "string" ? `${c.point} ${c.call_id}` : null;
}

function sortByRule(found: Findings, program: Program): void {
  const lists: readonly (readonly { readonly rule: string }[])[] = [
    found.reasons,
    found.warnings,
    found.notes,
    found.unclear,
  ];
  if (lists.every((list) => list.length < 2)) return;
  const order = new Map(program.rules.map((rule) => [rule.name, rule.id]));
  const byRule = <R extends { readonly rule: string }>(list: readonly R[]): readonly R[] =>
    [...list].sort((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0));
  found.reasons = byRule(found.reasons);
  found.warnings = byRule(found.warnings);
  found.notes = byRule(found.notes);
  found.unclear = byRule(found.unclear);
}
