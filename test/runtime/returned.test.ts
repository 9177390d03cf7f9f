// What a call gave back is one name over results and failures: tested, shown, set, and given in examples.

import { expect, it } from "vitest";
import { planAmp } from "../../src/hosts/amp/plugin.ts";
import { geminiCliAdapter } from "../../src/hosts/gemini-cli/adapter.ts";
import { targets } from "../../src/hosts/index.ts";
import type { Decision, PolicyEvent } from "../../src/language/contract.ts";
import { decision } from "../protocols/decisions.ts";
import { policyOfText } from "./policy-of-text.ts";

const KEY = "AKIAIOSFODNN7EXAMPLE";
const call = { tool: "bash", tool_name: "Bash", input: { command: "env" } };
const failed = { point: "after_tool_failure", ...call, error: `exit 1: ${KEY}` };
const done = { point: "after_tool_result", ...call, output: `all: ${KEY}`, is_error: false };

const masking = `rule keys
  on after_tool_result, after_tool_failure
  when returned matches /AKIA[0-9A-Z]{16}/
  set returned = mask(returned, /AKIA[0-9A-Z]{16}/)
  fires on { tool: "bash", input: { command: "env" }, returned: "${KEY}" }
  ignores { tool: "bash", input: { command: "env" }, returned: "" }
`;

it("is the output of a result and the error of a failure", async () => {
  const policy = await policyOfText(masking);
  expect(policy.decideSync(done).changes).toEqual({ output: "all: ***" });
  expect(policy.decideSync({ ...done, is_error: true }).changes).toEqual({ output: "all: ***" });
  expect(policy.decideSync(failed).changes).toEqual({ error: "exit 1: ***" });
  expect(policy.decideSync({ ...failed, error: "exit 1" }).changes).toBeUndefined();
});

it("conflicts with another rewrite of the field behind it", async () => {
  const other = 'rule other on after_tool_failure when error contains "exit" set error = "failed"\n';
  const policy = await policyOfText(masking + other);
  expect(policy.decideSync(failed)).toMatchObject({ outcome: "block", failures: [{ code: "P707" }] });
});

it("is shown in messages and remembered", async () => {
  const policy = await policyOfText(`rule seen
  on after_tool_result, after_tool_failure
  when returned contains "secret"
  mark secret-seen
  warn "it said {returned}"
rule stays
  on before_tool_call
  when tool == "fetch" and marked(secret-seen)
  block "no"
`);
  expect(policy.decideSync({ ...failed, error: "a secret" }).warnings[0]?.message).toBe("it said `a secret`");
  const fetched = {
    point: "before_tool_call",
    tool: "fetch",
    tool_name: "WebFetch",
    input: { url: "https://a.example" },
  };
  expect(policy.decideSync(fetched).outcome).toBe("block");
});

it("compiles with an else for every agent that reports what a call gave back", async () => {
  const without = new Set(["antigravity", "codex-runtime", "cline"]);
  for (const target of targets.filter((one) => !without.has(one))) {
    const text = `target ${target}\n${masking.replace(
      "/)\n  fires",
      '/) else stop "a key" else block else warn else note else pass\n  fires',
    )}`;
    await policyOfText(text);
  }
});

it("is replaced in the format of agents that replace results", () => {
  const changed: Decision = { ...decision("pass"), changes: { error: "exit 1: ***" } };
  expect(planAmp(changed, failed as PolicyEvent)).toMatchObject({ word: "pass", changes: { output: "exit 1: ***" } });
  const reply = geminiCliAdapter.write(changed, failed as PolicyEvent);
  expect(JSON.parse(reply.stdout)).toMatchObject({ decision: "deny", reason: "exit 1: ***" });
});
