// Examples and tests of policies: sealed, against the emitted module, with failures that say what came instead.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalogue } from "../../src/compiler/diagnostics/catalogue.ts";
import { checkPolicies, type TestResult, testPolicies } from "../../src/compiler/pipeline.ts";
import { describeRules } from "../../src/compiler/sentence/describe-rules.ts";
import { scratch } from "./built.ts";

const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));

async function run(text: string): Promise<TestResult> {
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), text);
  return testPolicies(["a.policy"], { cwd, packsDir });
}

const branchRule = `rule frozen
  on before_tool_call
  when tool == "write" and (git_branch() ?? "none") == "main"
  block "Frozen."
  fires on { tool: "write", input: { path: "a", content: "" } } given { git_branch: "main" }
  ignores { tool: "write", input: { path: "a", content: "" } } given { git_branch: "topic" }
  ignores { tool: "read", input: { path: "a" } }
`;
const write = `on before_tool_call { tool: "write", input: { path: "a", content: "" } }`;

it("passes when every step gives what it expects", async () => {
  const result = await run(`${branchRule}
test "branches" {
  ${write} given { git_branch: "main" } expect block by frozen
  ${write} given { git_branch: "topic" } expect pass
  on before_tool_call { tool: "read", input: { path: "a" } } expect pass
}
`);
  expect(result.diagnostics).toEqual([]);
  expect(result.tests).toMatchObject({ passed: 1, failed: 0 });
  expect(result.tests.cases[0]?.steps.map(({ outcome }) => outcome)).toEqual(["block", "pass", "pass"]);
});

it("shows the decisions that came instead, of every step", async () => {
  const { tests } = await run(`${branchRule}
test "wrong" {
  ${write} given { git_branch: "topic" } expect pass
  ${write} given { git_branch: "main" } expect ask by frozen
  ${write} given { git_branch: "main" } expect block
  ${write} given { git_branch: "topic" } expect allow
}
`);
  expect(tests).toMatchObject({ passed: 0, failed: 1 });
  expect(tests.cases[0]).toMatchObject({
    name: "wrong",
    file: "a.policy",
    line: 9,
    ok: false,
    failures: [
      { step: 2, expected: "ask by frozen", decision: { outcome: "block", reasons: [{ rule: "frozen" }] } },
      { step: 4, expected: "allow", decision: { outcome: "pass" } },
    ],
  });
  expect(tests.cases[0]?.steps.map(({ ok }) => ok)).toEqual([true, false, true, false]);
});

it("fails a step that needs a fact which is not given, by the fact's name", async () => {
  const { tests } = await run(`${branchRule}
test "forgot" {
  ${write} expect ask
}
`);
  expect(tests.cases[0]?.failures[0]?.expected).toBe("ask with `git_branch` given");
});

it("runs each test in a session of its own, with marks and counters going on inside", async () => {
  const { diagnostics, tests } = await run(`rule remember
  on before_tool_call
  when tool == "read" and any reads matches "**/.env*"
  mark secret-read
  fires on { tool: "read", input: { path: ".env" } }

rule count-fetches
  on before_tool_call
  when tool == "fetch"
  count fetches
  fires on { tool: "fetch", input: { url: "https://a.example" } }

rule no-network
  on before_tool_call
  when marked(secret-read) and tool == "fetch"
  block "Secrets were read."
  fires on { tool: "fetch", input: { url: "https://a.example" } } given { marked: [secret-read] }
  ignores { tool: "fetch", input: { url: "https://a.example" } }

rule few-fetches
  on before_tool_call
  when tool == "fetch" and counted(fetches, 10m) > 2
  ask "Often."
  fires on { tool: "fetch", input: { url: "https://a.example" } } given { counted: { fetches: 2 }, time: "2026-01-05T03:00:00Z" }
  ignores { tool: "fetch", input: { url: "https://a.example" } } given { counted: { fetches: 1 }, time: "2026-01-05T03:00:00Z" }

test "marks stay" {
  on before_tool_call { tool: "read", input: { path: "app/.env" } } expect pass
  on before_tool_call { tool: "fetch", input: { url: "https://a.example" } } expect block by no-network
}

test "and do not leak" {
  on before_tool_call { tool: "fetch", input: { url: "https://a.example" } } given { time: "2026-01-05T03:00:00Z" } expect pass
  on before_tool_call { tool: "fetch", input: { url: "https://a.example" } } given { time: "2026-01-05T03:01:00Z" } expect pass
  on before_tool_call { tool: "fetch", input: { url: "https://a.example" } } given { time: "2026-01-05T03:02:00Z" } expect ask by few-fetches
  on before_tool_call { tool: "fetch", input: { url: "https://a.example" } } given { time: "2026-01-05T04:00:00Z" } expect pass
}
`);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(tests.cases.map(({ name, failures }) => ({ name, failures }))).toEqual([
    { name: "marks stay", failures: [] },
    { name: "and do not leak", failures: [] },
  ]);
});

