// The logic over conditions is never refuted: what it calls impossible is never true, and what it calls implied is true
// whenever the other is, and not false whenever the other is not. Over random sessions, through the emitted module.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ir, IrCond, IrRule } from "../../src/compiler/ir/ir.ts";
import { contradiction } from "../../src/compiler/logic/contradicts.ts";
import { formOfRule } from "../../src/compiler/logic/form.ts";
import { implies } from "../../src/compiler/logic/implies.ts";
import { tablesOf } from "../../src/compiler/logic/tables.ts";
import type { Decision } from "../../src/language/contract.ts";
import { scenario } from "../arbitrary-scenario.ts";
import { seeded } from "../seeded.ts";
import { playEmitted } from "./harness.ts";

type Conditions = IrRule["conditions"];

/** Rules like this one: with a condition less, with one more, with one weakened, with one denied. */
function relatives({ conditions }: IrRule, others: readonly IrRule[]): readonly Conditions[] {
  const extra = others.flatMap((rule) => rule.conditions)[0];
  const wrap = (cond: IrCond): Conditions[number] => ({ cond, text: "a condition", line: 1, column: 1, operands: [] });
  return conditions.flatMap(({ cond }, at) => [
    conditions.toSpliced(at, 1),
    ...(extra === undefined
      ? []
      : [conditions.toSpliced(at, 1, wrap({ op: "or", items: [extra.cond, cond] })), [...conditions, extra]]),
    [...conditions, wrap(cond.op === "not" ? cond.item : { op: "not", item: cond })],
  ]);
}

/** The scenario's rules, and beside each a family of watchers that only warn. */
function watched(ir: Ir): { readonly ir: Ir; readonly watchers: readonly IrRule[] } {
  const bases = ir.rules.filter(({ effects }) => effects.every((chain) => chain.every(({ kind }) => kind !== "allow")));
  const families = bases.flatMap((rule) =>
    [
      rule.conditions,
      ...relatives(
        rule,
        bases.filter((other) => other !== rule && sameScope(rule, other)),
      ),
    ].map((conditions) => ({ ...rule, conditions })),
  );
  const watchers = families.slice(0, 40).map(
    (rule, at): IrRule => ({
      ...rule,
      id: ir.rules.length + at,
      name: `w${at}`,
      effects: [[{ kind: "warn", message: ["seen"] }]],
      unknown: null,
      shadow: false,
      resolved: {},
      unknownOutcome: {},
      stratum: null,
    }),
  );
  return { ir: { ...ir, rules: [...ir.rules, ...watchers] }, watchers };
}

/** Conditions of the one may stand in the other: same points, same narrowing of tools, no more points. */
const sameScope = (a: IrRule, b: IrRule): boolean =>
  JSON.stringify([a.points, a.tools]) === JSON.stringify([b.points, b.tools]);

const isTrue = ({ warnings }: Decision, { name }: IrRule): boolean => warnings.some(({ rule }) => rule === name);
const isNotFalse = (decision: Decision, rule: IrRule): boolean =>
  isTrue(decision, rule) ||
  decision.unclear.some((one) => one.rule === rule.name) ||
  decision.failures.some((one) => one.rule === rule.name);

test("claims of contradiction and implication hold on every event", async () => {
  const claims = { impossible: 0, implied: 0, seen: 0 };
  await fc.assert(
    fc.asyncProperty(scenario({ allow: false, shadow: false }), async (one) => {
      const { ir, watchers } = watched(one.ir);
      const tables = tablesOf(ir);
      const forms = new Map(watchers.map((rule) => [rule, formOfRule(rule)]));
      const formOf = (rule: IrRule) => forms.get(rule) ?? formOfRule(rule);
      const impossible = watchers.filter((rule) => contradiction([formOf(rule)], tables) !== null);
      const implied = watchers.flatMap((a) =>
        watchers
          .filter((b) => a !== b && a.points.every((point) => b.points.includes(point)))
          .filter((b) => implies(formOf(a), formOf(b), tables))
          .map((b) => ({ a, b })),
      );
      claims.impossible += impossible.length;
      claims.implied += implied.length;
      for (const decision of await playEmitted(ir, one.steps, one.facts)) {
        for (const rule of impossible) expect(isTrue(decision, rule), describe(rule)).toBe(false);
        for (const { a, b } of implied) {
          if (isTrue(decision, a)) {
            claims.seen++;
            expect(isTrue(decision, b), `${describe(a)}\nimplies\n${describe(b)}`).toBe(true);
          }
          if (isNotFalse(decision, a))
            expect(isNotFalse(decision, b), `${describe(a)}\nweakly\n${describe(b)}`).toBe(true);
        }
      }
    }),
    seeded("logic", 60),
  );
  // A logic that claims nothing would pass too.
  expect(claims.impossible).toBeGreaterThan(10);
  expect(claims.implied).toBeGreaterThan(100);
  expect(claims.seen).toBeGreaterThan(10);
});

const describe = ({ conditions }: IrRule): string => JSON.stringify(conditions.map(({ cond }) => cond));
