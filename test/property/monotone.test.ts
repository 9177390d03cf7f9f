// Less knowledge never loosens a decision, and neither does one more rule.
//
// Less knowledge, exactly: take one event, and replace a fact, a label, an optional field or the whole store by unknown.
// If the decision then proceeds, it proceeded before; if it then is `allow`, it was `allow` before. A rule that blocks may
// well ask once its condition is unknown, so outcomes are compared by whether the action goes on. Excluded, since their text
// asks for it: `if unknown` effects weaker than `ask`. Labels and counters that the same event sets are excluded too: one
// that loosens may, by a check of the compiler, only be set after the fact.
//
// More rules, exactly: a policy with one more rule that neither allows, rewrites nor changes state decides no event less
// strictly, in the order pass, allow, ask, respond, then block and stop (a block ends the evaluation, so that the rewritten
// event, which may have been stopped, is not reached).

import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { Decision } from "../../src/language/contract.ts";
import { commonFields, points, tools } from "../../src/language/schema.ts";
import {
  type MemoryStore,
  memoryStore,
  type PolicyOptions,
  type SessionStore,
  UNKNOWN,
} from "../../src/runtime/engine/index.ts";
import { type Draft, focus, irOf, policy, type PolicyOptions as RandomOptions, rule } from "../arbitrary.ts";
import { declaredTools } from "../arbitrary-conditions.ts";
import { type Facts, type Step, session, world } from "../arbitrary-events.ts";
import { facts as factTable, stateItems, windows } from "../arbitrary-pools.ts";
import { seeded } from "../seeded.ts";
import { type Emitted, emitted, optionsFor, play } from "./harness.ts";

interface Before {
  readonly marked: readonly string[];
  readonly counted: { readonly [counter: string]: number };
}

const before: Arbitrary<Before> = fc.record({
  marked: fc.subarray(stateItems.filter(({ kind }) => kind === "mark").map(({ name }) => name)),
  counted: fc.record({ c0: fc.nat(3), c1: fc.nat(3) }),
});

function storeWith(given: Before, { event, clock }: Step): MemoryStore {
  const store = memoryStore({ counters: windows });
  store.preset(String(event.session_id), given, clock);
  return store;
}

type Loss =
  | { readonly kind: "fact"; readonly key: string }
  | { readonly kind: "label"; readonly label: string }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "store" };

/** Optional fields that this event has. */
function optionalFields({ event }: Step): string[] {
  const plan = points[event.point as keyof typeof points];
  const input = (event.input ?? {}) as { readonly [key: string]: unknown };
  const table = tools[String(event.tool)] ?? declaredTools[String(event.tool)] ?? {};
  return [
    ...Object.entries({ ...commonFields, ...plan.fields }).flatMap(([name, field]) =>
      field.optional && name !== "call_id" && event[name] !== undefined ? [name] : [],
    ),
    ...Object.entries(table).flatMap(([name, field]) =>
      field.optional && input[name] !== undefined ? [`input.${name}`] : [],
    ),
  ];
}

/** Everything this event could not have been told. */
const lossesOf = (step: Step): readonly Loss[] => [
  ...factTable.map(({ key }): Loss => ({ kind: "fact", key })),
  ...stateItems.flatMap(({ kind, name }): Loss[] => (kind === "mark" ? [{ kind: "label", label: name }] : [])),
  ...optionalFields(step).map((name): Loss => ({ kind: "field", name })),
  { kind: "store" },
];

function hide(event: Step["event"], name: string): Step["event"] {
  const unknown = [...((event.unknown as string[] | undefined) ?? []), name];
  if (!name.startsWith("input.")) {
    const { [name]: _, ...rest } = event;
    return { ...rest, unknown };
  }
  const { [name.slice("input.".length)]: _, ...input } = event.input as { readonly [key: string]: unknown };
  return { ...event, input, unknown };
}

