// For each rule an event on which it fires, shown by the emitted module itself: built from the rule's conditions, and tried.
// A bounded number of attempts; a rule for which none fires is not thereby proven to be impossible.

import type { Point } from "../../language/contract.ts";
import { FALSE, TRUE } from "../../language/truth.ts";
import type { Ir, IrRule } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Given } from "../ir/model.ts";
import type { MakeSealed, Sealed, TruthFound } from "../trial/emitted-policy.ts";
import type { Goal } from "./constraints.ts";
import { ruleIndexOf } from "./demands.ts";
import { type Attempt, attemptAt, type FindSetter, goalsOf, type SetupStep } from "./find-setup.ts";

export interface Witness extends Attempt {
  readonly point: Point;
  /** What of the state that the events before left the rule looks at. */
  readonly state: Pick<Given, "marked" | "counted">;
}

export type Search =
  | { readonly witness: Witness }
  /** The condition that no attempt got past, by its place in the rule; null when it cannot be told. */
  | { readonly witness: null; readonly unsolved: number | null };

const MOST_ATTEMPTS = 240;
/** So many attempts in a row that were made before: there is nothing left to choose. */
const MOST_REPEATED = 30;
/** Of all attempts together: a rule about long texts must not take a gigabyte of them. */
const MOST_CHARACTERS = 60_000_000;

/** Rules whose conditions an attempt tries not to meet. */
const MOST_AVOIDED = 16;
const stopping: ReadonlySet<string> = new Set(["stop", "block", "respond"]);

const missed = ({ conditions }: IrRule): Goal => ({
  cond: { op: "and", items: conditions.map(({ cond }) => cond) },
  isTrue: false,
});

export interface Finder {
  find(rule: IrRule): Search;
  readonly findSetter: FindSetter;
}

export function createFinder(ir: Ir, makeSealed: MakeSealed): Finder {
  const shared = makeSealed();
  // A policy of thousands of rules takes its time to begin: this one begins once, and forgets.
  // State is kept before a hook is asked, so what one says to the events before makes no difference to it.
  const staged = makeSealed("silent");
  const index = ruleIndexOf(ir);
  const setters = new Map<number, readonly SetupStep[] | null>();
  const byName = new Map(ir.rules.map((rule) => [rule.name, rule]));

  /** Runs the events before in a session of their own; without any, one session serves all. */
  const reach = (attempt: Attempt): Sealed => (attempt.before.length === 0 ? shared : enact(attempt));

  /** What `staged` has gone through; null after any other event. */
  let enacted: string | null = null;

  function enact({ before }: Attempt): Sealed {
    const key = JSON.stringify(before);
    if (key === enacted) return staged;
    enacted = key;
    staged.forget();
    for (const step of before) {
      staged.give(step.given, step.event);
      for (let time = 0; time < step.times; time++) staged.decide(step.event);
    }
    return staged;
  }

  function truthOf(rule: IrRule, needed: ReadonlySet<number>, attempt: Attempt, sealed: Sealed): TruthFound {
    sealed.give(attempt.given, attempt.event);
    return sealed.truthOf(rule.id, attempt.event, needed);
  }

  /** Later attempts also try not to meet the rules that are in the way of earlier ones. */
  function search(rule: IrRule, inTheWay: (attempt: Attempt) => readonly IrRule[] | null): Search {
    let farthest = -1;
    const avoided = new Set<IrRule>();
    let goals = goalsOf(rule);
    const needed = index.neededBy(rule);
    const tried = new Set<string>();
    let repeated = 0;
    let characters = 0;
    for (let number = 0; number < MOST_ATTEMPTS && repeated < MOST_REPEATED && characters < MOST_CHARACTERS; number++) {
      const point = rule.points[number % rule.points.length] ?? "before_tool_call";
      const attempt = attemptAt(Math.floor(number / rule.points.length), point, goals, index, findSetter);
      const key = JSON.stringify(attempt);
      characters += key.length;
      repeated = tried.has(key) ? repeated + 1 : 0;
      if (repeated > 0) continue;
      tried.add(key);
      const sealed = reach(attempt);
      const found = truthOf(rule, needed, attempt, sealed);
      if (found.truth === TRUE) {
        const witness = { point, ...attempt, state: stateFor(rule, attempt, sealed) };
        const others = inTheWay(attempt);
        if (others === null) return { witness };
        for (const other of others) if (avoided.size < MOST_AVOIDED) avoided.add(other);
        goals = [...goalsOf(rule), ...[...avoided].map(missed)];
      }
      if (found.truth === FALSE) farthest = Math.max(farthest, found.missed ?? -1);
    }
    return { witness: null, unsolved: farthest === -1 ? (rule.conditions.length === 1 ? 0 : null) : farthest };
  }

  function stateFor(rule: IrRule, attempt: Attempt, sealed: Sealed): Witness["state"] {
    if (attempt.before.length === 0) return { marked: [], counted: {} };
    const { marked, counted } = sealed.state(attempt.event, rule);
    const names = new Set<string>();
    eachCond(rule, (cond) => cond.op === "marked" && names.add(cond.label));
    eachValue(rule, (value) => value.op === "counted" && names.add(value.counter));
    return {
      marked: marked.filter((label) => names.has(label)),
      counted: Object.fromEntries(Object.entries(counted).filter(([counter]) => names.has(counter))),
    };
  }

  /** An event that a rule stops leaves only what that rule itself sets. */
  function stoppedBy(rule: IrRule, attempt: Attempt): readonly IrRule[] | null {
    const sealed = enact(attempt);
    sealed.give(attempt.given, attempt.event);
    const { outcome, reasons } = sealed.decide(attempt.event);
    enacted = null;
    if (!stopping.has(outcome) || reasons.some((reason) => reason.rule === rule.name)) return null;
    const names = new Set(reasons.flatMap((reason) => (stopping.has(reason.effect) ? [reason.rule] : [])));
    return [...names].flatMap((name) => byName.get(name) ?? []);
  }

  function findSetter(rule: IrRule): readonly SetupStep[] | null {
    const known = setters.get(rule.id);
    if (known !== undefined) return known;
    // A rule that leads back to itself finds nothing.
    setters.set(rule.id, null);
    const { witness } = search(rule, (attempt) => stoppedBy(rule, attempt));
    const steps =
      witness === null ? null : [...witness.before, { event: witness.event, given: witness.given, times: 1 }];
    setters.set(rule.id, steps);
    return steps;
  }

  return { find: (rule) => search(rule, () => null), findSetter };
}
