// Attempts at an event that meets goals, with the events before it where session state is asked. Nothing here is proof:
// whether an attempt does what it should is shown by running it.

import type { Point } from "../../runtime/contract.ts";
import type { IrRule } from "../ir.ts";
import type { Given } from "../model.ts";
import { buildScene, type Scene } from "./build-event.ts";
import { type Choice, choiceOf } from "./choice.ts";
import { chooseValue } from "./choose-value.ts";
import type { Material } from "./demands.ts";
import { addGoals, emptyWish, type Goal, type Slot, type Wish } from "./wish.ts";

/** One event of a session, perhaps several times in a row. */
export interface Step extends Scene {
  readonly times: number;
}

export interface Attempt extends Scene {
  readonly before: readonly Step[];
}

/** Gives events after which a rule that marks or counts has done so; null when none is known. */
export type FindSetter = (rule: IrRule) => readonly Step[] | null;

const MOST_LABELS = 16;
const MOST_TIMES = 5000;

export const goalsOf = (rule: IrRule): readonly Goal[] => rule.conditions.map(({ cond }) => ({ cond, isTrue: true }));

/** The same number always gives the same attempt. */
export function attemptAt(
  attempt: number,
  point: Point,
  goals: readonly Goal[],
  material: Material,
  findSetter: FindSetter,
): Attempt {
  const choice = choiceOf(attempt);
  const wish = emptyWish();
  addGoals(wish, goals, material, choice);
  const labels = labelSteps(wish, point, material, choice, findSetter);
  const before = [...labels, ...counterSteps(wish, material, choice, findSetter)];
  const scene = buildScene(point, wish, material.ir, choice);
  return { ...scene, before: before.map((step) => ({ ...step, given: atTime(step.given, scene.given.time) })) };
}

/** What comes before is counted in a window that ends with the event, so it must not be long ago. */
const atTime = (given: Given, time: string | null): Given => (given.time === null ? { ...given, time } : given);

/** A label is set by an earlier event, or by this very one. */
function labelSteps(
  wish: Wish,
  point: Point,
  material: Material,
  choice: Choice,
  findSetter: FindSetter,
): readonly Step[] {
  const steps: Step[] = [];
  const settled = new Set<string>();
  for (let at = 0; at < wish.labels.length && settled.size < MOST_LABELS; at++) {
    const label = wish.labels[at];
    if (label === undefined || settled.has(label)) continue;
    settled.add(label);
    const setters = material.settersOf("mark", label);
    const ways = setters.flatMap((rule) => [
      { rule, isNow: false },
      ...(rule.points.includes(point) ? [{ rule, isNow: true }] : []),
    ]);
    for (const { rule, isNow } of choice.order(ways)) {
      if (isNow) addGoals(wish, goalsOf(rule), material, choice);
      const earlier = isNow ? [] : findSetter(rule);
      if (earlier === null) continue;
      steps.push(...earlier);
      break;
    }
  }
  return steps;
}

function counterSteps(wish: Wish, material: Material, choice: Choice, findSetter: FindSetter): readonly Step[] {
  return [...wish.slots.values()].flatMap((slot) => {
    if (slot.root?.op !== "counted") return [];
    const { counter } = slot.root;
    // The event itself may count too.
    const times = timesOf(slot, choice) - (choice.of([0, 1]) ?? 0);
    if (times <= 0 || times > MOST_TIMES) return [];
    const setters = material.settersOf("count", counter);
    for (const rule of choice.order(setters)) {
      const steps = findSetter(rule);
      const last = steps?.at(-1);
      if (steps !== null && last !== undefined) return [...steps.slice(0, -1), { ...last, times }];
    }
    return [];
  });
}

function timesOf(slot: Slot, choice: Choice): number {
  const value = chooseValue(slot, "int", choice, [
    { passes: (count) => typeof count === "number" && count >= 0, likely: [] },
  ]);
  return typeof value === "number" ? value : 0;
}
