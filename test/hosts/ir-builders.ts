// Tiny constructors of IR for tests that look at one pass alone.

import type { Span } from "../../src/compiler/ir/ast.ts";
import type { Ir, IrCond, IrEffect, IrRule, IrValue } from "../../src/compiler/ir/ir.ts";

export const field = (name: string, type: "string" | "bool" | "int" | "path" = "string"): IrValue => ({
  op: "field",
  name,
  type,
  optional: false,
});
export const text = (value: string | number | boolean): IrValue => ({ op: "const", value });
export const is = (left: IrValue, right: string | number | boolean): IrCond => ({
  op: "compare",
  test: "eq",
  type: typeof right === "number" ? "int" : typeof right === "boolean" ? "bool" : "string",
  left,
  right: text(right),
});
export const not = (item: IrCond): IrCond => ({ op: "not", item });
export const or = (...items: readonly IrCond[]): IrCond => ({ op: "or", items });
export const oneOf = (value: IrValue, items: readonly string[]): IrCond => ({
  op: "in",
  value,
  list: { op: "list", items },
  type: "string",
});
export const say = (kind: "warn" | "note" | "allow" | "ask" | "block" | "stop", message = "m"): IrEffect => ({
  kind,
  message: [message],
});

export function ruleOf(parts: Partial<IrRule> & { readonly conds?: readonly IrCond[] }): IrRule {
  const { conds = [], ...rest } = parts;
  return {
    id: 0,
    name: "r",
    file: "a.policy",
    line: 1,
    column: 1,
    scope: "user",
    points: ["before_tool_call"],
    conditions: conds.map((cond) => ({ cond, text: "c", line: 1, column: 1, operands: [] })),
    effects: [[say("block")]],
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

export function irOf(rules: readonly IrRule[], parts: Partial<Ir> = {}): Ir {
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
    rules,
    labels: [],
    counters: {},
    hooks: [],
    hookFiles: {},
    ...parts,
  };
}

export const span: Span = { file: "a.policy", start: 0, end: 1 };
