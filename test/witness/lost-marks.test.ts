// A blocked call keeps only the marks of the rules that blocked it (P462), and P504 does not lead into hiding that.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Diagnostic } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { root } from "../harness.ts";

async function check(text: string): Promise<readonly Diagnostic[]> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-marks-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  return (await checkPolicies(["a.policy"], { cwd, packsDir: join(root, "policies") })).diagnostics;
}

const codes = (found: readonly Diagnostic[]): readonly string[] => found.map(({ code }) => code);

const blocks = (condition: string, more = ""): string =>
  `rule blocks on before_tool_call when ${condition} block "no" ${more}\n`;
const marks = (condition: string, effect = "mark tried"): string =>
  `rule marks on before_tool_call when ${condition} ${effect}\n`;
const fetches = 'on before_tool_call when tool == "fetch"';
const example = 'fires on { tool: "fetch", input: { url: "https://example.com/" } }';
const asks = `rule asks on user_prompt_submit when marked(tried) block "no"\n`;
const asksGiven = `rule asks ${fetches} and marked(tried) block "no" ${example} given { marked: [tried] }\n`;
const secret = 'any reads matches "**/.env"';

it("names the rule that blocks, and where to mark", async () => {
  const found = await check(blocks(secret) + marks(secret) + asksGiven);
  expect(codes(found)).toEqual(["P462"]);
  expect(found[0]?.message).toBe("`marks` never marks `tried`: `blocks` blocks every call on which it fires");
  expect(found[0]?.help).toBe("write `mark tried` in `blocks`, below its `block`");
  expect(found[0]?.notes).toHaveLength(1);
});

it("P504 says so too, instead of asking for an example", async () => {
  const found = await check(blocks(secret) + marks(secret) + asks);
  expect(codes(found)).toEqual(["P462", "P504"]);
  expect(found[1]?.help).toBe(
    "nothing ever marks `tried`: `blocks` blocks every call that would; write `mark tried` in `blocks`, below its `block`",
  );
});

it("what the help says ends both", async () => {
  expect(await check(blocks(secret, "mark tried") + asks)).toEqual([]);
  expect(await check(blocks(secret, "mark tried") + marks(secret) + asks)).toEqual([]);
});

it("sees several rules that block together, and counters", async () => {
  const other = 'rule others on before_tool_call when any reads matches "**/*.pem" block "no"\n';
  const counts = marks('any reads matches ["**/.env", "**/*.pem"]', "count tries");
  const many = `rule asks ${fetches} and counted(tries, 10m) > 3 block "no" ${example} given { counted: { tries: 4 } }\n`;
  const found = await check(blocks(secret) + other + counts + many);
  expect(codes(found)).toEqual(["P462"]);
  expect(found[0]?.message).toMatch(/^`marks` never counts `tries`/);
  expect(found[0]?.notes.length).toBeGreaterThan(1);
});

it("a pack that blocks is left out by name", async () => {
  const found = await check(`use "std/egress"\n${marks('any hosts == "evil.invalid"')}${asksGiven}`);
  expect(codes(found)).toEqual(["P462"]);
  expect(found[0]?.help).toMatch(/`without only-allowed-hosts`/);
});

it.each([
  [
    "it also fires on calls that are not blocked",
    blocks(secret) + marks('any reads matches ["**/.env", "**/*.pem"]') + asks,
  ],
  ["the other rule asks", `rule blocks on before_tool_call when ${secret} ask "sure?"\n${marks(secret)}${asks}`],
  ["it blocks itself", blocks(secret) + marks(secret, 'block "no" mark tried') + asks],
  ["it is about another tool", blocks(`tool == "read" and ${secret}`) + marks(secret) + asks],
  [
    "the other rule is a shadow",
    `shadow rule blocks on before_tool_call when ${secret} block "no"\n${marks(secret)}${asks}`,
  ],
])("is quiet: %s", async (_, text) => {
  expect(codes(await check(text)).filter((code) => code === "P462" || code === "P504")).toEqual([]);
});
