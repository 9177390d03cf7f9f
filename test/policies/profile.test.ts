// The profiles: clean for every target, and quiet in ordinary work.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies, formatPolicy, testPolicies } from "../../src/compiler/index.ts";
import { targets } from "../../src/hosts/index.ts";
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

  it("holds on every target, and leaves out only what that target cannot do", async () => {
    const result = await checkPolicies(["example.policy"], {
      ...scratchPolicy(`use "${profile}"\n`),
      targets,
    });
    expect(findings(result)).toEqual([]);
    const rules = result.model?.ir.rules ?? [];
    for (const { name, file, leftOut = [] } of rules)
      for (const { target, why } of leftOut) {
        expect([name, file]).not.toContain("std/self.policy");
        expect([target, why.length > 0]).toEqual([target, true]);
        expect(target).not.toBe("policyc");
      }
    // One compile for all targets gives each what a compile of its own gives it.
    const alone = await checkPolicies(["example.policy"], { ...scratchPolicy(`use "${profile}"\n`), targets: ["amp"] });
    const onAmp = (all: typeof rules) =>
      all.flatMap(({ leftOut = [] }) => leftOut.filter(({ target }) => target === "amp"));
    expect(onAmp(alone.model?.ir.rules ?? [])).toEqual(onAmp(rules));
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
