// Searches for an event on which a rule fires. Events are built from the rule's conditions and tried on the emitted module.
// The number of attempts is bounded: a rule for which the search finds nothing is not proven impossible.

import type { Decision, Point } from "../../language/contract.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";
import { FALSE, TRUE } from "../../language/truth.ts";
import type { Ir, IrRule } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Given } from "../ir/model.ts";
import type { MakeSealed, Sealed, TruthFound } from "../trial/emitted-policy.ts";
import type { Goal } from "./constraints.ts";
import { type RuleIndex, ruleIndexOf } from "./demands.ts";
import { createSetterFinder, type SetterFinder } from "./find-setter.ts";
import { type Attempt, attemptAt, type FindSetter, goalsOf } from "./find-setup.ts";

export interface Witness extends Attempt {
  readonly point: Point;
  /** The part of the state left by the earlier events that the rule reads. */
  readonly state: Pick<Given, "marked" | "counted">;
}

export type Search =
  | { readonly witness: Witness }
  /** The index of the condition that no attempt satisfied; null when it could not be determined. */
  | { readonly witness: null; readonly unsolved: number | null };

const MOST_ATTEMPTS = 240;
/** After this many repeated attempts in a row there is nothing left to choose. */
const MOST_REPEATED = 30;
/** The limit for all attempts together: a rule about long texts must not use a gigabyte of memory. */
const MOST_CHARACTERS = 60_000_000;

/** At most this many rules whose conditions an attempt tries not to meet. */
const MOST_AVOIDED = 16;
const stopping: ReadonlySet<string> = new Set(["stop", "block", "respond"]);

const notFiring = ({ conditions }: IrRule): Goal => ({
  cond: { op: "and", items: conditions.map(({ cond }) => cond) },
  isTrue: false,
});

export interface Finder extends SetterFinder {
  /** `more` are further goals that the event must meet. */
  find(rule: IrRule, more?: readonly Goal[]): Search;
  /** The first attempts that may meet the goals, each once; none of them has run. */
  attempts(goals: readonly Goal[], point: Point, count: number): readonly Attempt[];
  /** Whether the rule fires on the attempt. */
  truthOf(rule: IrRule, attempt: Attempt): TruthFound;
}

export function createFinder(ir: Ir, makeSealed: MakeSealed): Finder {
  const shared = makeSealed();
  const rehearsal = createRehearsal(makeSealed);
  const index = ruleIndexOf(ir);
  const byName = new Map(ir.rules.map((rule) => [rule.name, rule]));
  // Attempts without earlier events share one session.
  const reach = (attempt: Attempt): Sealed => (attempt.before.length === 0 ? shared : rehearsal.play(attempt));
  const search: SearchFor = (rule, rulesInTheWay, more = []) =>
    searchWitness(rule, {
      index,
      more,
      findSetter,
      reach,
      rulesInTheWay,
    });
  const { findSetter, blockersOf } = createSetterFinder(
    search,
    (rule, attempt) => stoppedBy(rule, rehearsal.decide(attempt), byName),
    index.neededBy,
  );
  return {
    find: (rule, more) => search(rule, () => null, more),
    findSetter,
    blockersOf,
    attempts: (goals, point, count) => {
      const tried = triedAttempts();
      return Array.from({ length: count }, (_, at) => attemptAt(at, point, goals, index, findSetter)).filter(tried.add);
    },
    truthOf: (rule, attempt) => {
      const sealed = reach(attempt);
      sealed.give(attempt.given, attempt.event);
      return sealed.truthOf(rule.id, attempt.event, index.neededBy(rule));
    },
  };
}

/** Names the rules that spoil an attempt; null when none does. */
type RulesInTheWay = (attempt: Attempt) => readonly IrRule[] | null;

export type SearchFor = (rule: IrRule, rulesInTheWay: RulesInTheWay, more?: readonly Goal[]) => Search;

interface Rehearsal {
  /** Runs the events before the attempt in a session of their own. */
  play(attempt: Attempt): Sealed;
  /** The same, and decides the event of the attempt. */
  decide(attempt: Attempt): Decision;
}