const forgetting = (store: MemoryStore, label: string): SessionStore => ({
  commit: (id, change) => store.commit(id, change),
  read: (id, time) => {
    const state = store.read(id, time);
    return Object.assign(Object.create(state), {
      lastTime: state.lastTime,
      blocksInRow: state.blocksInRow,
      marked: (asked: string, shadow: boolean) => (asked === label && !shadow ? UNKNOWN : state.marked(asked, shadow)),
      counted: state.counted.bind(state),
      hasCounted: state.hasCounted.bind(state),
      hasBlocked: state.hasBlocked.bind(state),
    });
  },
});

const failing: SessionStore = {
  read: () => {
    throw new Error("no store");
  },
  commit: () => {
    throw new Error("no store");
  },
};

interface Case {
  readonly step: Step;
  readonly facts: Facts;
  readonly given: Before;
}

function decideOne(
  { createPolicy }: Emitted,
  { step, facts, given }: Case,
  more: Partial<PolicyOptions> = {},
): Decision {
  const clock = { time: 0 };
  const policyOf = createPolicy({ ...optionsFor(facts, clock), store: storeWith(given, step), ...more });
  const [decision] = play(policyOf, [step], clock);
  if (decision === undefined) throw new Error("no decision");
  return decision;
}

function decideWithout(module: Emitted, whole: Case, loss: Loss): Decision {
  const { step, facts, given } = whole;
  switch (loss.kind) {
    case "fact":
      return decideOne(module, { ...whole, facts: { ...facts, [loss.key]: undefined } });
    case "field":
      return decideOne(module, { ...whole, step: { ...step, event: hide(step.event, loss.name) } });
    case "label":
      return decideOne(module, whole, { store: forgetting(storeWith(given, step), loss.label) });
    case "store":
      return decideOne(module, whole, { store: failing });
  }
}

/** Policies, and single events that concern them. */
const cases = (
  options: RandomOptions,
): Arbitrary<{ ir: Ir; steps: readonly Step[]; facts: Facts; given: Before; more: Draft }> =>
  focus(new Map()).chain((about) =>
    fc.record({
      ir: policy(about, options),
      more: rule(about, { allow: false, state: false, shadow: false }),
      steps: session(about, { maxLength: 6 }),
      facts: world,
      given: before,
    }),
  );

test("less knowledge never loosens", async () => {
  let mattered = 0;
  await fc.assert(
    fc.asyncProperty(
      cases({ state: false, weakUnknown: false, shadow: false }),
      async ({ ir, steps, facts, given }) => {
        const module = await emitted(ir);
        for (const step of steps) {
          const whole = { step, facts, given };
          const knowing = decideOne(module, whole);
          if (knowing.failures.some(({ code }) => code === "P701" || code === "P702")) continue;
          for (const loss of lossesOf(step)) {
            const less = decideWithout(module, whole, loss);
            if (less.outcome !== knowing.outcome) mattered += 1;
            const told = `${JSON.stringify(loss)}: ${knowing.outcome} became ${less.outcome}`;
            if (less.proceed) expect(knowing.proceed, told).toBe(true);
            if (less.outcome === "allow") expect(knowing.outcome, told).toBe("allow");
          }
        }
      },
    ),
    seeded("less knowledge", 60),
  );
  expect(mattered, "the losses that were tried did matter").toBeGreaterThan(5);
});

const strictness = { pass: 0, allow: 1, ask: 2, respond: 3, block: 4, stop: 4 } as const;

test("one more rule without allow never loosens", async () => {
  await fc.assert(
    fc.asyncProperty(cases({}), async ({ ir, more, steps, facts, given }) => {
      if (more.effects.some((chain) => chain.some(({ kind }) => kind === "set"))) return;
      const [fewer, all] = [await emitted(ir), await emitted(irOf([...ir.rules, more]))];
      for (const step of steps) {
        const before = decideOne(fewer, { step, facts, given }).outcome;
        const after = decideOne(all, { step, facts, given }).outcome;
        expect(strictness[after], `${before} became ${after}`).toBeGreaterThanOrEqual(strictness[before]);
      }
    }),
    seeded("more rules", 75),
  );
});
