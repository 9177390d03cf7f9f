// Where `ask "..." else block` blocks because nobody can be asked, the agent reads what a person can do instead.

import { expect, it } from "vitest";
import { checkPolicies } from "../../src/compiler/index.ts";
import { scratchPolicy } from "../docs/workspace.ts";

async function messagesOf(text: string, rule: string): Promise<readonly unknown[]> {
  const { model, diagnostics } = await checkPolicies(["example.policy"], scratchPolicy(text));
  expect(diagnostics).toEqual([]);
  const found = model?.ir.rules.find(({ name }) => name === rule);
  return found?.effects[0]?.map((effect) => ("message" in effect ? effect.message.join("") : null)) ?? [];
}

const own = (effect: string): string => `target codex
rule careful
  on before_tool_call
  when command runs "git rebase"
  ${effect}
  fires on "git rebase main"
  ignores "git status"
`;

it("says it for a rule of one's own, with its place", async () => {
  expect(await messagesOf(own('ask "This rewrites commits." else block'), "careful")).toEqual([
    "This rewrites commits.",
    "This rewrites commits. Nobody can be asked here: a person can do it outside of this session, or change the rule careful in example.policy.",
  ]);
});

it("says nothing where the rule says something itself", async () => {
  expect(await messagesOf(own('ask "This rewrites commits." else block "Merge instead."'), "careful")).toEqual([
    "This rewrites commits.",
    "Merge instead.",
  ]);
  expect(await messagesOf(own('block "This rewrites commits."'), "careful")).toEqual(["This rewrites commits."]);
});

it("names the pack of a rule that ships with policyc, and no way around std/self", async () => {
  const text = 'target codex\nuse "profile/standard"\n';
  expect((await messagesOf(text, "no-lost-work"))[1]).toMatch(
    / Nobody can be asked here: a person can do it outside of this session, or leave out the rule \(use "shell\/git-history" without no-lost-work\)\.$/,
  );
  expect((await messagesOf(text, "self-partial-deletes"))[1]).toMatch(
    / Nobody can be asked here: a person can do it outside of this session\.$/,
  );
});
