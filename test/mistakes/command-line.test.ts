// Mistakes on the command line of `check`: the wrong path, the wrong file, nothing to check.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../cli/in-memory.ts";
import { rule } from "./mistake.ts";

const good = rule('tool == "bash"');

type Files = { readonly [name: string]: string };

const mistakes: readonly (readonly [
  what: string,
  files: Files,
  args: readonly string[],
  code: string,
  says: string,
])[] = [
  ["an empty folder", {}, [], "P801", "policyc init"],
  ["a folder without policies", { "src/a.ts": "x" }, ["src"], "P801", "name the folder with your policies"],
  [
    "a file that does not exist",
    { "policies/team.policy": good },
    ["policies/taem.policy"],
    "P802",
    "policies/team.policy",
  ],
  ["a file without its extension", { "team.policy": good }, ["team"], "P802", "did you mean `team.policy`?"],
  ["a file of another folder", { "policies/team.policy": good }, ["team.policy"], "P802", "policies/team.policy"],
  [
    "the only policy by a wrong name",
    { "policies/team.policy": good },
    ["rules.policy"],
    "P802",
    "there is `policies/team.policy`",
  ],
  ["no policy anywhere", { "a.txt": "x" }, ["rules.policy"], "P802", "policyc init"],
  [
    "settings of an agent",
    { "settings.json": '{ "permissions": { "deny": ["Bash(rm *)"] } }' },
    ["settings.json"],
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  [
    "a YAML file",
    { "rules.yaml": "rules:\n  - deny: rm\n" },
    ["rules.yaml"],
    "P155",
    "rule no-force-push on before_tool_call",
  ],
  ["an option that does not exist", { "team.policy": good }, ["--fixx"], "", "--fix"],
  ["a target that does not exist", { "team.policy": good }, ["--target", "claude"], "", "claude-code"],
  ["a scope that does not exist", { "team.policy": good }, ["--scope", "project"], "", "repo"],
];

test.each(mistakes)("%s", async (_, files, args, code, says) => {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-mistakes-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const { exit, out, err } = await run(["check", ...args], cwd);
  expect(exit).not.toBe(0);
  expect(out + err).toContain(code);
  expect(out + err).toContain(says);
});
