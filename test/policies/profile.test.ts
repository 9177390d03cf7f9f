// The profiles: clean for the agents that most people use, and quiet in ordinary work.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies, formatPolicy, testPolicies } from "../../src/compiler/index.ts";
import { packsDir, root, scratchPolicy } from "../docs/workspace.ts";

const profiles = readdirSync(join(packsDir, "profile")).map((file) => `profile/${file.replace(/\.policy$/, "")}`);
const findings = (result: {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}): readonly string[] => result.diagnostics.map(({ code, message }) => `${code} ${message}`);

describe.each(profiles)("%s", (profile) => {
  it("checks clean, passes its own tests and those of its packs, and is laid out as the formatter does", async () => {
    const file = `${profile}.policy`;
    const result = await testPolicies([`policies/${file}`], { cwd: root, packsDir });
    expect(findings(result)).toEqual([]);
    expect(result.tests.cases.filter((test) => !test.ok)).toEqual([]);
    expect(result.tests.passed).toBeGreaterThan(0);
    const text = readFileSync(join(packsDir, file), "utf8");
    expect(formatPolicy({ file, text }, new Session())).toBe(text);
  });

  it.each(["policyc", "claude-code", "codex", "gemini-cli", "cursor", "opencode"])("holds on %s", async (agent) => {
    const result = await checkPolicies(["example.policy"], scratchPolicy(`target ${agent}\nuse "${profile}"\n`));
    expect(findings(result)).toEqual([]);
  });

  it("gives way to what the policy itself says about a pack, in whatever order", async () => {
    const uses = [`use "${profile}"`, 'use "std/egress" with allowed-hosts = ["own.example"]'];
    for (const order of [uses, uses.toReversed()]) {
      const result = await testPolicies(
        ["example.policy"],
        scratchPolicy(`${order.join("\n")}
test "hosts" {
  on before_tool_call { tool: "fetch", input: { url: "https://own.example/" } } expect pass
  on before_tool_call { tool: "fetch", input: { url: "https://other.example/" } } expect block by only-allowed-hosts
}
`),
      );
      expect([findings(result), result.tests.failed]).toEqual([[], 0]);
    }
  });
});
