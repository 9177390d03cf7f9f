// A secret canary in any field of an event never comes out of a decision's messages, the log, an explanation or a report.
// The values of `set` and `respond` are what the host acts on, and are not shown.

import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { decisionText } from "../../src/cli/show/show-decision.ts";
import type { IrEffect, IrRule, IrValue } from "../../src/compiler/ir/ir.ts";
import type { Decision, Point } from "../../src/language/contract.ts";
import { commonFields, points, tools } from "../../src/language/schema.ts";
import { maskSecrets, operandValue } from "../../src/runtime/engine/index.ts";
import { logRecord } from "../../src/runtime/log/log.ts";
import { type Draft, irOf } from "../arbitrary.ts";
import { eventAt, type Facts } from "../arbitrary-events.ts";
import { seeded } from "../seeded.ts";
import { emitted, optionsFor } from "./harness.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const word = (length: number): Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { minLength: length, maxLength: length }).map((list) => list.join(""));

/** The text put into a field, and the part of it that must not be seen. */
const canary = fc.oneof(
  word(16).map((secret) => ({ text: `AKIA${secret}`, secret })),
  word(36).map((secret) => ({ text: `ghp_${secret}`, secret })),
  word(20).map((secret) => ({ text: `password=${secret}`, secret })),
);

/** No stretch of eight characters of the secret is shown, so that a cut does not save half of it. */
function expectHidden(shown: string, secret: string, where: string): void {
  for (let at = 0; at + 8 <= secret.length; at++) {
    expect(shown.includes(secret.slice(at, at + 8)), `${where}: ${shown.slice(0, 400)}`).toBe(false);
  }
}

const told = ({ reasons, warnings, notes, unclear, failures }: Decision): string =>
  JSON.stringify({ reasons, warnings, notes, unclear, failures });

const base = {
  file: "a.policy",
  column: 1,
  scope: "user",
  shadow: false,
  severity: null,
  owner: null,
  doc: null,
  resolved: {},
  unknownOutcome: {},
  stratum: null,
  unknown: null,
} as const satisfies Partial<IrRule>;

/** Rules that say every field they can, and one whose condition looks at the paths. */
function loudRules(point: Point, tool: string | null): readonly Draft[] {
  const plan = points[point];
  const input = tool === null ? {} : (tools[tool] ?? {});
  const fields = [
    ...Object.entries({ ...commonFields, ...plan.fields }),
    ...Object.entries(input).map(([name, field]) => [`input.${name}`, field] as const),
  ].filter(([name, field]) => field.type !== "json" && name !== "time");
  const isTool: Draft["conditions"] =
    tool === null
      ? []
      : [
          {
            cond: {
              op: "compare",
              test: "eq",
              type: "string",
              left: { op: "field", name: "tool", type: "string", optional: false },
              right: { op: "const", value: tool },
            },
            text: "tool",
            line: 1,
            column: 1,
            operands: ["tool"],
          },
        ];
  const rules = fields.map(([name, field]): Draft => {
    const type = field.type === "command" || field.type === "host" ? "string" : field.type;
    const value = { op: "field", name, type, optional: field.optional === true } as IrValue;
    const guard = {
      cond: { op: "is", word: "present", value },
      text: name,
      line: 1,
      column: 1,
      operands: [name],
    } as const;
    const effect: IrEffect = { kind: field.type === "int" ? "note" : "warn", message: ["saw ", value, " there"] };
    const conditions = field.optional ? [...isTool, guard] : isTool;
    return { ...base, points: [point], conditions, effects: [[effect]], tools: tool === null ? null : [tool] };
  });
  if (tool === null) return rules;
  const path: IrValue = { op: "var", var: 0, type: "path" };
  const views = (["reads", "writes", "hosts"] as const).map((view): Draft => {
    const cond =
      view === "hosts"
        ? ({
            op: "compare",
            test: "eq",
            type: "string",
            left: { op: "var", var: 0, type: "host" },
            right: { op: "const", value: "x" },
          } as const)
        : ({ op: "under", value: path, dirs: ["nowhere"], fold: true } as const);
    return {
      ...base,
      points: [point],
      conditions: [
        ...isTool,
        {
          cond: { op: "any", list: { op: "view", view }, var: 0, body: cond },
          text: view,
          line: 1,
          column: 1,
          operands: [view],
        },
      ],
      effects: [[{ kind: "ask", message: ["look at ", { op: "view", view }] }]],
      tools: [tool],
    };
  });
  return [...rules, ...views];
}

