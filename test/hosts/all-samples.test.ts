// No sample is left out: every folder of them is read by some test, every file has its expected reading, every table of
// answers has rows.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hookHosts } from "../../src/hosts/adapters.ts";
import { hostOf } from "../../src/hosts/index.ts";
import { sampledAgents, samplesOf } from "./read-samples.ts";

const here = new URL("agent-samples/", import.meta.url);
/** Agents that ask inside their own process, or message by message: test/plugins and test/mcp-proxy. */
const inProcess = ["amp", "opencode"];
const byMessage = "mcp-proxy";

describe("samples", () => {
  it("are of agents that a policy can be installed in", () => {
    for (const agent of sampledAgents) {
      expect([agent, hostOf(agent)?.name]).toEqual([agent, agent]);
      const isRead = hookHosts.includes(agent) || inProcess.includes(agent) || agent === byMessage;
      expect([agent, isRead]).toEqual([agent, true]);
    }
  });

  it.each(sampledAgents.filter((agent) => agent !== byMessage))("of %s have each an expected reading", (agent) => {
    const expected = JSON.parse(readFileSync(new URL(`${agent}/expected.json`, here), "utf8"));
    const names = samplesOf(agent).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    expect(Object.keys(expected).toSorted()).toEqual(names.toSorted());
  });

  it("come as JSON and nothing else", () => {
    for (const agent of sampledAgents)
      for (const name of readdirSync(new URL(`${agent}/`, here))) expect(name).toMatch(/^[\w.-]+\.json$/);
  });
});

it("answers are written down for the five agents that have the most users", () => {
  const written = sampledAgents.filter((agent) => existsSync(new URL(`${agent}/answers.json`, here)));
  expect(written).toEqual(["claude-code", "codex", "copilot-cli", "cursor", "gemini-cli"]);
});
