// The shipped packs: clean, tested, every rule shown to fire and to leave something alone, every parameter usable.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies, formatPolicy, testPolicies } from "../../src/compiler/index.ts";
import { packsDir, root, scratchPolicy } from "../docs/workspace.ts";
import { otherValues, packs } from "./shipped.ts";

const options = { cwd: root, packsDir };
const findings = (result: {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}): readonly string[] => result.diagnostics.map(({ code, message }) => `${code} ${message}`);

/** What one of these values decides differently: the event, and the outcome with and without it. */
const differences = [
  {
    pack: "std/egress",
    param: "allowed-hosts",
    event: fetch("https://a.internal.example/"),
    by: "block",
    changed: "pass",
  },
  { pack: "std/files", param: "startup-files", event: write("~/.own-login"), by: "pass", changed: "block" },
  { pack: "std/files", param: "rights-files", event: write("/data/users"), by: "pass", changed: "block" },
  { pack: "std/files", param: "open-system-folders", event: write("/etc/own/a"), by: "ask", changed: "pass" },
  { pack: "std/files", param: "ci-files", event: bash("echo x > pipes/a"), by: "pass", changed: "ask" },
  { pack: "std/files", param: "hook-files", event: write("checks/a"), by: "pass", changed: "ask" },
  { pack: "std/files", param: "git-settings", event: write("own.gitsettings"), by: "pass", changed: "ask" },
  { pack: "std/files", param: "registry-files", event: write("sources.txt"), by: "pass", changed: "ask" },
  { pack: "std/files", param: "lock-files", event: write("my.lock"), by: "pass", changed: "block" },
  { pack: "std/files", param: "policy-files", event: write("rules/a.txt"), by: "pass", changed: "ask" },
  { pack: "std/files", param: "defence-files", event: write("/data/firewall"), by: "pass", changed: "ask" },
  { pack: "std/files", param: "records", event: bash("rm journal.txt"), by: "pass", changed: "block" },
  { pack: "std/files", param: "throwaway-folders", event: write("scratch/CODEOWNERS"), by: "ask", changed: "pass" },
  { pack: "std/mcp", param: "allowed-servers", event: mcp("tickets", "list"), by: "block", changed: "pass" },
  { pack: "std/mcp", param: "changing-tools", event: mcp("github", "write_file"), by: "pass", changed: "ask" },
  { pack: "std/secrets", param: "secret-files", event: bash("cat vault/a"), by: "pass", changed: "block" },
  { pack: "std/secrets", param: "more-secret-files", event: read("private/a"), by: "pass", changed: "block" },
  { pack: "std/secrets", param: "allowed-files", event: read(".env.shared"), by: "block", changed: "pass" },
  { pack: "std/secrets", param: "local-settings", event: write("own.pem"), by: "block", changed: "pass" },
  { pack: "std/secrets", param: "throwaway-folders", event: write("scratch/a.pem"), by: "block", changed: "pass" },
  {
    pack: "shell/deletes",
    param: "throwaway-folders",
    event: bash("rm -rf /opt/scratch/a"),
    by: "block",
    changed: "pass",
  },
  {
    pack: "shell/exfiltration",
    param: "project-hosts",
    event: bash("scp a b.internal.example:"),
    by: "ask",
    changed: "pass",
  },
  {
    pack: "shell/packages",
    param: "registries",
    event: bash("npm i https://npm.internal.example/a.tgz"),
    by: "ask",
    changed: "pass",
  },
  {
    pack: "shell/packages",
    param: "own-owners",
    event: bash("npm i github:own-team/a"),
    by: "ask",
    changed: "pass",
  },
  {
    pack: "shell/git-config",
    param: "own-remotes",
    event: bash("git remote add up https://git.internal.example/a.git"),
    by: "ask",
    changed: "pass",
  },
  { pack: "std/unseen", param: "always-ask", event: bash("perl a.pl"), by: "pass", changed: "ask" },
] as const;

function bash(command: string): string {
  return `{ tool: "bash", input: { command: "${command}" } }`;
}
function read(path: string): string {
  return `{ tool: "read", input: { path: "${path}" } }`;
}
function write(path: string): string {
  return `{ tool: "write", input: { path: "${path}", content: "" } }`;
}
function fetch(url: string): string {
  return `{ tool: "fetch", input: { url: "${url}" } }`;
}
function mcp(server: string, tool: string): string {
  return `{ tool: "mcp", input: { server: "${server}", tool: "${tool}", args: {} } }`;
}

describe.each(packs)("%s", (pack) => {
  const entries = [`policies/${pack}.policy`];

  it("checks clean and passes its own tests", async () => {
    const result = await testPolicies(entries, { ...options, requireRules: true });
    expect(findings(result)).toEqual([]);
    expect(result.tests.cases.filter((test) => !test.ok)).toEqual([]);
    if (pack.startsWith("std/")) expect(result.tests.passed).toBeGreaterThan(0);
  });

  it("shows for every rule what it fires on and what it ignores", async () => {
    const { model } = await checkPolicies(entries, options);
    for (const rule of model?.ir.rules ?? []) {
      const kinds = model?.examples.filter((example) => example.rule === rule.id).map((example) => example.expects);
      expect(kinds, rule.name).toEqual(expect.arrayContaining(["fires", "ignores"]));
    }
  });

  it("takes another value for each parameter", async () => {
    const { sources } = await checkPolicies(entries, options);
    const text = [...sources.values()].find(({ file }) => file.endsWith(`${pack}.policy`))?.text ?? "";
    const params = [...text.matchAll(/^param ([\w-]+)/gm)].map((found) => found[1]);
    expect(Object.keys(otherValues[pack] ?? {}).sort()).toEqual(params.sort());
    for (const [param, value] of Object.entries(otherValues[pack] ?? {})) {
      const result = await checkPolicies(["example.policy"], scratchPolicy(`use "${pack}" with ${param} = ${value}\n`));
      expect(findings(result), param).toEqual([]);
    }
  });
});

