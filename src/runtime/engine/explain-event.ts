// Explains why a rule applies to an event or does not, without changing state: for `eval`, examples and the witness search.

import type { Decision, Failure } from "../../language/contract.ts";
import { FALSE, type Truth, UNKNOWN } from "../../language/truth.ts";
import { type Engine, planAt } from "./create-engine.ts";
import { decideAndLook, decideEvent } from "./decide-event.ts";
import { checkEvent } from "./event/check-event.ts";
import { Context } from "./event/context.ts";
import { perhapsCommands } from "./event/perhaps-command.ts";
import { noFindings } from "./findings.ts";
import { openState } from "./keep-state.ts";
import type { PointPlan, Rule } from "./program.ts";
import { runStateRules, truthOfPerhaps, truthOfRule } from "./run-rules.ts";

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

export function explainEvent(engine: Engine, event: unknown): Explanation {
  const seen: Context[] = [];
  const decision = decideEvent(engine, event, null, (_, c) => {
    seen.push(c);
    return decideAndLook(engine, c);
  });
  const [context = null] = seen;
  const { program } = engine;
  const ids = context === null ? [] : (program.points[context.point]?.all ?? []);
  const rules = ids.map((id) => traceOf(context as Context, program.rules[id] as Rule));
  return { decision, rules, context };
}

/** `needed` are the rules that set what this one asks of the session; without it, all that mark or count run first. */
export function truthForEvent(
  engine: Engine,
  rule: number,
  event: unknown,
  needed: ReadonlySet<number> | undefined,
): Omit<RuleTrace, "rule"> & { readonly failure?: Failure } {
  const c = checkEvent(event, engine.checks);
  if (!(c instanceof Context)) return { truth: UNKNOWN, missed: null, doubts: [], missing: [], failure: c.failure };
  openState(engine.store, c, []);
  const plan = planAt(engine, c.point);
  if (plan !== undefined && needed?.size !== 0)
    runStateRules(engine.run, c, stateBefore(plan, rule, needed), noFindings());
  return traceOf(c, engine.program.rules[rule] as Rule);
}

/** Of an argument that is perhaps a command. */
function perhapsTruth(c: Context, rule: Rule): Truth {
  for (const perhaps of perhapsCommands(c)) {
    const truth = truthOfPerhaps(perhaps, rule);
    if (truth !== FALSE) return truth;
  }
  return FALSE;
}

function traceOf(c: Context, rule: Rule): RuleTrace {
  c.missed = -1;
  const own = truthOfRule(c, rule);
  const truth = own === FALSE ? perhapsTruth(c, rule) : own;
  const missed = truth === FALSE && c.missed !== -1 ? c.missed : null;
  return { rule: rule.id, truth, missed, doubts: c.doubts, missing: [...new Set(c.missing)] };
}

/** The rules that mark or count before this one; only the needed ones, where they are given. */
function stateBefore({ state }: PointPlan, rule: number, needed?: ReadonlySet<number>): readonly number[] {
  const place = state.indexOf(rule);
  const before = place === -1 ? state : state.slice(0, place);
  return needed === undefined ? before : before.filter((id) => needed.has(id));
}
