// A rule that fires on more than a fifth of an ordinary day (P464), and what is not counted.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { everydayCalls } from "../../src/compiler/prove/everyday-calls.ts";
import { root } from "../harness.ts";

async function often(text: string): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-often-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  const { diagnostics } = await checkPolicies(["a.policy"], { cwd, packsDir: join(root, "policies") });
  return diagnostics.filter(({ code }) => code === "P464").map(({ message }) => message);
}

const rule = (condition: string, effect = 'ask "sure?"', head = "rule"): string =>
  `${head} guard\n  on before_tool_call\n  ${condition}\n  ${effect}\n`;

it("the sample is sixty different calls", () => {
  expect(everydayCalls).toHaveLength(60);
  expect(new Set(everydayCalls.map((event) => JSON.stringify(event))).size).toBe(60);
});

it("gives the share, and calls of several tools", async () => {
  const [message] = await often(rule('when any reads matches "**"'));
  expect(message).toMatch(/^`guard` will ask often: it fires on \d\d% of everyday calls, such as `cat /);
  expect(message).toMatch(/tool: "read"/);
  expect(message).toMatch(/tool: "search"/);
});

it.each([
  [rule('when command runs "*"', 'block "no"'), "block"],
  [rule('when tool == "bash" and command not runs "git"', 'stop "no"'), "stop"],
  [rule('when any reads under "." or any writes under "."'), "ask"],
])("%s", async (text, verb) => {
  const [message] = await often(text);
  expect(message).toContain(`will ${verb} often`);
});

it.each([
  ["a tool as a whole", rule('when tool == "bash"', 'block "no"')],
  ["everything", rule("", 'block "no"')],
  [
    "a label that the work sets",
    `${rule('when tool == "bash" and not marked(ok)')}rule ok on after_tool_result when tool == "read" and not is_error mark ok\n`,
  ],
  ["what is rare", rule('when command runs "git push" or any reads matches "**/.env"')],
  ["a remark", rule('when command runs "*"', 'warn "x"')],
  ["a shadow rule", rule('when command runs "*"', 'ask "sure?"', "shadow rule")],
  ["an unknown fact", rule('when tool == "bash" and git_branch() == "main"')],
  ["a pack that is used", 'use "profile/strict"\n'],
])("is quiet: %s", async (_, text) => {
  expect(await often(text)).toEqual([]);
});