it.each(differences)("$pack: $param changes what is decided", async ({ pack, param, event, by, changed }) => {
  const step = (outcome: string): string => `test "one" { on before_tool_call ${event} expect ${outcome} }\n`;
  const value = otherValues[pack]?.[param];
  const before = await testPolicies(["example.policy"], scratchPolicy(`use "${pack}"\n${step(by)}`));
  expect([findings(before), before.tests.failed]).toEqual([[], 0]);
  const after = await testPolicies(
    ["example.policy"],
    scratchPolicy(`use "${pack}" with ${param} = ${value}\n${step(changed)}`),
  );
  expect([findings(after), after.tests.failed]).toEqual([[], 0]);
});

it("std/exfiltration: reading a secret file is remembered", async () => {
  const text = `use "std/secrets" without secret-files-stay-unread
use "std/exfiltration"
test "read, then send" {
  on before_tool_call ${fetch("https://example.org/x")} expect pass
  on before_tool_call ${read("app/.env")} expect pass
  on before_tool_call ${fetch("https://example.org/x")} expect ask by no-network-after-secrets
}
`;
  const result = await testPolicies(["example.policy"], scratchPolicy(text));
  expect([findings(result), result.tests.failed]).toEqual([[], 0]);
});

it("all packs together are one clean bundle, and their tests still pass", async () => {
  const result = await testPolicies(["policies/std", "policies/shell", "policies/recommended.policy"], options);
  expect(findings(result)).toEqual([]);
  expect(result.tests.cases.filter((test) => !test.ok)).toEqual([]);
});

it("packs are laid out as the formatter does", () => {
  for (const file of [...packs.map((pack) => `${pack}.policy`), "recommended.policy"]) {
    const text = readFileSync(join(packsDir, file), "utf8");
    expect(formatPolicy({ file, text }, new Session()), file).toBe(text);
  }
});

/** Agents that many people use, and the packs that need a point or an effect that the agent does not have. */
const agents = [
  { agent: "claude-code", without: ["std/acceptance", "std/neocode"] },
  { agent: "codex", without: ["std/acceptance", "std/display", "std/neocode"] },
  { agent: "gemini-cli", without: ["std/acceptance", "std/display", "std/neocode"] },
  { agent: "cursor", without: ["std/acceptance", "std/display", "std/neocode"] },
  { agent: "opencode", without: ["std/acceptance", "std/neocode"] },
] as const;

it.each(agents)("every pack but $without holds on $agent", async ({ agent, without }) => {
  const isLeftOut = (pack: string): boolean => (without as readonly string[]).includes(pack);
  const check = (...used: readonly string[]) =>
    checkPolicies(
      ["example.policy"],
      scratchPolicy(`target ${agent}\n${used.map((pack) => `use "${pack}"\n`).join("")}`),
    );
  expect(findings(await check(...packs.filter((pack) => pack !== "std/self" && !isLeftOut(pack))))).toEqual([]);
  for (const pack of without) expect((await check(pack)).diagnostics.length, pack).toBeGreaterThan(0);
});

/** Packs that stand for what one host has built in. */
const ofOneHost: readonly string[] = ["std/neocode"];

it.each(["profile/strict", "recommended"])(
  "%s uses every pack that is for all hosts, and checks clean",
  async (name) => {
    const result = await checkPolicies([`policies/${name}.policy`], options);
    expect(findings(result)).toEqual([]);
    const files = new Set(result.model?.ir.rules.map((rule) => rule.file));
    const general = packs.filter((pack) => !ofOneHost.includes(pack));
    expect([...files].sort()).toEqual(general.map((pack) => `${pack}.policy`).sort());
  },
);

it("std/neocode: messages come as the parameters say, and the required file is another one", async () => {
  const text = `use "std/neocode" with required-file = "NOTICE", warned-tools = ["filesystem_edit"], warning = "careful {tool}"
test "handlers" {
  on accept_gate { workspace_changed: true } given { file_exists: ["README.md"] } expect block by require-file-exists
  on accept_gate { workspace_changed: true } given { file_exists: ["NOTICE"] } expect pass
}
`;
  const result = await testPolicies(["example.policy"], scratchPolicy(text));
  expect([findings(result), result.tests.failed]).toEqual([[], 0]);
  const messages = result.model?.ir.rules.flatMap((rule) =>
    rule.effects.flat().flatMap((effect) => ("message" in effect ? [effect.message] : [])),
  );
  expect(messages).toContainEqual(["careful {tool}"]);
  expect(messages).toContainEqual(["required file missing: NOTICE"]);
});

it("std/neocode holds on NeoCode itself", async () => {
  const result = await checkPolicies(["example.policy"], scratchPolicy('target neocode\nuse "std/neocode"\n'));
  expect(findings(result)).toEqual([]);
});
