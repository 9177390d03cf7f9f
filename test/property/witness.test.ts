// A witness always fires, on a policy of its own and with nothing but what it says. Rules that random events make fire are
// nearly all found; rules that are reported as impossible never fire.

import fc from "fast-check";
import { expect, test } from "vitest";
import { contradiction } from "../../src/compiler/logic/contradicts.ts";
import { formsOfRule } from "../../src/compiler/logic/form.ts";
import { tablesOf } from "../../src/compiler/logic/tables.ts";
import { createFinder, type Witness } from "../../src/compiler/prove/find-witness.ts";
import { isSwitchedOff } from "../../src/compiler/prove/switched-off.ts";
import { sealedPolicy } from "../../src/compiler/trial/emitted-policy.ts";
import { TRUE } from "../../src/language/truth.ts";
import { type Scenario, scenario } from "../arbitrary-scenario.ts";
import { seeded } from "../seeded.ts";
import { type Emitted, emitted, optionsFor } from "./harness.ts";

/** Rules that some event of the session made fire. */
function fired({ createPolicy }: Emitted, { steps, facts }: Scenario): ReadonlySet<number> {
  const clock = { time: 0 };
  const policy = createPolicy(optionsFor(facts, clock));
  const seen = new Set<number>();
  for (const step of steps) {
    clock.time = step.clock;
    for (const { rule, truth } of policy.explain(step.event).rules) if (truth === TRUE) seen.add(rule);
    policy.decideSync(step.event);
  }
  return seen;
}

const sealedOf = ({ createPolicy }: Emitted) =>
  sealedPolicy({ createPolicy: createPolicy as never, operandValue: () => undefined }, { target: "policyc" });

/** Runs the witness as a reader of the manifest would. */
function truthOf(module: Emitted, rule: number, { event, given, before }: Witness): number {
  const sealed = sealedOf(module);
  for (const step of before) {
    sealed.give(step.given, step.event);
    for (let time = 0; time < step.times; time++) sealed.decide(step.event);
  }
  sealed.give(given, event);
  return sealed.truthOf(rule, event).truth;
}

test("witnesses of random policies", async () => {
  const count = { rules: 0, found: 0, fired: 0, firedAndFound: 0, impossible: 0 };
  await fc.assert(
    fc.asyncProperty(scenario(), async (one) => {
      const { ir } = one;
      const module = await emitted(ir);
      const seen = fired(module, one);
      const tables = tablesOf(ir);
      const finder = createFinder(ir, () => sealedOf(module));
      for (const rule of ir.rules) {
        const isImpossible = contradiction(formsOfRule(rule), tables) !== null || isSwitchedOff(rule);
        const { witness } = finder.find(rule);
        count.rules++;
        if (witness !== null) {
          count.found++;
          expect(truthOf(module, rule.id, witness), JSON.stringify(witness)).toBe(TRUE);
        }
        if (seen.has(rule.id)) count.fired++;
        if (seen.has(rule.id) && witness !== null) count.firedAndFound++;
        if (isImpossible) {
          count.impossible++;
          expect(seen.has(rule.id), `${rule.name} is reported as impossible and fired`).toBe(false);
          expect(witness, `${rule.name} is reported as impossible`).toBeNull();
        }
      }
    }),
    seeded("witness", 80),
  );
  const share = count.firedAndFound / count.fired;
  process.stdout.write(`witness: ${JSON.stringify(count)}, ${(share * 100).toFixed(1)}% of the rules that fire\n`);
  expect(count.fired).toBeGreaterThan(20);
  expect(share).toBeGreaterThan(0.95);
});
