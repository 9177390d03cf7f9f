// The laws that make the order of rules, files and hooks irrelevant, over the combining function and over whole policies.

import fc from "fast-check";
import { expect, test } from "vitest";
import { planPoints } from "../../src/compiler/emit/index-plan.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { Outcome } from "../../src/language/contract.ts";
import { combine } from "../../src/language/outcome.ts";
import { scenario } from "../arbitrary-scenario.ts";
import { seeded } from "../seeded.ts";
import { essenceOf, playEmitted } from "./harness.ts";

const outcomes: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

test("combine is commutative, associative and idempotent, and the strictest stands", () => {
  for (const [i, a] of outcomes.entries()) {
    expect(combine(a, a)).toBe(a);
    for (const [j, b] of outcomes.entries()) {
      expect(combine(a, b)).toBe(outcomes[Math.max(i, j)]);
      expect(combine(a, b)).toBe(combine(b, a));
      for (const c of outcomes) expect(combine(combine(a, b), c)).toBe(combine(a, combine(b, c)));
    }
  }
});

/** The same rules under other numbers, in other files. */
const inOrder = (ir: Ir, order: readonly number[]): Ir => ({
  ...ir,
  rules: order.flatMap((at, id) => {
    const rule = ir.rules[at];
    return rule === undefined ? [] : [{ ...rule, id, file: `${id}.policy` }];
  }),
});

test("no order of rules and files matters", async () => {
  const ordered = scenario().chain((one) => {
    const ids = one.ir.rules.map(({ id }) => id);
    return fc.record({
      one: fc.constant(one),
      order: fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length }),
    });
  });
  await fc.assert(
    fc.asyncProperty(ordered, async ({ one: { ir, steps, facts }, order }) => {
      const before = await playEmitted(ir, steps, facts);
      const after = await playEmitted(inOrder(ir, order), steps, facts);
      expect(after.map(essenceOf)).toEqual(before.map(essenceOf));
    }),
    seeded("order", 75),
  );
});

test("the index finds the rules that testing all of them finds", async () => {
  await fc.assert(
    fc.asyncProperty(scenario(), async ({ ir, steps, facts }) => {
      const withIndex = await playEmitted(ir, steps, facts);
      const without = await playEmitted(ir, steps, facts, { indexed: false });
      const told = (decisions: typeof withIndex) => decisions.map(({ facts: _, ...rest }) => rest);
      expect(told(withIndex)).toEqual(told(without));
    }),
    seeded("index", 100),
  );
});

test("many rules that mark or count are filed, and found all the same", async () => {
  let filed = 0;
  await fc.assert(
    fc.asyncProperty(scenario(), async ({ ir, steps, facts }) => {
      const many = repeated(ir, 20);
      if ([...planPoints(many).values()].some(({ stateIndex }) => stateIndex !== null)) filed++;
      const withIndex = await playEmitted(many, steps, facts);
      const without = await playEmitted(many, steps, facts, { indexed: false });
      const told = (decisions: typeof withIndex) => decisions.map(({ facts: _, ...rest }) => rest);
      expect(told(withIndex)).toEqual(told(without));
    }),
    seeded("many that mark", 30),
  );
  expect(filed).toBeGreaterThan(2);
});

/** Every rule that marks or counts so many times, each under a name of its own. */
function repeated(ir: Ir, times: number): Ir {
  const rules = ir.rules.flatMap((rule) =>
    rule.stratum === null ? [rule] : Array.from({ length: times }, (_, i) => ({ ...rule, name: `${rule.name}-${i}` })),
  );
  return { ...ir, rules: rules.map((rule, id) => ({ ...rule, id })) };
}
