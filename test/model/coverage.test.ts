// Coverage and mutants through the compiler's own interface: what is counted, and that packs are kept apart.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type TestOptions, type TestResult, testPolicies } from "../../src/compiler/index.ts";

const packsDir = join(import.meta.dirname, "../../policies");

async function test(text: string, options: Partial<TestOptions>): Promise<TestResult> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-coverage-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  const result = await testPolicies(["a.policy"], { cwd, packsDir, ...options });
  expect(result.diagnostics.filter((found) => found.severity === "error")).toEqual([]);
  return result;
}

const rule = `rule keys
  on before_tool_call
  when tool == "read" and any p of reads where (p matches "**/*.pem" or p under "secrets")
  block "no"
  fires on { tool: "read", input: { path: "a.pem" } }
`;

it("tells of every condition whether it was true and false, inside quantifiers too", async () => {
  const { coverage } = await test(rule, { coverage: true });
  const own = coverage?.rules.filter((one) => !one.isPack);
  expect(own).toMatchObject([
    {
      rule: "keys",
      fired: true,
      conditions: [
        { text: 'tool == "read"', seenTrue: true, seenFalse: false },
        { text: 'p matches "**/*.pem"', seenTrue: true, seenFalse: false },
        { text: 'p under "secrets"', seenTrue: false, seenFalse: false },
      ],
    },
  ]);
  expect(coverage?.own).toEqual({ rules: { seen: 1, total: 1 }, conditions: { seen: 2, total: 6 } });
  expect(coverage?.packs.rules.total).toBeGreaterThan(0);
});

it("counts what tests show, the rules that the index spares included", async () => {
  const story = `${rule}
test "others" {
  on before_tool_call { tool: "web_search", input: { query: "x" } } expect pass
  on before_tool_call { tool: "read", input: { path: "secrets/a" } } expect block by keys
  on before_tool_call { tool: "read", input: { path: "b" } } expect pass
}`;
  const { coverage, tests } = await test(story, { coverage: true });
  expect(tests.passed).toBe(1);
  expect(coverage?.own.conditions).toEqual({ seen: 6, total: 6 });
});

const mutate = { limit: 1000, seed: 1, timeMs: 60_000 };

it("a change that is proved to change nothing is no mutant", async () => {
  const text = `rule pushes
  on before_tool_call
  when tool == "bash" and command runs "git push"
  block "no"
  fires on "git push"
  ignores "git fetch"
`;
  const { mutate: report } = await test(text, { mutate });
  expect(report?.equivalent).toBe(1);
  expect(report?.survivors.map((one) => one.change)).toEqual(["`block` becomes `ask`"]);
});

it("every survivor is a change that examples and tests cannot tell from the rule", async () => {
  const { mutate: report } = await test(rule, { mutate });
  expect(report?.mutants).toBe((report?.killed ?? 0) + (report?.survivors.length ?? 0));
  const changes = report?.survivors.map((one) => `${one.text}: ${one.change}`);
  expect(changes).toContain('p under "secrets": is removed');
  expect(changes).not.toContain('tool == "read": `==` becomes `!=`');
});

it("what is not run is counted, by what stopped it", async () => {
  const { mutate: limited } = await test(rule, { mutate: { ...mutate, limit: 3 } });
  expect(limited?.notRun).toEqual({ limit: (limited?.mutants ?? 0) - 3, time: 0 });
  const { mutate: late } = await test(rule, { mutate: { ...mutate, timeMs: 0 } });
  expect(late).toMatchObject({ killed: 0, survivors: [], notRun: { limit: 0, time: late?.mutants } });
});

it("rules of packs are changed only where they are named", async () => {
  const text = `use "std/mcp"\n${rule}`;
  const { mutate: own } = await test(text, { mutate });
  expect(new Set(own?.survivors.map((one) => one.at.file))).toEqual(new Set(["a.policy"]));
  const { mutate: named } = await test(text, { mutate, only: ["self-*"] });
  expect(named?.mutants).toBeGreaterThan(5);
  expect(named?.survivors.every((one) => one.rule.startsWith("self-"))).toBe(true);
});
