// Hostile events: whatever a host is made to send, decideSync returns a decision with a code, and nothing goes on.

import fc, { type Arbitrary } from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Decision, Point } from "../../src/language/contract.ts";
import { failureOutcome } from "../../src/language/schema.ts";
import type { Policy } from "../../src/runtime/engine/index.ts";
import { focus, irOf, policy, rule } from "../arbitrary.ts";
import { eventAt } from "../arbitrary-events.ts";
import { seeded } from "../seeded.ts";
import { emitted, optionsFor } from "./harness.ts";

const points = Object.keys(failureOutcome) as Point[];
/** Deciding at all points: one policy with a rule that speaks everywhere. */
let policies: readonly Policy[] = [];

beforeAll(async () => {
  const about = focus(new Map()).map((one) => ({ ...one, points }));
  const irs = fc.sample(
    about.chain((one) => policy(one)),
    { numRuns: 4, seed: 7 },
  );
  const [empty] = fc.sample(
    about.chain((one) => rule(one)),
    { numRuns: 1, seed: 7 },
  );
  const all = [...irs, irOf(empty === undefined ? [] : [{ ...empty, points, conditions: [] }])];
  policies = await Promise.all(
    all.map(async (ir) => (await emitted(ir)).createPolicy(optionsFor({}, { time: 1_767_582_000_000 }))),
  );
});

function decideAll(make: () => unknown, asked = policies): readonly Decision[] {
  return asked.map((one) => {
    const decision = one.decideSync(make());
    for (const { code } of decision.failures) expect(code).toMatch(/^P7\d\d$/);
    expect(decision.proceed).toBe(decision.outcome === "pass" || decision.outcome === "allow");
    return decision;
  });
}

/** A failure with a code; the point's failure outcome, and no event of an unknown point goes on. */
function expectRefused(make: () => unknown, point: Point | null): void {
  for (const decision of decideAll(make)) {
    expect(decision.failures.length).toBeGreaterThan(0);
    if (point === null || failureOutcome[point] === "block") expect(decision.proceed).toBe(false);
  }
}

const cyclic = (): unknown => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  return cycle;
};
const deep = (levels: number): unknown => {
  let value: unknown = "end";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { in: value } : [value];
  return value;
};
const throwing = (): unknown =>
  Object.defineProperty({}, "x", {
    enumerable: true,
    get() {
      throw new Error("a getter");
    },
  });
const angry = (): unknown =>
  new Proxy(
    {},
    {
      get() {
        throw new Error("a trap");
      },
      has() {
        throw new Error("a trap");
      },
      ownKeys() {
        throw new Error("a trap");
      },
      getOwnPropertyDescriptor() {
        throw new Error("a trap");
      },
      getPrototypeOf() {
        throw new Error("a trap");
      },
    },
  );

/** Values no JSON has. */
const unheard: readonly (() => unknown)[] = [
  () => 10n,
  () => Symbol("x"),
  () => () => "called",
  () => angry(),
  () => throwing(),
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => new Date(Number.NaN),
  () => new Map([["a", 1]]),
  () => ({ toJSON: () => angry() }),
  () => Object.create({ command: "inherited" }),
  () => cyclic(),
  () => deep(100_000),
];

/** Made when needed: the generator itself would trip over some of them. */
const whole: Arbitrary<() => unknown> = fc.oneof(
  fc.constantFrom(undefined, null, true, 0, "", "before_tool_call", []).map((value) => () => value),
  fc.constantFrom(...unheard),
  fc
    .anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
    })
    .map((value) => () => value),
);

test("what is no event at all is refused", () => {
  fc.assert(
    fc.property(whole, (make) => expectRefused(make, null)),
    seeded("no events", 75),
  );
});

test("a point of the prototype is no point", () => {
  for (const point of [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    "BEFORE_TOOL_CALL",
    "before_tool_call\0",
  ]) {
    expectRefused(() => ({ point, session_id: "s", tool: "bash", input: { command: "x" } }), null);
  }
});

