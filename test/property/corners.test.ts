// Corners that random policies seldom reach: fixed small policies, random sessions, the same comparison.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { IrCond, IrEffect, IrRule, IrValue } from "../../src/compiler/ir/ir.ts";
import type { Point } from "../../src/language/contract.ts";
import { type Draft, irOf } from "../arbitrary.ts";
import { session, world } from "../arbitrary-events.ts";
import { seeded } from "../seeded.ts";
import { essenceOf, essenceOfReference, playEmitted, playReference } from "./harness.ts";

interface Short {
  readonly at: Point;
  readonly when: readonly IrCond[];
  readonly does: readonly IrEffect[];
  readonly shadow?: boolean;
  readonly stratum?: number;
}

const draft = ({ at, when, does, shadow, stratum }: Short): Draft => ({
  file: "a.policy",
  column: 1,
  scope: "user",
  points: [at],
  conditions: when.map((cond) => ({ cond, text: "", line: 1, column: 1, operands: [] })),
  effects: does.map((effect) => [effect]),
  unknown: null,
  shadow: shadow === true,
  severity: null,
  owner: null,
  doc: null,
  resolved: {},
  unknownOutcome: { policyc: { [at]: "ask" } },
  stratum: stratum ?? null,
  tools: null as IrRule["tools"],
});

const text = (name: string): IrValue => ({ op: "field", name, type: "string", optional: false });
const equals = (name: string, value: string): IrCond => ({
  op: "compare",
  test: "eq",
  type: "string",
  left: text(name),
  right: { op: "const", value },
});
const counted = (counter: string, windowMs: number, least: number): IrCond => ({
  op: "compare",
  test: "ge",
  type: "int",
  left: { op: "counted", counter, windowMs },
  right: { op: "const", value: least },
});
const not = (item: IrCond): IrCond => ({ op: "not", item });
const any = (view: "reads" | "writes", body: IrCond): IrCond => ({
  op: "any",
  list: { op: "view", view },
  var: 0,
  body,
});
const path: IrValue = { op: "var", var: 0, type: "path" };
const under = (...dirs: string[]): IrCond => ({ op: "under", value: path, dirs, fold: true });
const says = (kind: "warn" | "ask" | "block" | "allow" | "stop"): IrEffect => ({ kind, message: [kind] });

interface Corner {
  readonly rules: readonly Short[];
  readonly points: readonly Point[];
  readonly tools: readonly string[];
}

const call = "before_tool_call" as const;
const prompt = "user_prompt_submit" as const;

const corners: { readonly [name: string]: Corner } = {
  "counters of shadow rules, told twice, going out of the window": {
    points: [call],
    tools: ["read", "write", "fetch"],
    rules: [
      { at: call, when: [equals("tool", "read")], does: [{ kind: "count", counter: "c0" }], stratum: 1 },
      { at: call, when: [equals("tool", "write")], does: [{ kind: "count", counter: "c0" }], stratum: 1, shadow: true },
      { at: call, when: [counted("c0", 60_000, 3)], does: [says("block")], shadow: true },
      { at: call, when: [counted("c0", 600_000, 2)], does: [says("ask")] },
      { at: call, when: [counted("c0", 60_000, 2), equals("tool", "fetch")], does: [says("block")] },
    ],
  },
  "marks of the event as it came are seen on the rewritten one": {
    points: [prompt],
    tools: ["read"],
    rules: [
      {
        at: prompt,
        when: [equals("prompt", "a")],
        does: [{ kind: "set", field: "prompt", value: { op: "const", value: "main" } }],
      },
      {
        at: prompt,
        when: [equals("prompt", "a")],
        does: [
          { kind: "mark", label: "l0" },
          { kind: "count", counter: "c1" },
        ],
        stratum: 0,
      },
      { at: prompt, when: [equals("prompt", "main")], does: [{ kind: "count", counter: "c1" }], stratum: 3 },
      { at: prompt, when: [{ op: "marked", label: "l0" }, equals("prompt", "main")], does: [says("ask")] },
      { at: prompt, when: [counted("c1", 60_000, 3)], does: [says("block")] },
      { at: prompt, when: [equals("prompt", "a")], does: [says("allow")] },
    ],
  },
  "an approval counts only on the event as it is now": {
    points: [prompt],
    tools: ["read"],
    rules: [
      {
        at: prompt,
        when: [equals("prompt", "a")],
        does: [{ kind: "set", field: "prompt", value: { op: "const", value: "main" } }],
      },
      {
        at: prompt,
        when: [equals("prompt", "main")],
        does: [says("allow"), { kind: "mark", label: "l1" }],
        stratum: 2,
      },
      { at: prompt, when: [equals("prompt", "a"), { op: "marked", label: "l1" }], does: [says("warn")] },
      { at: prompt, when: [equals("prompt", "main"), { op: "marked", label: "l1" }], does: [says("warn")] },
    ],
  },
  "symbolic links help nobody, negated or not": {
    points: [call],
    tools: ["read", "write", "edit"],
    rules: [
      { at: call, when: [not(any("writes", under("src", ".")))], does: [says("warn")] },
      { at: call, when: [any("writes", not(under("src", ".")))], does: [says("ask")] },
      { at: call, when: [any("reads", under("/etc"))], does: [says("block")] },
      { at: call, when: [any("reads", not(under(".")))], does: [says("warn")] },
      { at: call, when: [any("reads", under("."))], does: [says("allow")] },
      { at: call, when: [not(any("reads", { op: "is", word: "system", value: path }))], does: [says("allow")] },
    ],
  },
  "the agent is sent back three times, and state commits when it may end": {
    points: ["before_completion_decision", "accept_gate", prompt],
    tools: ["read"],
    rules: [
      {
        at: "before_completion_decision",
        when: [not(equals("session_id", "s2"))],
        does: [says("block"), { kind: "count", counter: "c0" }],
        stratum: 1,
      },
      { at: "before_completion_decision", when: [], does: [{ kind: "mark", label: "l2" }], stratum: 4 },
      { at: "accept_gate", when: [{ op: "marked", label: "l2" }], does: [says("warn")] },
      { at: "accept_gate", when: [counted("c0", 600_000, 2)], does: [says("block")] },
      { at: prompt, when: [{ op: "marked", label: "l2" }], does: [says("ask")] },
    ],
  },
  "time never goes back within a session": {
    points: [call],
    tools: ["read"],
    rules: [
      { at: call, when: [], does: [{ kind: "count", counter: "c1" }], stratum: 3 },
      { at: call, when: [counted("c1", 60_000, 2)], does: [says("warn")] },
      { at: call, when: [counted("c1", 60_000, 3)], does: [says("ask")] },
      { at: call, when: [counted("c1", 60_000, 4)], does: [says("block")] },
    ],
  },
};

test.each(Object.entries(corners))("%s", async (name, { rules, points, tools }) => {
  const ir = irOf(rules.map(draft));
  const about = { points, tools, theme: "state" as const, state: [0, 1], memo: new Map() };
  await fc.assert(
    fc.asyncProperty(session(about), world, async (steps, facts) => {
      const wanted = playReference(ir, steps, facts);
      const edge = wanted.findIndex((one) => one.edge);
      const got = await playEmitted(ir, steps.slice(0, edge < 0 ? steps.length : edge), facts);
      for (const [at, decision] of got.entries()) {
        const reference = wanted[at];
        if (reference) expect(essenceOf(decision), `event ${at}`).toEqual(essenceOfReference(reference));
      }
    }),
    seeded(name, 25),
  );
});
