// A row that a diff reports as the same never decides differently on random events; a witness of a diff always does.

import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { compareDecisions } from "../../src/compiler/diff/compare-decisions.ts";
import { type DiffWitness, diffPolicies } from "../../src/compiler/diff/diff-policies.ts";
import type { Side } from "../../src/compiler/diff/side.ts";
import type { Ir, IrRule } from "../../src/compiler/ir/ir.ts";
import { sealedPolicy } from "../../src/compiler/trial/emitted-policy.ts";
import type { Decision } from "../../src/language/contract.ts";
import { tools } from "../../src/language/schema.ts";
import { type Draft, focus, irOf, policy, rule } from "../arbitrary.ts";
import { declaredTools } from "../arbitrary-conditions.ts";
import { session, world } from "../arbitrary-events.ts";
import { seeded } from "../seeded.ts";
import { emitted, optionsFor, play } from "./harness.ts";

/** What a reviewer might do to a policy; some of it changes nothing. */
type Edit = "drop" | "add" | "reorder" | "rename" | "weaken" | "shuffle conditions" | "nothing";
const edits: readonly Edit[] = ["drop", "add", "reorder", "rename", "weaken", "shuffle conditions", "nothing"];

/** A field of one tool is read behind a test of the tool: the compiler takes them in no other order. */
const isGuarded = ({ conditions }: Draft): boolean => JSON.stringify(conditions).includes('"name":"input.');

function edited(drafts: readonly Draft[], edit: Edit, at: number, extra: Draft): readonly Draft[] {
  const index = at % drafts.length;
  const change = (to: (draft: Draft) => Draft): readonly Draft[] =>
    drafts.map((one, i) => (i === index ? to(one) : one));
  switch (edit) {
    case "drop":
      return drafts.length === 1 ? drafts : drafts.filter((_, i) => i !== index);
    case "add":
      return [...drafts, extra];
    case "reorder":
      return drafts.toReversed();
    case "weaken":
      return change((one) => ({ ...one, conditions: one.conditions.slice(0, -1) }));
    case "shuffle conditions":
      return change((one) => (isGuarded(one) ? one : { ...one, conditions: one.conditions.toReversed() }));
    default:
      return drafts;
  }
}

const draftOf = ({ id: _, name: __, line: ___, ...draft }: IrRule): Draft => draft;

const pair: Arbitrary<{ readonly irs: readonly [Ir, Ir]; readonly edit: Edit } & Pick<Parts, "steps" | "facts">> =
  focus(new Map()).chain((about) =>
    fc
      .record({
        old: policy(about),
        extra: rule(about),
        edit: fc.constantFrom(...edits),
        at: fc.nat(6),
        steps: session(about, { spoil: false, maxLength: 6 }),
        facts: world,
      })
      .map(({ old, extra, edit, at, steps, facts }) => {
        const now = irOf(edited(old.rules.map(draftOf), edit, at, extra));
        const renamed = {
          ...now,
          rules: now.rules.map((one) => ({ ...one, name: `new-${one.name}`, file: "c.policy" })),
        };
        return { irs: [old, edit === "rename" ? renamed : now] as const, edit, steps, facts };
      }),
  );

interface Parts {
  readonly steps: Parameters<typeof play>[1];
  readonly facts: Parameters<typeof optionsFor>[0];
}

async function sideFor(ir: Ir): Promise<Side> {
  const { createPolicy } = await emitted(ir);
  const module = { createPolicy: createPolicy as never, operandValue: () => undefined };
  return {
    ir,
    makeSealed: () => sealedPolicy(module, { target: "policyc" }),
    traces: [],
    hookFiles: {},
    compiler: "0",
  };
}

function again({ event, given, before }: DiffWitness, side: Side): Decision {
  const sealed = side.makeSealed();
  for (const step of before) {
    sealed.give(step.given, step.event);
    for (let time = 0; time < step.times; time++) sealed.decide(step.event);
  }
  sealed.give(given, event);
  return sealed.decide(event);
}

const known = { ...tools, ...declaredTools };
const rowTool = (event: { readonly [field: string]: unknown }): string | null => {
  if (typeof event.tool !== "string") return null;
  if (Object.hasOwn(known, event.tool)) return event.tool;
  return typeof event.tool_name === "string" && Object.hasOwn(declaredTools, event.tool_name)
    ? event.tool_name
    : "other";
};

test("a diff of random policies", async () => {
  const verdicts: { [verdict: string]: number } = {};
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(pair, async ({ irs, edit, steps, facts }) => {
      const sides = [await sideFor(irs[0]), await sideFor(irs[1])] as const;
      const emit = async (ir: Ir) => (ir === sides[0].ir ? sides[0] : sides[1]).makeSealed;
      const { rows } = await diffPolicies(sides, "policyc", emit);
      for (const row of rows) {
        verdicts[row.verdict] = (verdicts[row.verdict] ?? 0) + 1;
        for (const witness of row.witnesses)
          expect(compareDecisions(again(witness, sides[0]), again(witness, sides[1]))).toBe(witness.difference);
      }
      if (edit === "nothing" || edit === "rename" || edit === "reorder")
        expect(rows.map(({ verdict }) => verdict).filter((verdict) => verdict !== "same")).toEqual([]);
      const decisions = await Promise.all(
        irs.map(async (ir) => {
          const clock = { time: 0 };
          return play((await emitted(ir)).createPolicy(optionsFor(facts, clock)), steps, clock);
        }),
      );
      for (const [at, { event }] of steps.entries()) {
        const row = rows.find(({ point, tool }) => point === event.point && tool === rowTool(event));
        if (row !== undefined && row.verdict !== "same") continue;
        compared++;
        const [old, now] = decisions.map((all) => all[at]);
        if (old !== undefined && now !== undefined)
          expect(compareDecisions(old, now), JSON.stringify({ edit, event })).toBeNull();
      }
    }),
    seeded("diff", 60),
  );
  process.stdout.write(`diff: ${JSON.stringify(verdicts)}, ${compared} events of same rows\n`);
  expect(compared).toBeGreaterThan(25);
});