interface Planted {
  readonly event: { readonly [field: string]: unknown };
  readonly point: Point;
  readonly tool: string | null;
}

const planted = (text: string): Arbitrary<Planted> =>
  fc.constantFrom(...(Object.keys(points) as Point[])).chain((point) => {
    const names = points[point].tool ? Object.keys(tools) : [];
    return fc
      .record({
        event: eventAt(point, names.length > 0 ? names : undefined),
        at: fc.nat(),
        before: fc.constantFrom(
          "",
          "x ",
          "the key is ",
          `${"y".repeat(150)} `,
          `${"y".repeat(185)} `,
          "z ".repeat(95),
          "src/deep/",
        ),
        after: fc.constantFrom("", " and more", "\nnext", "/tail"),
        as: fc.constantFrom("field", "field", "input", "input", "metadata", "key"),
      })
      .map(({ event, at, before, after, as }) => {
        const value = `${before}${text}${after}`;
        const tool = typeof event.tool === "string" && Object.hasOwn(tools, event.tool) ? event.tool : null;
        return { event: plant(event, value, at, as), point, tool };
      });
  });

function plant(event: { readonly [field: string]: unknown }, value: string, at: number, as: string) {
  const whole = { session_id: "s", ...event };
  const strings = (record: object): string[] =>
    Object.entries(record).flatMap(([name, one]) => (typeof one === "string" ? [name] : []));
  if (as === "metadata") return { ...whole, metadata: { list: [value], deep: { note: value } } };
  if (as === "key") return { ...whole, metadata: { [value]: 1 } };
  const input = (whole as { input?: object }).input;
  if (as === "input" && input !== undefined) {
    const names = [...strings(input), "extra"];
    return { ...whole, input: { ...input, [names[at % names.length] ?? "extra"]: value } };
  }
  const names = strings(whole).filter((name) => name !== "tool" && name !== "workdir");
  return { ...whole, [names[at % names.length] ?? "agent"]: value };
}

const dark: Facts = { dark: true };

test("a secret in an event is seen in no message, log line, preview or explanation", async () => {
  const both = canary.chain((one) => planted(one.text).map((where) => ({ ...one, ...where })));
  await fc.assert(
    fc.asyncProperty(both, async ({ text, secret, event, point, tool }) => {
      expect(maskSecrets(text)).not.toContain(secret);
      const options = { ...optionsFor(dark, { time: 1_767_582_000_000 }) };
      const policy = (await emitted(irOf(loudRules(point, tool)))).createPolicy(options);
      const explanation = policy.explain(event);
      const decision = policy.decideSync(event);
      expectHidden(told(decision), secret, "decision");
      expectHidden(decisionText(decision), secret, "pretty");
      const line = JSON.stringify(logRecord(event, decision, { mode: "masked", target: "policyc", now: 0 }));
      expectHidden(line, secret, "log");
      expectHidden(told(explanation.decision), secret, "explanation");
      const { context } = explanation;
      if (context === null) return;
      const names = [
        "tool_name",
        "session_id",
        "cwd",
        "input.path",
        "input.command",
        "input.url",
        "prompt",
        "output",
        "reads",
      ];
      for (const name of names) expectHidden(String(operandValue(context, name)), secret, `operand ${name}`);
    }),
    seeded("canary", 100),
  );
});
