// Rules on `runs "git push ..."` are tested only on command lines that push, or that may.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { root } from "../harness.ts";
import { importIr } from "./emitted.ts";

const POLICY = `
rule push on before_tool_call when command runs "git push --force" block "No."
rule reset on before_tool_call when command runs "git reset --hard" block "No."
rule either on before_tool_call when command runs "git ( push | pull ) origin" warn "Hm."
rule any-git on before_tool_call when any c of command.calls where (c.program == "git" and c.elevated) warn "Hm."
rule text on before_tool_call when any c of command.calls where (c.program == "git" and c.text contains "checkout") warn "Hm."
rule config on before_tool_call when command runs "git config x" and any c of command.calls where (c.program == "git") warn "Hm."
rule behind on before_tool_call when any c of command.calls where (any c.via in ["npx", "npm exec"] and not c.elevated) warn "Hm."
`;

/** Few rules are tested one by one, whatever they are about. */
const OTHERS = Array.from(
  { length: 20 },
  (_, at) => `rule other-${at} on before_tool_call when command runs "docker pull x${at}" warn "Hm."`,
).join("\n");

const place = mkdtempSync(join(tmpdir(), "policyc-subcommands-"));
afterAll(() => rmSync(place, { recursive: true }));

let tested: (command: string) => readonly string[];
beforeAll(async () => {
  writeFileSync(join(place, "a.policy"), POLICY);
  writeFileSync(join(place, "others.policy"), OTHERS);
  const { model } = await checkPolicies(["a.policy", "others.policy"], {
    cwd: place,
    packsDir: join(root, "policies"),
  });
  if (model === null) throw new Error("no model");
  const { createPolicy } = await importIr(model.ir);
  let names: string[] = [];
  const observer = {
    begin: () => undefined,
    tested: ({ id, name }: { readonly id: number; readonly name: string }) => {
      if (model.ir.rules[id]?.file === "a.policy") names.push(name);
    },
    applied: () => undefined,
  };
  const policy = createPolicy({ revision: "r", observer });
  tested = (command) => {
    names = [];
    policy.decideSync({ point: "before_tool_call", tool: "bash", input: { command } });
    return names;
  };
});

const all = ["push", "reset", "either", "any-git", "config"];

it.each([
  ["git push origin main", ["push", "either", "any-git"]],
  ["sudo git -C x pull", ["either", "any-git"]],
  ["git status && git reset", ["reset", "any-git"]],
  ["git log", ["any-git"]],
  ["git", all],
  ['git "$VERB"', all],
  ["acme-run git push", all],
  ["git checkout x", ["any-git", "text"]],
  ["echo checkout", ["text"]],
  ["git config a b", ["any-git", "config"]],
  ["npx rimraf x", ["behind"]],
  ["npm exec -- rimraf x", ["behind"]],
  // It is not elevated, whatever it is, and has nothing more in its text.
  ["$CMD", ["push", "reset", "either", "config", "behind"]],
  ["echo git push", []],
])("%s", (command, expected) => {
  expect(tested(command)).toEqual(expected);
});