test("one field of an impossible kind is refused or harmless, never a crash", () => {
  const spoilt = fc.constantFrom(...points).chain((point) =>
    fc.record({
      point: fc.constant(point),
      event: eventAt(point),
      at: fc.nat(),
      inside: fc.boolean(),
      make: fc.constantFrom(...unheard),
    }),
  );
  fc.assert(
    fc.property(spoilt, ({ event, at, inside, make }) => {
      const put = (): unknown => {
        const input = event.input as Record<string, unknown> | undefined;
        if (inside && input !== undefined) {
          const names = [...Object.keys(input), "command"];
          return { ...event, input: { ...input, [names[at % names.length] ?? "x"]: make() } };
        }
        const names = Object.keys(event).filter((name) => name !== "point");
        return { ...event, [names[at % names.length] ?? "x"]: make() };
      };
      decideAll(put);
    }),
    seeded("impossible fields", 75),
  );
});

test("a required field of the wrong type is refused at every point", () => {
  const required: { readonly [P in Point]?: string } = {
    session_start: "source",
    user_prompt_submit: "prompt",
    before_model_call: "model",
    after_model_call: "response",
    before_permission_decision: "tool",
    before_tool_call: "input",
    after_tool_result: "output",
    accept_gate: "workspace_changed",
    pre_compact: "trigger",
  };
  // A session each: where a block sends the agent back, the fourth in a row would pass.
  let sent = 0;
  for (const [point, field] of Object.entries(required) as [Point, string][]) {
    const [event] = fc.sample(eventAt(point), { numRuns: 1, seed: 3 });
    for (const make of [...unheard, () => 7.5, () => undefined, () => null, () => []]) {
      sent += 1;
      expectRefused(() => ({ ...event, session_id: `s${sent}`, [field]: make() }), point);
    }
  }
});

test("keys of the prototype are plain keys", () => {
  const text = `{"point":"before_tool_call","session_id":"s","workdir":"/w","tool":"bash","tool_name":"Bash",
    "input":{"command":"x","__proto__":{"command":"y"},"constructor":{"prototype":{"polluted":true}}},
    "__proto__":{"tool":"read","polluted":true},"metadata":{"__proto__":{"kind":"a"},"constructor":1}}`;
  decideAll(() => JSON.parse(text));
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  const missing = JSON.parse(
    '{"point":"before_tool_call","session_id":"s","__proto__":{"tool":"read","input":{"path":"x"}}}',
  );
  expectRefused(() => missing, "before_tool_call");
});

test("a session named like a property of objects has its own state", () => {
  for (const session_id of ["__proto__", "constructor", "toString"]) {
    const event = { point: "user_prompt_submit", session_id, workdir: "/w", prompt: "a" };
    for (const decision of decideAll(() => event))
      expect(decision.failures.filter(({ code }) => code === "P704")).toEqual([]);
  }
});

test("huge events end soon: refused past 8 MiB", () => {
  const huge = "x".repeat(9 * 1024 * 1024);
  expectRefused(
    () => ({ point: "user_prompt_submit", session_id: "s", workdir: "/w", prompt: huge }),
    "user_prompt_submit",
  );
  const many = Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [`key-number-${at}`, "xxxxxxxxxx"]));
  expectRefused(
    () => ({ point: "user_prompt_submit", session_id: "s", workdir: "/w", prompt: "a", metadata: many }),
    "user_prompt_submit",
  );
  const slashes = "../".repeat(1_000_000);
  decideAll(() => ({
    point: "before_tool_call",
    session_id: "s",
    workdir: "/w",
    tool: "read",
    input: { path: slashes },
  }));
  decideAll(() => ({
    point: "before_tool_call",
    session_id: "s",
    workdir: slashes,
    tool: "read",
    input: { path: "a" },
  }));
  decideAll(() => ({
    point: "user_prompt_submit",
    session_id: "s".repeat(1_000_000),
    workdir: "/w",
    prompt: "a".repeat(2_000_000),
  }));
});
