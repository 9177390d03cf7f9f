// Events on which two policies may differ: those on which a changed rule just fires or just does not, those on which its
// old form fires and its new one does not, and the examples and tests of both sides.

import type { Point } from "../../language/contract.ts";
import { isLineFact, type LineFact } from "../../language/operators/line-facts.ts";
import { points, tools as shippedTools } from "../../language/schema.ts";
import type { Ir, IrCond, IrRule } from "../ir/ir.ts";
import type { Given } from "../ir/model.ts";
import type { Goal } from "../prove/constraints.ts";
import { ruleIndexOf } from "../prove/demands.ts";
import { attemptAt, type FindSetter, goalsOf } from "../prove/find-setup.ts";
import { createFinder } from "../prove/find-witness.ts";
import { doubtfulTraces, programTraces, toolTraces } from "./call-traces.ts";
import { concernsTool } from "./concerns-tool.ts";
import { answeredTraces, sessionTraces } from "./session-traces.ts";
import type { Side, Trace } from "./side.ts";

/** A rule that only one side has, in the numbering that both share. */
export interface ChangedRule {
  readonly side: 0 | 1;
  readonly rule: IrRule;
}

const PER_TOOL = 8;
const MOST_BY_TOOL = 100;
const PER_GOAL = 10;
const PER_PAIR = 16;
const PER_EDGE = 4;
const MOST_PAIRS = 400;

export function* candidates(
  changed: readonly ChangedRule[],
  sides: readonly [Side, Side],
  shared: readonly [Ir, Ir],
): Generator<Trace> {
  for (const side of sides) yield* side.traces;
  const tools = [...new Set([...Object.keys(shippedTools), ...shared.flatMap((ir) => Object.keys(ir.tools))])];
  const makers = sides.map((side, at) => makerOf(side, shared[at] as Ir));
  const pairs = pairsOf(changed);
  /** Where the rule fires and, in the first of them, its other form does not. */
  function* edgesOf({ side, rule }: ChangedRule): Generator<Trace> {
    const make = makers[side] as Maker;
    for (const [a, b] of pairs) if (a.rule === rule) yield* make(meetingPoints(a, b), apart(a, b), PER_EDGE);
    yield* make(rule.points, goalsOf(rule), PER_EDGE);
  }
  /** Each tool has its own row in the report, so each needs its own event. */
  function* byTool({ side, rule }: ChangedRule, goals: readonly Goal[]): Generator<Trace> {
    const called = rule.points.filter((point) => points[point].tool);
    for (const tool of tools)
      if (changed.length <= MOST_BY_TOOL && concernsTool(rule, tool))
        yield* (makers[side] as Maker)(called, [isTool(tool), ...goals], PER_TOOL);
  }
  for (const { side, rule } of changed) {
    const make = makers[side] as Maker;
    yield* make(rule.points, goalsOf(rule), PER_GOAL);
    yield* byTool({ side, rule }, goalsOf(rule));
    for (const [at] of rule.conditions.entries()) yield* make(rule.points, nearMiss(rule, at), PER_GOAL / 2);
    yield* doubtfulTraces([...make(rule.points, goalsOf(rule), PER_EDGE)]);
  }
  for (const [a, b] of pairs) {
    const make = makers[a.side] as Maker;
    yield* make(meetingPoints(a, b), apart(a, b), PER_PAIR);
    if (a.rule.name === b.rule.name) yield* byTool(a, apart(a, b));
    yield* make(meetingPoints(a, b), [...goalsOf(a.rule), ...goalsOf(b.rule)], PER_PAIR / 2);
  }
  yield* sessionTraces(changed, shared, edgesOf);
  yield* answeredTraces(changed, edgesOf);
  yield* programTraces(
    [...shared[1].rules.slice(0, MOST_BY_TOOL)].flatMap((rule) => [
      ...(makers[1] as Maker)(rule.points, goalsOf(rule), 1),
    ]),
    [sides[0].ir, sides[1].ir],
  );
  yield* toolTraces([sides[0].ir, sides[1].ir]);
}

const meetingPoints = (a: ChangedRule, b: ChangedRule): readonly Point[] =>
  a.rule.points.filter((point) => b.rule.points.includes(point));

const apart = (a: ChangedRule, b: ChangedRule): readonly Goal[] => [
  ...goalsOf(a.rule),
  { cond: allOf(b.rule), isTrue: false },
];

const isTool = (tool: string): Goal => ({
  cond: {
    op: "compare",
    test: "eq",
    type: "string",
    left: { op: "field", name: "tool", type: "string", optional: false },
    right: { op: "const", value: tool },
  },
  isTrue: true,
});

type Maker = (points: readonly Point[], goals: readonly Goal[], attempts: number) => Generator<Trace>;

function makerOf(side: Side, ir: Ir): Maker {
  const index = ruleIndexOf(ir);
  const finder = createFinder(side.ir, side.makeSealed);
  // The finder runs its own side's rules, by their numbers, in the numbering of that side.
  const findSetter: FindSetter = (rule) => finder.findSetter(side.ir.rules[rule.id] ?? rule);
  return function* make(points, goals, attempts) {
    for (const point of points)
      for (let number = 0; number < attempts; number++) yield attemptAt(number, point, goals, index, findSetter);
  };
}

/** Every condition true but one. */
const nearMiss = (rule: IrRule, missed: number): readonly Goal[] =>
  rule.conditions.map(({ cond }, at) => ({ cond, isTrue: at !== missed }));

const allOf = (rule: IrRule): IrCond => ({ op: "and", items: rule.conditions.map(({ cond }) => cond) });

/** The two forms of one rule by its name first, then any two that meet at a point. */
function pairsOf(changed: readonly ChangedRule[]): readonly (readonly [ChangedRule, ChangedRule])[] {
  const byName = new Map<string, ChangedRule[]>();
  for (const one of changed) byName.set(one.rule.name, [...(byName.get(one.rule.name) ?? []), one]);
  const named = [...byName.values()].flatMap((ones) =>
    ones.flatMap((a) => ones.filter((b) => b.side !== a.side).map((b) => [a, b] as const)),
  );
  const others: (readonly [ChangedRule, ChangedRule])[] = [];
  for (const a of changed)
    for (const b of changed) {
      if (named.length + others.length >= MOST_PAIRS) return [...named, ...others];
      if (a.side !== b.side && a.rule.name !== b.rule.name) others.push([a, b]);
    }
  return [...named, ...others];
}

/** Plain values of the facts that a line can change. */
const usualValue: { readonly [F in LineFact]: string } = {
  git_branch: "main",
  git_upstream: "origin/main",
  kube_context: "dev",
};

/** A Monday at noon. */
export const USUAL_TIME = "2026-01-05T12:00:00.000Z";

/** Facts that no goal asks about get plain values, or every decision about them would be unknown. */
export function withUsualFacts(trace: Trace, keys: readonly string[]): Trace {
  const given = (own: Given): Given => {
    const facts = { ...own.facts };
    for (const key of keys) {
      if (Object.hasOwn(facts, key) || /^(?:file_exists|hour|weekday):/.test(key)) continue;
      facts[key] = isLineFact(key) ? usualValue[key] : null;
    }
    return { ...own, facts, filesGiven: true, time: own.time ?? USUAL_TIME };
  };
  return {
    ...trace,
    given: given(trace.given),
    before: trace.before.map((step) => ({ ...step, given: given(step.given) })),
  };
}
