// The recipes are complete: twenty or more, and every rule has both kinds of examples. examples.test.ts compiles and runs them.

import { expect, it } from "vitest";
import { fencesOf } from "./fences.ts";
import { readDocument } from "./workspace.ts";

const recipes = fencesOf(readDocument("docs/start/recipes.md")).filter(({ kind }) => kind === "policy");

it("there are twenty and more", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(20);
});

it("every rule has both kinds of examples", () => {
  const rules = recipes.flatMap(({ text }) => text.split(/^(?=rule )/m).filter((part) => part.startsWith("rule ")));
  expect(rules.filter((rule) => !rule.includes("fires on") || !rule.includes("ignores"))).toEqual([]);
});
