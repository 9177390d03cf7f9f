// Events that may tell two policies apart: those on which a rule that changed just fires or just does not, those on which
// its old form fires and its new one does not, and the examples and tests of both sides.

import type { Point } from "../../runtime/contract.ts";
import { points, tools as shippedTools } from "../../runtime/schema.ts";
import type { Ir, IrCond, IrRule } from "../ir.ts";
import type { Given } from "../model.ts";
import { materialOf } from "../witness/demands.ts";
import { attemptAt, type FindSetter, goalsOf } from "../witness/find-scene.ts";
import { createFinder } from "../witness/find-witness.ts";
import type { Goal } from "../witness/wish.ts";
import { concernsTool } from "./concerns-tool.ts";
import type { Side, Story } from "./side.ts";

/** A rule that only one side has, in the numbering that both share. */
export interface ChangedRule {
  readonly side: 0 | 1;
  readonly rule: IrRule;
}

const PER_TOOL = 8;
const MOST_BY_TOOL = 100;
const PER_GOAL = 10;
const PER_PAIR = 16;
const MOST_PAIRS = 400;

export function* candidates(
  changed: readonly ChangedRule[],
  sides: readonly [Side, Side],
  shared: readonly [Ir, Ir],
): Generator<Story> {
  for (const side of sides) yield* side.stories;
  const tools = [...new Set([...Object.keys(shippedTools), ...shared.flatMap((ir) => Object.keys(ir.tools))])];
  const makers = sides.map((side, at) => makerOf(side, shared[at] as Ir));
  for (const { side, rule } of changed) {
    const make = makers[side] as Maker;
    yield* make(rule.points, goalsOf(rule), PER_GOAL);
    for (const tool of tools.filter((name) => changed.length <= MOST_BY_TOOL && concernsTool(rule, name)))
      yield* make(
        rule.points.filter((point) => points[point].tool),
        [isTool(tool), ...goalsOf(rule)],
        PER_TOOL,
      );
    for (const [at] of rule.conditions.entries()) yield* make(rule.points, nearMiss(rule, at), PER_GOAL / 2);
  }
  for (const [a, b] of pairsOf(changed)) {
    const common = a.rule.points.filter((point) => b.rule.points.includes(point));
    const make = makers[a.side] as Maker;
    yield* make(common, [...goalsOf(a.rule), { cond: allOf(b.rule), isTrue: false }], PER_PAIR);
    yield* make(common, [...goalsOf(a.rule), ...goalsOf(b.rule)], PER_PAIR / 2);
  }
}

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

type Maker = (points: readonly Point[], goals: readonly Goal[], attempts: number) => Generator<Story>;

function makerOf(side: Side, ir: Ir): Maker {
  const material = materialOf(ir);
  const finder = createFinder(side.ir, side.makeSealed);
  // The finder runs its own side's rules, by their numbers, in the numbering of that side.
  const findSetter: FindSetter = (rule) => finder.findSetter(side.ir.rules[rule.id] ?? rule);
  return function* make(points, goals, attempts) {
    for (const point of points)
      for (let number = 0; number < attempts; number++) yield attemptAt(number, point, goals, material, findSetter);
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

/** A Monday at noon. */
export const USUAL_TIME = "2026-01-05T12:00:00.000Z";

/** Facts that no goal asks about get plain values, or every decision about them would be unknown. */
export function withUsualFacts(story: Story, keys: readonly string[]): Story {
  const given = (own: Given): Given => {
    const facts = { ...own.facts };
    for (const key of keys) {
      if (Object.hasOwn(facts, key) || /^(?:file_exists|hour|weekday):/.test(key)) continue;
      facts[key] = key === "git_branch" ? "main" : null;
    }
    return { ...own, facts, filesGiven: true, time: own.time ?? USUAL_TIME };
  };
  return {
    ...story,
    given: given(story.given),
    before: story.before.map((step) => ({ ...step, given: given(step.given) })),
  };
}
