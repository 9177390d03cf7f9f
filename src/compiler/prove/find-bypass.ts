// Looks for two calls of which the second switches a rule off for the first: the rule fires on one, and no longer when the
// other is done in the same call. All three have run against the emitted module.

import { points } from "../../language/schema.ts";
import { FALSE, TRUE } from "../../language/truth.ts";
import type { Ir, IrRule } from "../ir/ir.ts";
import type { Goal } from "./constraints.ts";
import { exemptGoals, firingGoals } from "./exempt-goals.ts";
import type { Attempt } from "./find-setup.ts";
import type { Finder } from "./find-witness.ts";
import { inWorldOf, joinedCalls } from "./join-calls.ts";
import type { Loosening } from "./loosening-tests.ts";

export interface Bypass {
  /** The rule fires on this. */
  readonly fires: Attempt;
  /** And not on this, which does the same and more. */
  readonly passes: Attempt;
}

const MOST_TRIED = 16;
const MOST_FIRING = 3;

export function findBypass(rule: IrRule, loosening: Loosening, ir: Ir, finder: Finder): Bypass | null {
  const point = rule.points.find((name) => points[name].tool);
  if (point === undefined) return null;
  for (const tool of toolsOf(rule)) {
    const attempts = (goals: readonly Goal[]): readonly Attempt[] =>
      finder.attempts([...goals, isTool(tool)], point, MOST_TRIED);
    const firing = firingGoals(rule, loosening, ir).flatMap((goals) =>
      attempts(goals)
        .filter((attempt) => finder.truthOf(rule, attempt).truth === TRUE)
        .slice(0, MOST_FIRING),
    );
    if (firing.length === 0) continue;
    for (const goals of exemptGoals(rule, loosening, ir)) {
      for (const exempt of attempts(goals)) {
        if (!loosening.isSameView && !isExempt(rule, exempt, loosening, finder)) continue;
        for (const fires of firing) {
          const found = bypassOf(rule, fires, exempt, loosening, finder);
          if (found !== null) return found;
        }
      }
    }
  }
  return null;
}

/** The tools of which one call can do several things. */
function toolsOf({ tools }: IrRule): readonly string[] {
  return ["bash", "edit", "write"].filter((tool) => tools === null || tools.includes(tool));
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

/** One command, and nothing but the exception keeps the rule from firing on it: it is what the exception was made for. */
function isExempt(rule: IrRule, attempt: Attempt, { at }: Loosening, finder: Finder): boolean {
  const { input } = attempt.event;
  const command = typeof input === "object" && input !== null && "command" in input ? input.command : "";
  if (typeof command === "string" && /[;|&\n]/.test(command)) return false;
  const { truth, missed } = finder.truthOf(rule, attempt);
  return truth === FALSE && missed === at;
}

function bypassOf(rule: IrRule, fires: Attempt, exempt: Attempt, { at }: Loosening, finder: Finder): Bypass | null {
  const alone = inWorldOf(fires, exempt);
  if (finder.truthOf(rule, alone).truth !== TRUE) return null;
  const passes = joinedCalls(fires, exempt).find((both) => {
    const { truth, missed } = finder.truthOf(rule, both);
    return truth === FALSE && missed === at;
  });
  return passes === undefined ? null : { fires: alone, passes };
}
