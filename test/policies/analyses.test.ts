// The analyses of the rule set raise no false alarm: nothing on any shipped pack, nor on all of them together.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { analyse } from "../../src/compiler/analyse/front.ts";
import { checks } from "../../src/compiler/check/index.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { packsDir, root } from "../docs/workspace.ts";

const packs = ["std", "shell"].flatMap((folder) =>
  readdirSync(join(packsDir, folder))
    .filter((file) => file.endsWith(".policy"))
    .map((file) => `policies/${folder}/${file}`),
);

function findings(entries: readonly string[]): readonly string[] {
  const session = new Session();
  const model = analyse(entries, { cwd: root, packsDir }, session);
  if (model === null) throw new Error("the packs do not compile");
  for (const check of checks) check(model, session);
  return session.diagnostics().map(({ code, message }) => `${code} ${message}`);
}

it.each([...packs, "policies/recommended.policy"])("%s", (pack) => {
  expect(findings([pack])).toEqual([]);
});

it("all packs as one policy", () => {
  expect(findings(packs)).toEqual([]);
});

it("a parameter that its own file does not read is told, unless the rule that would read it is left out", () => {
  const used = `param names: list<string> = []\nparam spare: int = 1\nrule named\n  on user_prompt_submit\n  when prompt in names\n  block "no"\nrule spared\n  on user_prompt_submit\n  when length(prompt) > 3\n  block "no"\n`;
  const cwd = mkdtempSync(join(tmpdir(), "policyc-params-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "used.policy"), used);
  writeFileSync(join(cwd, "a.policy"), 'use "used.policy"\n');
  writeFileSync(join(cwd, "b.policy"), 'use "used.policy" without named\n');
  const codes = (entry: string): readonly string[] => {
    const session = new Session();
    analyse([entry], { cwd, packsDir }, session);
    return session.diagnostics().map(({ code, message }) => `${code} ${message}`);
  };
  expect(codes("a.policy")).toEqual(["P259 nothing uses `spare`"]);
  expect(codes("b.policy")).toEqual([]);
});