/** One policy for all attempts, reset in between: a policy with thousands of rules is slow to create. */
function createRehearsal(makeSealed: MakeSealed): Rehearsal {
  // Hooks are silent: state is stored before a hook runs, so their answers to earlier events make no difference.
  const sealed = makeSealed("silent");
  /** The events that `sealed` has run; null after any other event. */
  let played: string | null = null;

  function play({ before }: Attempt): Sealed {
    const key = JSON.stringify(before);
    if (key === played) return sealed;
    played = key;
    sealed.forget();
    for (const step of before) {
      sealed.give(step.given, step.event);
      for (let time = 0; time < step.times; time++) sealed.decide(step.event);
    }
    return sealed;
  }

  function decide(attempt: Attempt): Decision {
    play(attempt);
    sealed.give(attempt.given, attempt.event);
    played = null;
    return sealed.decide(attempt.event);
  }

  return { play, decide };
}

interface SearchParts {
  readonly index: RuleIndex;
  readonly more: readonly Goal[];
  readonly findSetter: FindSetter;
  readonly reach: (attempt: Attempt) => Sealed;
  readonly rulesInTheWay: RulesInTheWay;
}

/** Later attempts also avoid the rules that were in the way of earlier ones. */
function searchWitness(rule: IrRule, { index, more, findSetter, reach, rulesInTheWay }: SearchParts): Search {
  let farthest = -1;
  const avoided = new Set<IrRule>();
  const own = [...goalsOf(rule), ...more];
  let goals: readonly Goal[] = own;
  const needed = index.neededBy(rule);
  const tried = triedAttempts();
  for (let number = 0; number < MOST_ATTEMPTS && !tried.isExhausted(); number++) {
    const point = rule.points[number % rule.points.length] ?? "before_tool_call";
    const attempt = attemptAt(Math.floor(number / rule.points.length), point, goals, index, findSetter);
    if (!tried.add(attempt)) continue;
    const sealed = reach(attempt);
    sealed.give(attempt.given, attempt.event);
    const found = sealed.truthOf(rule.id, attempt.event, needed);
    if (found.truth === TRUE) {
      const witness = { point, ...attempt, state: stateFor(rule, attempt, sealed) };
      const others = rulesInTheWay(attempt);
      if (others === null) return { witness };
      for (const other of others) if (avoided.size < MOST_AVOIDED) avoided.add(other);
      goals = [...own, ...[...avoided].map(notFiring)];
    }
    if (found.truth === FALSE) farthest = Math.max(farthest, found.missed ?? -1);
  }
  return { witness: null, unsolved: farthest === -1 ? (rule.conditions.length === 1 ? 0 : null) : farthest };
}

interface TriedAttempts {
  /** Whether the attempt is new. */
  add(attempt: Attempt): boolean;
  /** Whether further attempts are not worth their cost. */
  isExhausted(): boolean;
}

function triedAttempts(): TriedAttempts {
  const tried = new Set<string>();
  let repeated = 0;
  let characters = 0;
  return {
    add(attempt) {
      const key = JSON.stringify(attempt);
      characters += key.length;
      const isNew = !tried.has(key);
      repeated = isNew ? 0 : repeated + 1;
      tried.add(key);
      return isNew;
    },
    isExhausted: () => repeated >= MOST_REPEATED || characters >= MOST_CHARACTERS,
  };
}

/** The marks and counters that the rule reads. */
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

/** The other rules that stopped the event, if any: such an event leaves only the state that those rules set. */
function stoppedBy(
  rule: IrRule,
  { outcome, reasons }: Decision,
  byName: ReadonlyMap<string, IrRule>,
): readonly IrRule[] | null {
  if (!stopping.has(outcome) || reasons.some((reason) => rulesOfReason(reason).includes(rule.name))) return null;
  const names = new Set(reasons.flatMap((reason) => (stopping.has(reason.effect) ? rulesOfReason(reason) : [])));
  return [...names].flatMap((name) => byName.get(name) ?? []);
}
