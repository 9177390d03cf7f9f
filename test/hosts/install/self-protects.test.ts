// An agent must not be able to switch its own policy off: std/self covers every file that `policyc install` writes.

import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Site } from "../../../src/hosts/install/agent.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import { loadPolicy } from "../../../src/runtime/index.ts";
import { type Bundles, buildBundles } from "./workbench.ts";

let bundles: Bundles;
beforeAll(async () => {
  bundles = await buildBundles();
});
afterAll(() => bundles.close());

const site = (place: Site["place"]): Site => ({
  place,
  project: "/w/project",
  home: "/home/dev",
  env: {},
  isWindows: false,
});

const files = [...agentInstalls.values()].flatMap((install) =>
  (["project", "user"] as const).flatMap((place) => {
    const { config } = install;
    const own = config.kind === "scripts" ? join(config.folder(site(place)), "PreToolUse") : config.file(site(place));
    // The settings of an editor are the agent's to write; `policyc install --status` looks at them.
    const settings = install.switches.flatMap((one) => one.files(site(place))).filter((file) => !/\.vscode/.test(file));
    return [...new Set([own, ...settings])].map((file) => [install.agent, file] as const);
  }),
);

it("covers every file an agent reads its hooks from", async () => {
  const policy = await loadPolicy(join(bundles.folder, "first"), { home: "/home/dev", workdir: "/w/project" });
  try {
    const open = files.filter(([, path]) => {
      const event = {
        point: "before_tool_call",
        tool: "write",
        input: { path, content: "" },
        workdir: "/w/project",
      } as const;
      return policy.decideSync(event).outcome !== "block";
    });
    expect(open).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
  } finally {
    await policy.close();
  }
});

it("covers the program that answers the hooks", async () => {
  const policy = await loadPolicy(join(bundles.folder, "first"), { home: "/home/dev", workdir: "/w/project" });
  try {
    const input = { path: "/w/project/node_modules/policyc/dist/policyc.cjs", content: "" };
    expect(policy.decideSync({ point: "before_tool_call", tool: "write", input, workdir: "/w/project" }).outcome).toBe(
      "block",
    );
  } finally {
    await policy.close();
  }
});
