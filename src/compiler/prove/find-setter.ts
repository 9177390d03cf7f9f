// The events after which a rule has marked or counted, and the rules that stop them all.

import type { IrRule } from "../ir/ir.ts";
import type { RuleIndex } from "./demands.ts";
import type { Attempt, FindSetter, SetupStep } from "./find-setup.ts";
import type { SearchFor } from "./find-witness.ts";

export interface SetterFinder {
  readonly findSetter: FindSetter;
  /** The rules that stop every event found on which the rule would mark or count; none where it does. */
  blockersOf(rule: IrRule): readonly IrRule[];
}

/** Finds, once per rule, the events after which the rule has set its state, or what stops them. */
export function createSetterFinder(
  search: SearchFor,
  stoppers: (rule: IrRule, attempt: Attempt) => readonly IrRule[] | null,
  neededBy: RuleIndex["neededBy"],
): SetterFinder {
  const setters = new Map<number, readonly SetupStep[] | null>();
  const blockers = new Map<number, readonly IrRule[]>();
  const findSetter: FindSetter = (rule) => {
    const known = setters.get(rule.id);
    if (known !== undefined) return known;
    // A rule that depends on itself finds nothing.
    setters.set(rule.id, null);
    const stopped: (readonly IrRule[])[] = [];
    const { witness } = search(rule, (attempt) => {
      const found = stoppers(rule, attempt);
      if (found !== null) stopped.push(found);
      return found;
    });
    const steps =
      witness === null ? null : [...witness.before, { event: witness.event, given: witness.given, times: 1 }];
    setters.set(rule.id, steps);
    // A rule that blocks because of the mark has seen it.
    const found = essential(stopped);
    if (steps === null && !found.some((other) => neededBy(other).has(rule.id))) blockers.set(rule.id, found);
    return steps;
  };
  const blockersOf = (rule: IrRule): readonly IrRule[] => {
    findSetter(rule);
    return blockers.get(rule.id) ?? [];
  };
  return { findSetter, blockersOf };
}

/** The rules without which some event would not have been stopped; the others were there by chance. */
function essential(stopped: readonly (readonly IrRule[])[]): readonly IrRule[] {
  const alone = stopped.filter((rules) => rules.length === 1).flat();
  return [...new Set(alone.length > 0 ? alone : stopped[0])];
}
