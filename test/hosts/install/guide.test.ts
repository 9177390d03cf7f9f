// docs/operate/install-agents.md names the files that `policyc install` writes, and the policy of `policyc init` can be built for
// every agent.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { starterPolicy } from "../../../src/cli/base/starter-policy.ts";
import { Session } from "../../../src/compiler/diagnostics/session.ts";
import { checkPolicies, formatPolicy, testPolicies } from "../../../src/compiler/index.ts";
import type { Site } from "../../../src/hosts/install/agent.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import { packsDir, scratchFolder } from "../../docs/workspace.ts";

const site: Site = { place: "project", project: "", home: "~", env: {}, isWindows: false };

it("has a row for every agent", () => {
  const guide = readFileSync(new URL("../../../docs/operate/install-agents.md", import.meta.url), "utf8");
  for (const { agent, config } of agentInstalls.values()) {
    const place = config.kind === "scripts" ? (at: Site) => `${config.folder(at)}/` : config.file;
    expect(guide).toContain(`| \`${agent}\` | \`${place(site)}\` | \`${place({ ...site, place: "user" })}\` | `);
  }
});

it.each(["minimal", "standard", "strict"])(
  "the starter policy with profile/%s holds for every agent that is installed",
  async (profile) => {
    const cwd = scratchFolder();
    writeFileSync(join(cwd, "main.policy"), starterPolicy(profile, [...agentInstalls.keys()]));
    const { diagnostics } = await checkPolicies(["main.policy"], { cwd, packsDir });
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
  },
);

it.each(["minimal", "standard", "strict"])(
  "the starter policy with profile/%s passes its test and is laid out",
  async (profile) => {
    const cwd = scratchFolder();
    const text = starterPolicy(profile);
    writeFileSync(join(cwd, "main.policy"), text);
    const { tests } = await testPolicies(["main.policy"], { cwd, packsDir });
    expect([tests.passed, tests.failed]).toEqual([1, 0]);
    expect(formatPolicy({ file: "main.policy", text }, new Session())).toBe(text);
  },
);
