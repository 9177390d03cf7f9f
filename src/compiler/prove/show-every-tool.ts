// A rule about what a call touches, whatever its tool, must fire for every tool that can touch it: an event is sought for each.

import type { Session } from "../diagnostics/session.ts";
import type { IrCond, IrRule } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import type { Finder } from "./find-witness.ts";

/** The tools that fill each view with what a rule may name. */
const toolsByView: { readonly [view: string]: readonly string[] } = {
  reads: ["read", "search", "bash"],
  writes: ["write", "edit", "bash"],
  deletes: ["write", "edit", "bash"],
  uploads: ["bash"],
  hosts: ["fetch", "bash"],
};

export function showEveryTool(rule: IrRule, model: Model, finder: () => Finder, session: Session): void {
  const tools = toolsOfViews(rule);
  if (tools.length < 2) return;
  const missing = tools.filter((tool) => finder().find(rule, [{ cond: isTool(tool), isTrue: true }]).witness === null);
  const span = model.ruleSpans[rule.id];
  // Where none is found, P504 says so.
  if (missing.length === 0 || missing.length === tools.length || span === undefined) return;
  const shown = tools.filter((tool) => !missing.includes(tool));
  session.report("P509", span, { rule: rule.name, tools: missing.join(", "), shown: shown.join(", ") });
}

const isTool = (tool: string): IrCond => ({
  op: "compare",
  test: "eq",
  type: "string",
  left: { op: "field", name: "tool", type: "string", optional: false },
  right: { op: "const", value: tool },
});

/** The tools that fill all views of a rule that is about views and asks nothing of the tool; none for any other rule. */
export function toolsOfViews(rule: IrRule): readonly string[] {
  const views = new Set<string>();
  let isAboutTool = false;
  eachValue(rule, (value) => {
    if (value.op === "view") views.add(value.view);
    const isOfTool = value.op === "field" && /^(?:tool|tool_name|(?:input|mcp|call)\..*)$/.test(value.name);
    if (isOfTool || value.op === "calls" || value.op === "externals") isAboutTool = true;
  });
  eachCond(rule, ({ op }) => {
    if (op === "runs" || op === "only" || op === "flows") isAboutTool = true;
  });
  if (isAboutTool || views.size === 0) return [];
  const [first = [], ...others] = [...views].map((view) => toolsByView[view] ?? []);
  return first.filter((tool) => others.every((tools) => tools.includes(tool)));
}
