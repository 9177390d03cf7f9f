// Hand-written IR for tests of the back: a rule is what the test cares about, everything else has a default.

import type { Ir, IrCond, IrRule, IrValue } from "../../src/compiler/ir/ir.ts";

export const field = (name: string, over: Partial<IrValue & { readonly op: "field" }> = {}): IrValue => ({
  op: "field",
  name,
  type: "string",
  optional: false,
  ...over,
});

export const text = (value: string): IrValue => ({ op: "const", value });

export const eq = (name: string, value: string): IrCond => ({
  op: "compare",
  test: "eq",
  type: "string",
  left: field(name),
  right: text(value),
});

export const oneOf = (name: string, items: readonly string[]): IrCond => ({
  op: "in",
  type: "string",
  value: field(name),
  list: { op: "list", items },
});

export const anyUnder = (view: "reads" | "writes", dirs: readonly string[]): IrCond => ({
  op: "any",
  list: { op: "view", view },
  var: 0,
  body: { op: "under", value: { op: "var", var: 0, type: "path" }, dirs, fold: true },
});

export type RuleDraft = Partial<Omit<IrRule, "conditions">> & { readonly when?: readonly IrCond[] };

function sampleRule(id: number, draft: RuleDraft = {}): IrRule {
  const { when = [], ...rest } = draft;
  return {
    id,
    name: `rule-${id}`,
    file: "sample.policy",
    line: id * 10 + 1,
    column: 1,
    scope: "user",
    points: ["before_tool_call"],
    conditions: when.map((cond, k) => ({ cond, text: cond.op, line: id * 10 + 2 + k, column: 8, operands: [] })),
    effects: [[{ kind: "block", message: ["no"] }]],
    unknown: null,
    shadow: false,
    severity: null,
    owner: null,
    doc: null,
    resolved: {},
    unknownOutcome: {},
    stratum: null,
    tools: null,
    ...rest,
  };
}

export function sampleIr(rules: readonly RuleDraft[], over: Partial<Ir> = {}): Ir {
  return {
    ir: 1,
    language: 1,
    scope: "user",
    targets: ["policyc"],
    tools: {},
    regexes: [],
    globs: [],
    patterns: [],
    programs: {},
    rules: rules.map((draft, id) => sampleRule(id, draft)),
    labels: [],
    counters: {},
    hooks: [],
    hookFiles: {},
    ...over,
  };
}
