// What one event can cost at worst, counted in tests: every rule that could be a candidate for it, each with all its tests.
// Tests of long text count more, and a quantifier as often as a long list has elements.

import type { Point } from "../../runtime/contract.ts";
import type { IrCond, IrRule } from "../ir.ts";
import type { BucketPlan, IndexPlan, PointPlan } from "./index-plan.ts";

/** A view or a command line with more elements than this is rare. */
const ELEMENTS = 32;
/** A pattern that looks through a whole prompt or output. */
const LONG_TEXT = 16;

/** By point, how many tests one event can take. The manifest holds it, and a check judges it. */
export function worstCases(plans: ReadonlyMap<Point, PointPlan>, rules: readonly IrRule[]): ReadonlyMap<Point, number> {
  const costs = new Map(rules.map((rule) => [rule.id, costOfRule(rule)]));
  return new Map([...plans].map(([point, plan]) => [point, worstCase(plan, costs)]));
}

/** Tests for one event of the point, given what each rule costs. */
function worstCase({ state, stateIndex, index }: PointPlan, costs: Costs): number {
  const ofStates = new Map(state.map((id, place) => [place, costs.get(id) ?? 0]));
  const marking = stateIndex === null ? sum(state, costs) : worstOf(stateIndex, ofStates);
  return marking + worstOf(index, costs);
}

type Costs = ReadonlyMap<number, number>;

const sum = (ids: readonly number[], costs: Costs): number =>
  ids.reduce((total, id) => total + (costs.get(id) ?? 0), 0);

function worstOf({ always, keys }: IndexPlan, costs: Costs): number {
  const ofBucket = (bucket: BucketPlan): number => (isList(bucket) ? sum(bucket, costs) : worstOf(bucket, costs));
  return keys.reduce(
    (total, { buckets, unknown }) => {
      let worst = ofBucket(unknown);
      for (const bucket of buckets.values()) worst = Math.max(worst, ofBucket(bucket));
      return total + worst;
    },
    sum(always, costs),
  );
}

const isList = (bucket: BucketPlan): bucket is readonly number[] => Array.isArray(bucket);

export const costOfRule = (rule: IrRule): number =>
  1 + rule.conditions.reduce((total, { cond }) => total + costOf(cond), 0);

function costOf(cond: IrCond): number {
  switch (cond.op) {
    case "and":
    case "or":
      return cond.items.reduce((total, item) => total + costOf(item), 0);
    case "not":
      return costOf(cond.item);
    case "any":
    case "all":
      return ELEMENTS * costOf(cond.body);
    case "regex":
      return LONG_TEXT;
    case "contains":
      return cond.of === "text" ? LONG_TEXT : 1;
    case "runs":
    case "only":
      return ELEMENTS * cond.patterns.length;
    case "glob":
      return cond.globs.length;
    case "under":
      return cond.dirs.length;
    default:
      return 1;
  }
}