it("takes the short forms of examples, with several worlds that are one", async () => {
  const { diagnostics, tests } = await run(`rule no-pushes-in-ci
  on before_tool_call
  when command runs "git push" and env("CI") == "1" and git_branch() == "main"
  block "Pushes to main need"
    "a person, not {tool_name}."
  fires on "git push" given { env: { CI: "1" } } given { git_branch: "main" }
  ignores "git pull" given { env: { CI: "1" } } given { git_branch: "main" }

rule no-passwords
  on user_prompt_submit
  when prompt contains "password"
  block "Keep it to yourself."
  fires on "my password"
  ignores "hello"

test "short" {
  "git push" given { env: { CI: "1", A: "2" } } given { git_branch: "main", env: { CI: "1" } } expect block by no-pushes-in-ci
  { tool: "read", input: { path: "a" } } expect pass
  on before_tool_call "git status" expect pass
  on user_prompt_submit "the password is x" expect block by no-passwords
}
`);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(tests).toMatchObject({ passed: 1, failed: 0 });
});

it("refuses worlds that contradict each other, each by its name", async () => {
  const { diagnostics } = await run(`${branchRule}
test "two branches" {
  ${write} given { git_branch: "topic", env: { CI: "1" } } given { git_branch: "main", env: { CI: "2" } } expect block
}
`);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "P151 `git_branch` is given twice",
    "P151 `env.CI` is given twice",
  ]);
});

it("joins the strings of a message by blanks where they have none", async () => {
  const { tests } = await run(`on before_tool_call
  when tool == "bash"
  block "one" "two " "three" "" "of {input.command}" "{tool}"
  fires on "ls"
test "joined" { "ls" expect pass }
`);
  expect(tests.cases[0]?.failures[0]?.decision.reasons[0]?.message).toBe("one two three of `ls` `bash`");
});

it("says which condition of an example was false, with the values it saw", async () => {
  const { diagnostics } = await run(branchRule.replace('{ git_branch: "main" }', '{ git_branch: "trunk" }'));
  expect(diagnostics.map(({ code, help }) => ({ code, help }))).toEqual([
    { code: "P501", help: expect.stringContaining("`git_branch()` is `trunk`") },
  ]);
});

it("runs no test and no example of policies with errors", async () => {
  const result = await run(`${branchRule.replace('tool == "write"', 'tol == "write"')}
test "x" { ${write} expect pass }
`);
  expect(result.diagnostics.every(({ code }) => code.startsWith("P2"))).toBe(true);
  expect(result.tests).toEqual({ passed: 0, failed: 0, cases: [] });
});

it("refuses a rule that nothing shows to fire, and shows by itself where it can", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), `on before_tool_call when tool == "bash" warn "about to run {command}"\n`);
  const shown = await checkPolicies(["a.policy"], { cwd, packsDir });
  expect(shown.diagnostics).toEqual([]);
  expect(describeRules(shown)[0]?.witness?.text).toBe('fires on "ls"');
  writeFileSync(join(cwd, "b.policy"), catalogue.P504.bad);
  const { diagnostics } = await checkPolicies(["b.policy"], { cwd, packsDir });
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["error P504"]);
});

it("takes the server of an MCP call for unknown where the event says so, and needs it elsewhere", async () => {
  const rules = `rule no-github
  on before_tool_call
  when mcp.server == "github"
  block "No GitHub: {mcp.server}."
  fires on { tool: "mcp", input: { server: "github", tool: "t", args: {} } }
rule no-hub
  on before_tool_call
  when tool == "mcp" and mcp.server != "lab" and any hosts == "mcp:hub"
  block "No hub."
  fires on { tool: "mcp", input: { server: "hub", tool: "t", args: {} } }
`;
  const untold = `{ tool: "mcp", input: { tool: "t", args: {} }, unknown: ["input.server"] }`;
  const { diagnostics, tests } = await run(`${rules}
test "a host that does not name it" {
  on before_tool_call ${untold} expect ask by no-github
  on before_tool_call ${untold} expect ask by no-hub
  on before_tool_call { tool: "mcp", input: { server: "lab", tool: "t", args: {} } } expect pass
}
`);
  expect({ diagnostics, failed: tests.failed, passed: tests.passed }).toEqual({
    diagnostics: [],
    failed: 0,
    passed: 1,
  });
  const left = await run(`${rules}
test "left out" {
  on before_tool_call { tool: "mcp", input: { tool: "t", args: {} } } expect pass
}
`);
  expect(left.diagnostics.map(({ code }) => code)).toEqual(["P254"]);
});
