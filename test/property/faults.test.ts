// Fault injection: whatever function of the runtime throws, a decision comes back, and at a deciding point it does not proceed.
// Two kinds of faults have a softer answer: a world that throws is a world that does not know, and a store that throws
// leaves labels unknown; neither ever loosens what would have been decided without it.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decision, Point } from "../../src/language/contract.ts";
import { failureOutcome } from "../../src/language/schema.ts";
import {
  memoryStore,
  type PolicyOptions,
  type Program,
  policyOf,
  type SessionStore,
} from "../../src/runtime/engine/index.ts";
import type { Step } from "../arbitrary-events.ts";
import { windows } from "../arbitrary-pools.ts";
import { scenario } from "../arbitrary-scenario.ts";
import { seeded } from "../seeded.ts";
import { emitted, essenceOf, optionsFor } from "./harness.ts";

/** Everything a host's code may throw. */
const thrown: readonly (() => unknown)[] = [
  () => new Error("broken"),
  () => null,
  () => undefined,
  () => "text",
  () => ({
    toString() {
      throw new Error("not even text");
    },
  }),
  () => new RangeError("Maximum call stack size exceeded"),
];

class Fault {
  hits = 0;
  readonly what: () => unknown;
  constructor(what: () => unknown) {
    this.what = what;
  }
  raise = (): never => {
    this.hits += 1;
    throw this.what();
  };
}

type Effect = Program["rules"][number]["effects"][number][number];

function brokenEffect(effect: Effect, part: string, raise: () => never): Effect {
  if ("text" in effect)
    return part === "text" && typeof effect.text === "function" ? { ...effect, text: raise } : effect;
  return "value" in effect && part === "value" ? { ...effect, value: raise } : effect;
}

/** The program with one part of one rule broken. */
function brokenProgram(program: Program, id: number, part: "test" | "text" | "value", raise: () => never): Program {
  const rules = program.rules.map((rule) => {
    if (rule.id !== id) return rule;
    if (part === "test") return { ...rule, test: raise };
    return {
      ...rule,
      effects: rule.effects.map((chain) => chain.map((effect) => brokenEffect(effect, part, raise))),
      unknown: rule.unknown === null ? null : brokenEffect(rule.unknown, part, raise),
    };
  });
  return { ...program, rules };
}

/** A store of which one method throws; methods of the state it gives included. */
function brokenStore(method: string, raise: () => never): SessionStore {
  const store = memoryStore({ counters: windows });
  return {
    read(id, time) {
      if (method === "read") raise();
      const state = store.read(id, time);
      return {
        get lastTime() {
          return method === "lastTime" ? raise() : state.lastTime;
        },
        get blocksInRow() {
          return method === "blocksInRow" ? raise() : state.blocksInRow;
        },
        marked: (label, shadow) => (method === "marked" ? raise() : state.marked(label, shadow)),
        counted: (...asked) => (method === "counted" ? raise() : state.counted(...asked)),
        hasCounted: (...asked) => (method === "hasCounted" ? raise() : state.hasCounted(...asked)),
        hasBlocked: (ask) => state.hasBlocked(ask),
      };
    },
    commit(id, change) {
      if (method === "commit") raise();
      store.commit(id, change);
    },
  };
}

function decideOnce(program: Program, options: PolicyOptions, { event }: Step): Decision {
  return policyOf(program, options).decideSync(event);
}

const deciding = ({ event }: Step): boolean => failureOutcome[event.point as Point] === "block";

function expectClosed(decision: Decision, step: Step, fault: Fault): void {
  if (fault.hits === 0) return;
  expect(decision.failures.length).toBeGreaterThan(0);
  for (const { code } of decision.failures) expect(code).toMatch(/^P7\d\d$/);
  if (deciding(step)) expect(decision.proceed).toBe(false);
}

test("no fault of a rule, a message, a value or the clock lets an action through", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      scenario({ spoil: false, maxLength: 4 }),
      fc.constantFrom(...thrown),
      async ({ ir, steps, facts }, what) => {
        const { program } = await emitted(ir);
        for (const step of steps) {
          const options = optionsFor(facts, { time: step.clock });
          for (const { id } of program.rules) {
            for (const part of ["test", "text", "value"] as const) {
              const fault = new Fault(what);
              expectClosed(decideOnce(brokenProgram(program, id, part, fault.raise), options, step), step, fault);
              hits += fault.hits;
            }
          }
          const fault = new Fault(what);
          expectClosed(decideOnce(program, { ...options, now: fault.raise }, step), step, fault);
          hits += fault.hits;
        }
      },
    ),
    seeded("faults of rules", 60),
  );
  expect(hits).toBeGreaterThan(50);
});

test("a world that throws is a world that does not know", async () => {
  await fc.assert(
    fc.asyncProperty(
      scenario({ spoil: false, maxLength: 4 }),
      fc.constantFrom(...thrown),
      async ({ ir, steps, facts }, what) => {
        const { program } = await emitted(ir);
        for (const step of steps) {
          const options = optionsFor(facts, { time: step.clock });
          const fault = new Fault(what);
          const broken = decideOnce(program, { ...options, world: fault.raise }, step);
          const ignorant = decideOnce(program, { ...options, world: () => undefined }, step);
          expect(essenceOf(broken)).toEqual(essenceOf(ignorant));
        }
      },
    ),
    seeded("faults of the world", 40),
  );
});

test("a store that throws is a failure and never loosens", async () => {
  const methods = ["read", "commit", "marked", "counted", "hasCounted", "lastTime", "blocksInRow"];
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      scenario({ spoil: false, maxLength: 4, weakUnknown: false }),
      fc.constantFrom(...thrown),
      async ({ ir, steps, facts }, what) => {
        const { program } = await emitted(ir);
        for (const step of steps) {
          const options = optionsFor(facts, { time: step.clock });
          const whole = decideOnce(program, options, step);
          for (const method of methods) {
            const fault = new Fault(what);
            const broken = decideOnce(program, { ...options, store: brokenStore(method, fault.raise) }, step);
            hits += fault.hits;
            if (fault.hits === 0) continue;
            expect(broken.failures.map(({ code }) => code).some((code) => code === "P706" || code === "P704")).toBe(
              true,
            );
            if (deciding(step) && broken.proceed) expect(whole.proceed, method).toBe(true);
          }
        }
      },
    ),
    seeded("faults of the store", 50),
  );
  expect(hits).toBeGreaterThan(50);
});
