// What one event can cost at worst, counted in tests: every rule that could be a candidate for it, each with all its tests.
// Tests of long text count more, and a quantifier as often as a long list has elements.

import { callKindNames } from "../../language/call-kinds.ts";
import type { Point } from "../../language/contract.ts";
import { conditionRow } from "../../language/operators/conditions.ts";
import { cellOf } from "../../language/operators/row.ts";
import { plainNames } from "../../shell/match/pattern-set.ts";
import { byShape, rowsOf, type Test } from "../ir/by-shape.ts";
import type { Ir, IrCond, IrRule, IrValue } from "../ir/ir.ts";
import type { BucketPlan, IndexedPoint, IndexPlan } from "./index-plan.ts";

/** A view or a command line with more elements than this is rare. */
const ELEMENTS = 32;
/** Files and hosts of one command: a line with many commands has few of them for each, or one command has most of them. */
const ELEMENTS_OF_ONE = 4;
/** A pattern that searches a whole prompt or output. */
const LONG_TEXT = 16;

/** By point, how many tests one event can take. The manifest holds it, and a check judges it. */
export function worstCases(plans: ReadonlyMap<Point, IndexedPoint>, ir: Ir): ReadonlyMap<Point, number> {
  const costs = new Map(ir.rules.map((rule) => [rule.id, costOfRule(rule, ir)]));
  return new Map([...plans].map(([point, plan]) => [point, worstCase(plan, costs)]));
}

/** Tests for one event of the point, given the cost of each rule. A rule selected by several keys is tested once. */
function worstCase({ state, stateIndex, index, all }: IndexedPoint, costs: Costs): number {
  const ofStates = new Map(state.map((id, place) => [place, costs.get(id) ?? 0]));
  const marking = stateIndex === null ? sum(state, costs) : worstOf(stateIndex, ofStates);
  return Math.min(marking + worstOf(index, costs), sum(all, costs));
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

export const costOfRule = (rule: IrRule, ir: Ir): number =>
  1 + rule.conditions.reduce((total, { cond }) => total + costOf(cond, ir), 0);

function costOf(cond: IrCond, ir: Ir): number {
  return byShape(cond, {
    constant: () => 1,
    not: (item) => costOf(item, ir),
    connective: ({ items }) => items.reduce((total, item) => total + costOf(item, ir), 0),
    quantifier: ({ list, body }) => mostElements(list) * costOf(body, ir),
    test: (test) => costOfTest(test, ir),
  });
}

/** A call has each kind at most once; a list that the policy writes down, or sets by a parameter, has its length. */
function mostElements(list: IrValue): number {
  if (isKinds(list)) return callKindNames.length;
  if (list.op === "list") return list.items.length;
  return isOfOneCommand(list) ? ELEMENTS_OF_ONE : ELEMENTS;
}

const isKinds = (list: IrValue): boolean =>
  (list.op === "view" && list.view === "kinds") || (list.op === "part" && list.part === "kinds");

const isOfOneCommand = (list: IrValue): boolean =>
  list.op === "part" && (list.type === "list<path>" || list.type === "list<host>");

function costOfTest(cond: Test, ir: Ir): number {
  const rows = rowsOf(cond) ?? [];
  switch (cellOf(conditionRow(cond.op).cost, cond)) {
    case "rows":
      return rows.length;
    case "text":
      return LONG_TEXT;
    case "commands":
      return ELEMENTS * mostOfOneProgram(rows.map((id) => ir.patterns[Number(id)] ?? ""));
    default:
      return 1;
  }
}

/** Patterns are filed by program, so a command is tested against those of its own program and those without a literal program. */
function mostOfOneProgram(patterns: readonly string[]): number {
  const counts = new Map<string, number>();
  let open = 0;
  for (const pattern of patterns) {
    const names = plainNames(pattern);
    if (names.length === 0) open++;
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return open + Math.max(0, ...counts.values());
}
