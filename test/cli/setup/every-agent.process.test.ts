// `policyc setup` for every agent that policyc can be installed in: everything is written, the doctor finds it well, a second run
// changes nothing, and `--remove` leaves the project as it was.

import { afterEach, beforeEach, expect, it } from "vitest";
import { titleOf } from "../../../src/cli/setup/find-agents.ts";
import { profileNames } from "../../../src/cli/setup/profiles.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import { sampled } from "../../seeded.ts";
import { openSetupBench, type SetupBench } from "./bench.ts";

let bench: SetupBench;
beforeEach(async () => {
  bench = await openSetupBench();
});
afterEach(() => bench.close());

const OWN = { "README.md": "# Mine\n" };
const agents = [...agentInstalls.keys()];

async function goesInAndOut(...argv: readonly string[]): Promise<void> {
  await bench.put("README.md", OWN["README.md"]);
  const first = await bench.setup("--yes", ...argv);
  expect(first).toMatchObject({ exit: 0, stderr: "" });
  expect(first.stdout).toContain("\nDone.\n");
  const made = await bench.files();
  expect(Object.keys(made)).toContain("policies/main.policy");
  expect(Object.keys(made)).toContain(".policyc/bundle/hook.cjs");

  const second = await bench.setup("--yes", ...argv);
  expect(second).toMatchObject({ exit: 0, stderr: "" });
  expect(second.stdout).toContain("nothing to change");
  expect(await bench.files()).toEqual(made);

  expect(await bench.setup("--remove", "--yes")).toMatchObject({ exit: 0, stderr: "" });
  expect(await bench.files()).toEqual(OWN);
}

// Some alone: together below they are all tried.
it.each(sampled(agents, 4))("%s", async (agent) => {
  await goesInAndOut("--agent", agent, "--profile", "standard");
});

it("all of them at once", async () => {
  await goesInAndOut(...agents.flatMap((agent) => ["--agent", agent]));
});

it.each(profileNames())("the profile %s", async (profile) => {
  await goesInAndOut("--agent", "claude-code", "--agent", "codex", "--profile", profile);
});

it("names every agent by its title", async () => {
  const ran = await bench.setup("--dry-run", ...agents.flatMap((agent) => ["--agent", agent]));
  for (const agent of agents) expect(ran.stdout).toContain(titleOf(agent));
  expect(await bench.files()).toEqual({});
});
