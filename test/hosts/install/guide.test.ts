// docs/operate/install-agents.md names the files that `policyc install` writes, and the agents for which the policy of
// `policyc init` can be built as it is.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { starterPolicy } from "../../../src/cli/base/starter-policy.ts";
import { checkPolicies } from "../../../src/compiler/index.ts";
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

const WITHOUT_PROMPTS = ["copilot-cli", "kiro", "goose", "amp"];

it("the starter policy holds everywhere but where no prompt can be blocked", async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, "main.policy"), starterPolicy);
  const errorsFor = async (targets: readonly string[]): Promise<readonly string[]> => {
    const { diagnostics } = await checkPolicies(["main.policy"], { cwd, packsDir, targets });
    return diagnostics.map(({ message }) => message);
  };
  expect(await errorsFor([...agentInstalls.keys()].filter((agent) => !WITHOUT_PROMPTS.includes(agent)))).toEqual([]);
  const errors = await errorsFor(WITHOUT_PROMPTS);
  expect(WITHOUT_PROMPTS.filter((agent) => !errors.some((error) => error.includes(agent)))).toEqual([]);
});
