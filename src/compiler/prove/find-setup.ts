// Builds events that may meet goals, with earlier events where session state is required. An attempt proves nothing until
// it has been run.

import type { Point } from "../../language/contract.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Given } from "../ir/model.ts";
import { buildSetup, type Setup } from "./build-event.ts";
import { type Chooser, choiceOf } from "./choice.ts";
import { chooseValue } from "./choose-value.ts";
import { addGoals, type Constraints, type Goal, noConstraints, type Slot } from "./constraints.ts";
import type { RuleIndex } from "./demands.ts";

/** One event of a session, perhaps several times in a row. */
export interface SetupStep extends Setup {
  readonly times: number;
}

export interface Attempt extends Setup {
  readonly before: readonly SetupStep[];
}

/** Finds events that make a rule mark or count; null when none are found. */
export type FindSetter = (rule: IrRule) => readonly SetupStep[] | null;

const MOST_LABELS = 16;
const MOST_TIMES = 5000;

export const goalsOf = (rule: IrRule): readonly Goal[] => rule.conditions.map(({ cond }) => ({ cond, isTrue: true }));

/** The same number always gives the same attempt. */
export function attemptAt(
  attempt: number,
  point: Point,
  goals: readonly Goal[],
  index: RuleIndex,
  findSetter: FindSetter,
): Attempt {
  const choice = choiceOf(attempt);
  const constraints = noConstraints();
  addGoals(constraints, goals, index, choice);
  const labels = labelSteps(constraints, point, index, choice, findSetter);
  const counts = counterSteps(constraints, index, choice, findSetter);
  const built = buildSetup(point, constraints, index.ir, choice);
  const isSpread = counts.some(({ ago }) => ago > 0);
  const setup = isSpread ? { ...built, given: { ...built.given, time: built.given.time ?? SOME_TIME } } : built;
  const { time } = setup.given;
  // Time never runs backwards within a session: the oldest events come first.
  const spread = counts.toSorted((a, b) => b.ago - a.ago);
  const before = [
    ...labels.map((step) => ({ ...step, given: atTime(step.given, time, spread[0]?.ago ?? 0) })),
    ...spread.map(({ ago, ...step }) => ({ ...step, given: atTime(step.given, time, ago) })),
  ];
  return { ...setup, before };
}

/** A Monday at noon. */
const SOME_TIME = "2026-01-05T12:00:00.000Z";

/** Earlier events are counted in a window that ends with the event. */
function atTime(given: Given, time: string | null, ago: number): Given {
  if (given.time !== null || time === null) return given;
  return { ...given, time: ago === 0 ? time : new Date(Date.parse(time) - ago).toISOString() };
}

/** A label is set by an earlier event, or by this event itself. */
function labelSteps(
  constraints: Constraints,
  point: Point,
  index: RuleIndex,
  choice: Chooser,
  findSetter: FindSetter,
): readonly SetupStep[] {
  const steps: SetupStep[] = [];
  const settled = new Set<string>();
  for (let at = 0; at < constraints.labels.length && settled.size < MOST_LABELS; at++) {
    const label = constraints.labels[at];
    if (label === undefined || settled.has(label)) continue;
    settled.add(label);
    const setters = index.settersOf("mark", label);
    const ways = setters.flatMap((rule) => [
      { rule, isNow: false },
      ...(rule.points.includes(point) ? [{ rule, isNow: true }] : []),
    ]);
    for (const { rule, isNow } of choice.order(ways)) {
      if (isNow) addGoals(constraints, goalsOf(rule), index, choice);
      const earlier = isNow ? [] : findSetter(rule);
      if (earlier === null) continue;
      steps.push(...earlier);
      break;
    }
  }
  return steps;
}

/** How long before the event it comes, in milliseconds. */
interface Past extends SetupStep {
  readonly ago: number;
}

function counterSteps(
  constraints: Constraints,
  index: RuleIndex,
  choice: Chooser,
  findSetter: FindSetter,
): readonly Past[] {
  return [...constraints.slots.values()].flatMap((slot) => {
    if (slot.root?.op !== "counted") return [];
    const { counter } = slot.root;
    const ago = choice.of(agesOf(slot, constraints)) ?? 0;
    // The event itself may count too.
    const times = timesOf(slot, choice) - (choice.of([0, 1]) ?? 0);
    if (times <= 0 || times > MOST_TIMES) return [];
    const setters = index.settersOf("count", counter);
    for (const rule of choice.order(setters)) {
      const steps = findSetter(rule);
      const last = steps?.at(-1);
      if (steps !== null && last !== undefined)
        return [...steps.slice(0, -1), { ...last, times }].map((step) => ({ ...step, ago }));
    }
    return [];
  });
}

/** Now, or just out of a shorter window of the same counter: `counted(c, 1h) > 5 and counted(c, 1m) < 3`. */
function agesOf({ root }: Slot, constraints: Constraints): readonly number[] {
  if (root?.op !== "counted") return [0];
  const shorter = [...constraints.slots.values()].flatMap(({ root: other }) =>
    other?.op === "counted" && other.counter === root.counter && other.windowMs < root.windowMs ? [other.windowMs] : [],
  );
  // A window is counted in sixty parts and rounded up, so one more part must have passed.
  return [0, ...shorter.map((ms) => Math.ceil(ms * 1.05) + 1000)];
}

function timesOf(slot: Slot, choice: Chooser): number {
  const value = chooseValue(slot, "int", choice, [
    { passes: (count) => typeof count === "number" && count >= 0, likely: [] },
  ]);
  return typeof value === "number" ? value : 0;
}
