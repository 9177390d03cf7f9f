// What the native client answers when Node cannot be started: the refusal that Node would have written.

import { describe, expect, it } from "vitest";
import { hookHosts } from "../../src/hosts/adapters.ts";
import { EVENT_VARIABLE } from "../../src/hosts/copilot-cli/payload.ts";
import { sampledAgents, samplesOf } from "../hosts/read-samples.ts";
import { nativeBench, runClient } from "./client.ts";
import { nodeRefusal, refusalTable } from "./refusal-table.ts";

const bench = nativeBench();
const message = "policyc: Node could not be started";

interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** What replaces a result has the shape of that result when Node writes it, and is a text when the client does. */
const withoutShape = (reply: Reply): Reply => ({
  ...reply,
  stdout: reply.stdout.replace(/"updatedToolOutput":.*/s, ""),
});

describe.runIf(bench.client !== null)("refusals of the agents' samples", () => {
  const agents = sampledAgents.filter((agent) => hookHosts.includes(agent));
  const table = refusalTable();

  it.each(agents)("%s", async (agent) => {
    const { unknown, replies } = table[agent] ?? { unknown: null, replies: [] };
    for (const { name, payload } of samplesOf(agent)) {
      const [event = ""] = name.split(".");
      const env = agent.startsWith("copilot") ? { [EVENT_VARIABLE]: event } : {};
      const words = ["/nowhere/node", "/nowhere/policyc.cjs", "hook", "--agent", agent];
      const { stdout, stderr, code } = await runClient(bench, words, payload, { env });
      const { isKnown, ...node } = nodeRefusal(agent, payload, env, message);
      // Events that nobody knows are refused, also those that Node leaves alone because of their names.
      const isListed = isKnown || replies.some(({ events }) => events.includes(event));
      const expected = isListed ? node : { ...unknown, ...node, stderr: `${message}\n`, exitCode: 2 };
      expect(withoutShape({ stdout, stderr, exitCode: code }), name).toEqual(withoutShape(expected));
    }
  });
});
