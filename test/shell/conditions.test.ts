// The shell conditions from policy text to decision: every example and test of a policy that uses all of them.

import { join } from "node:path";
import { expect, it } from "vitest";
import { testPolicies } from "../../src/compiler/index.ts";
import { root } from "../harness.ts";

it("every form fires on what it means and on nothing else", async () => {
  const cwd = join(root, "test/fixtures/shell-conditions");
  const { diagnostics, tests } = await testPolicies(["input.policy"], { cwd, packsDir: join(root, "policies") });
  expect(diagnostics.map(({ code, message, help }) => `${code} ${message} ${help}`)).toEqual([]);
  expect(tests.cases.filter(({ ok }) => !ok)).toEqual([]);
  expect(tests.cases).toHaveLength(1);
});
