// The recipes are complete: twenty or more, each with both kinds of examples, and each enforceable in Claude Code as it is.
// That they compile and that their examples hold is the business of examples.test.ts.

import { expect, it } from "vitest";
import { checkPolicies } from "../../src/compiler/index.ts";
import { fencesOf } from "./fences.ts";
import { readDocument, scratchPolicy } from "./workspace.ts";

const recipes = fencesOf(readDocument("docs/start/recipes.md")).filter(({ kind }) => kind === "policy");

it("there are twenty and more", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(20);
});

it.each(recipes)("line $line has both kinds of examples, and holds in Claude Code", async ({ text }) => {
  const rules = text.split(/^(?=rule )/m).filter((part) => part.startsWith("rule "));
  expect(rules.filter((rule) => !rule.includes("fires on") || !rule.includes("ignores"))).toEqual([]);
  const result = await checkPolicies(["example.policy"], { ...scratchPolicy(text), targets: ["claude-code"] });
  expect(result.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});
