// Two hundred rules of every shape, without examples: each gets a witness, and what is printed of it can be pasted and holds.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Diagnostic } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { describeRules, type RuleDescription } from "../../src/compiler/sentence/describe-rules.ts";
import { scratch } from "../bundle/built.ts";
import { packsDir } from "../docs/workspace.ts";

const shapes = readFileSync(join(import.meta.dirname, "shapes.policy"), "utf8");

const check = async (text: string): Promise<{ errors: readonly Diagnostic[]; rules: readonly RuleDescription[] }> => {
  const cwd = scratch();
  writeFileSync(join(cwd, "shapes.policy"), text);
  const result = await checkPolicies(["shapes.policy"], { cwd, packsDir });
  const rules = describeRules(result).filter(({ file }) => file === "shapes.policy");
  return { errors: result.diagnostics.filter(({ severity }) => severity === "error"), rules };
};

it("shows every rule to fire, by what can be pasted unless it is too long to print", async () => {
  const { errors, rules } = await check(shapes);
  expect(errors).toEqual([]);
  expect(rules.filter(({ witness }) => witness === null)).toEqual([]);
  expect(rules.length).toBeGreaterThan(250);
  const lines = shapes.split("\n");
  for (const { line, witness } of rules) lines[line - 1] += `\n  ${witness?.text}`;
  const pasted = await check(lines.join("\n"));
  expect(pasted.errors).toEqual([]);
  const long = rules.filter(({ witness }) => witness?.text.startsWith("# "));
  expect(long.map(({ witness }) => witness?.text)).toEqual([
    '# fires on { output: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx... (100001 characters)", is_error: false, tool: "deploy", input: { env: "x", replicas: 1, tags: [] } }',
    '# fires on { tool: "write", input: { content: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx... (1000001 characters)" } }',
  ]);
});
