// The whole compiler against every target: what all hosts can do compiles for all, with the pack that is always included.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { analyse } from "../../src/compiler/analyse/front.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { targets } from "../../src/hosts/index.ts";

const cwd = mkdtempSync(join(tmpdir(), "policyc-targets-"));
afterAll(() => rmSync(cwd, { recursive: true }));

function check(policy: string) {
  writeFileSync(join(cwd, "a.policy"), policy);
  const session = new Session();
  const model = analyse(["a.policy"], { cwd, packsDir: resolve("policies") }, session);
  return { model, found: session.diagnostics().map(({ code, message }) => `${code} ${message}`) };
}

it.each(targets)("%s blocks a tool call", (target) => {
  const { model, found } = check(`target ${target}\non before_tool_call when tool_name == "x" block "no"\n`);
  expect(found).toEqual([]);
  expect(model?.ir.targets).toEqual([target]);
});

it("one policy for several targets resolves for each", () => {
  const { model, found } = check(
    'target claude-code, codex, goose\non before_tool_call when tool == "bash" ask "sure?" else block\n',
  );
  expect(found).toEqual([]);
  const rule = model?.ir.rules.find(({ file }) => file === "a.policy");
  expect(rule?.resolved).toEqual({ codex: { before_tool_call: [1] }, goose: { before_tool_call: [1] } });
  expect(rule?.unknownOutcome).toEqual({
    "claude-code": { before_tool_call: "ask" },
    codex: { before_tool_call: "block" },
    goose: { before_tool_call: "block" },
  });
});

it("every target that cannot is named", () => {
  const { found } = check('target claude-code, codex, goose\non before_tool_call when tool == "bash" ask "sure?"\n');
  expect(found.map((text) => text.slice(0, 24))).toEqual(["P401 codex cannot `ask` ", "P401 goose cannot `ask` "]);
});
