// Examples of rules about views, carried across tools.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testPolicies } from "../../src/compiler/index.ts";
import { packsDir } from "../docs/workspace.ts";

async function slipsOf(text: string) {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-tools-"));
  writeFileSync(
    join(cwd, "a.policy"),
    `${text}\ntest "t" { on before_tool_call { tool: "read", input: { path: "a" } } expect pass }\n`,
  );
  const { harden, diagnostics } = await testPolicies(["a.policy"], { cwd, packsDir, harden: { seed: 1, sample: 1 } });
  rmSync(cwd, { recursive: true });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const across = (harden?.slips ?? []).filter(({ family }) => family === "by another tool");
  return across.map(({ kind, example, form }) => `${kind}: ${example} | ${form}`);
}

it("is quiet about rules that treat every tool alike", async () => {
  const text = `rule envs
  on before_tool_call
  when any reads matches "**/.env"
  block "no"
  fires on "cat app/.env"
rule infra
  on before_tool_call
  when any writes under "infra" or any deletes under "infra"
  block "no"
  fires on { tool: "write", input: { path: "infra/a.tf", content: "" } }
rule host
  on before_tool_call
  when any hosts matches "*.evil.example"
  block "no"
  fires on { tool: "fetch", input: { url: "https://a.evil.example/x" } }
`;
  expect(await slipsOf(text)).toEqual([]);
});

it("reports a tool that a rule lets escape", async () => {
  const alone = (fires: string) => `rule alone
  on before_tool_call
  when any reads matches "**/.env" and length(hosts) == 0
  block "no"
  fires on ${fires}
`;
  const escaped = `{"server":"tools","tool":"read_file","args":{"path":"app/.env"}}`;
  const slip = `escaped: bash {"command":"cat app/.env"} | mcp ${escaped}`;
  expect(await slipsOf(alone('"cat app/.env"'))).toEqual([slip]);
  expect(await slipsOf(alone('{ tool: "read", input: { path: "app/.env" } }'))).toEqual([slip]);
});

it("leaves rules alone that test the tool", async () => {
  const text = `rule shells
  on before_tool_call
  when tool == "bash" and any reads matches "**/.env"
  block "no"
  fires on "cat app/.env"
`;
  expect(await slipsOf(text)).toEqual([]);
});
