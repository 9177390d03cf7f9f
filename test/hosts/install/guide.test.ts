// The table of docs/operate/install-agents.md names the files that `policyc install` writes.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Site } from "../../../src/hosts/install/agent.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";

const site: Site = { place: "project", project: "", home: "~", env: {}, isWindows: false };

it("has a row for every agent", () => {
  const guide = readFileSync(new URL("../../../docs/operate/install-agents.md", import.meta.url), "utf8");
  for (const { agent, config } of agentInstalls.values()) {
    const place = config.kind === "scripts" ? (at: Site) => `${config.folder(at)}/` : config.file;
    expect(guide).toContain(`| \`${agent}\` | \`${place(site)}\` | \`${place({ ...site, place: "user" })}\` | `);
  }
});
