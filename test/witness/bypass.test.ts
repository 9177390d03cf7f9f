// Rules that one more element of a call switches off (P460, P461): each is shown with two calls, and its fix closes it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Diagnostic } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { root } from "../harness.ts";

function policy(condition: string, effect = 'block "no"', more = ""): string {
  return `rule guard\n  on before_tool_call\n  when ${condition}\n  ${effect}\n${more}`;
}

async function check(text: string): Promise<readonly Diagnostic[]> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-bypass-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  return (await checkPolicies(["a.policy"], { cwd, packsDir: join(root, "policies") })).diagnostics;
}

const bypasses = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.filter(({ code }) => code === "P460" || code === "P461");

const fixed = (text: string, { span, fix }: Diagnostic): string =>
  `${text.slice(0, span.start)}${fix}${text.slice(span.end)}`;

/** The command on which the rule should fire and does not, from the message. */
const missedBy = ({ message }: Diagnostic): string => /and not on `([^`]*)`/.exec(message)?.[1] ?? "";

it.each([
  ['any reads matches "**/.env"\n  unless any reads matches "**/.env.example"', "cat .env .env.example"],
  ['any reads matches ["**/.env*"] and not any reads matches "**/.env.example"', "cat .envx .env.example"],
  [
    'any writes under "src" and tool == "bash"\n  unless any writes under "src/gen"',
    "echo x > src/x; echo x > src/gen/x",
  ],
  [
    'any p of reads where (p matches "**/.env" or p matches "**/*.pem")\n  unless any reads under "fixtures"',
    "cat .env fixtures/x",
  ],
  ['any hosts not in ["a.example"]\n  unless any hosts == "b.example"', "curl https://x/ https://b.example/"],
  ['any deletes not under "build"\n  unless any deletes under "build"', "rm notes.txt build/x"],
  ['command runs "rm"\n  unless command runs "rm -i"', "rm; rm -i"],
  ['command runs "psql" and command not runs "psql --file"', "psql; psql -f"],
  ['command runs "git push"\n  unless command runs "npm test"', "git push; npm test"],
  ['command runs "curl"\n  unless any hosts == "api.internal"', "curl https://x/x https://api.internal/"],
  ['tool == "bash"\n  unless command runs "git status"', "ls; git status"],
  ['any kinds == "publishes"\n  unless command runs "npm publish --tag=next"', "npm publish; npm publish --tag=next"],
  ['any c of command.calls where (c.program == "rm" and not any c.deletes under "build")', "rm notes.txt build/x"],
  ['all reads under "secrets"', "cat secrets/x; head /tmp/x.txt"],
  ['command only runs "rm *"', "rm x; ls"],
])("%s", async (condition, missed) => {
  const text = policy(condition);
  const found = await check(text);
  const [first] = bypasses(found);
  // A rule about every command also asks often.
  expect(found.map(({ code }) => code).filter((code) => code !== "P464")).toEqual([first?.code]);
  expect(first?.code).toBe(/^(?:all|command only)/.test(condition) ? "P461" : "P460");
  if (first === undefined) return;
  expect(missedBy(first)).toBe(missed);
  expect(first.fix).not.toBeNull();
  const repaired = `${fixed(text, first)}  fires on ${JSON.stringify(missed)}\n`;
  const left = (await check(repaired)).filter(({ code }) => code !== "P464");
  expect(left.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

it.each([
  ['any deletes under "src"\n  unless length(deletes) > 3', "rm src/x; rm x1; rm x2; rm x3; rm x4"],
  ['command runs "git push --force"\n  unless input.command mentions "safe"', "git push -f; safe"],
  ['command runs "git push --force"\n  unless input.command contains "--safe"', "git push -f; --safe"],
])("%s has no fix, but words", async (condition, missed) => {
  const [first] = bypasses(await check(policy(condition)));
  expect(first).toMatchObject({ code: "P460", fix: null });
  expect(first === undefined ? "" : missedBy(first)).toBe(missed);
});

it("shows a patch of several files where the tool has one", async () => {
  const [first] = bypasses(
    await check(policy('tool == "edit" and any writes under "src"\n  unless any writes under "docs"')),
  );
  expect(first?.message).toMatch(/Update File: src\/x.*Update File: docs\/x/s);
});

it("an exception met by another host, with the same program", async () => {
  const [first] = bypasses(
    await check(policy('command runs "npm install"\n  unless any hosts == "registry.internal"')),
  );
  expect(first?.message).toMatch(/and not on `npm install .*; npm install --registry https:\/\/registry.internal\/ x`/);
});

it("gives one fix at a time where two would overlap", async () => {
  const text = policy('any reads matches "**/.env"\n  unless any reads under "a" or any reads under "b"');
  const once = bypasses(await check(text));
  expect(once.map(({ fix }) => fix === null)).toEqual([false, true]);
  const [first] = once;
  if (first === undefined) return;
  const [second] = bypasses(await check(fixed(text, first)));
  if (second === undefined) throw new Error("the second exception is still there");
  expect(bypasses(await check(fixed(fixed(text, first), second)))).toEqual([]);
});

it.each(["mark seen", 'ask "really?"', 'stop "no"'])("what holds a call back or remembers it: %s", async (effect) => {
  const more =
    effect === "mark seen"
      ? 'rule reader\n  on before_tool_call\n  when tool == "fetch" and marked(seen)\n  block "no"\n'
      : "";
  const condition = 'any reads matches "**/.env"\n  unless any reads matches "**/.env.example"';
  expect(bypasses(await check(policy(condition, effect, more)))).toHaveLength(1);
});

it.each([
  // What the exception is about cannot be done by another element of the call.
  'tool == "read" and any reads matches "**/.env"\n  unless any reads matches "**/.env.example"',
  'any reads matches "**/.env"\n  unless tool == "search"',
  'command runs "git push"\n  unless env("CI") is present',
  // It is about something that no single command of the rule does.
  'command runs "git push" and git_branch() == "main"\n  unless any reads matches "RELEASE.md"',
  'command runs "git commit"\n  unless any writes matches "CHANGELOG.md"',
  // It is about every element, or about the one that fires.
  'any reads matches "**/.env"\n  unless all reads matches "**/.env.example"',
  'command runs "rm"\n  unless command only runs "rm -i"',
  'any p of reads where (p matches "**/.env" and p not under "fixtures")',
  'any c of command.calls where (c.program == "git" and not any c.operands == "origin")',
  "length(deletes) > 5",
])("is quiet: %s", async (condition) => {
  expect(bypasses(await check(policy(condition)))).toEqual([]);
});

it("a remark that something else takes away does no harm", async () => {
  const text = policy('any reads matches "**/.env"\n  unless any reads matches "**/.env.example"', 'warn "careful"');
  expect(bypasses(await check(text))).toEqual([]);
});
