// The same calls through the plug-ins of agents that have them and through the library: the same refusals, rewrites and marks.

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { loadPolicy } from "../../src/runtime/index.ts";
import { folder, loaded, policy } from "../plugins/emitted.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { type Call, type PluginDoor, plugins, type Verdict } from "./plugin-doors.ts";

const calls: readonly Call[] = [
  { tool: "bash", value: "ls" },
  { tool: "bash", value: "rm -rf dist" },
  { tool: "bash", value: "npm install" },
  { tool: "fetch", value: "https://example.org" },
  { tool: "bash", value: 'cat "$SOMETHING"' },
  { tool: "read", value: "app/.env" },
  { tool: "fetch", value: "https://example.org" },
  { tool: "bash", value: "rm -rf ~/.policyc" },
];

async function byLibrary(door: PluginDoor, bundle: string): Promise<readonly Verdict[]> {
  const loadedPolicy = await loadPolicy(bundle, { target: door.target, workdir: folder });
  const verdicts = calls.map((call, at): Verdict => {
    const read = door.read(call, `c${at}`, folder);
    if (read === null || !("event" in read)) throw new Error(`${door.target} has no event for ${call.tool}`);
    const { word, reason, changes } = door.plan(loadedPolicy.decideSync(read.event), read.event);
    if (word !== "pass" && word !== "allow") return { refused: reason, input: null };
    return { refused: null, input: (changes.input ?? door.input(call)) as Verdict["input"] };
  });
  await loadedPolicy.close();
  return verdicts;
}

afterEach(() => void vi.unstubAllEnvs());

it.each(plugins)("$target decides like the library", async (door) => {
  vi.stubEnv("HOME", mkdtempSync(join(folder, "home-")));
  const text = policy(door.target);
  await buildIn(folder, text, `door-${door.target}`);
  const wanted = await byLibrary(door, join(folder, `door-${door.target}`));
  const ask = await door.start(await loaded(door.emitted, text), folder);
  const found: Verdict[] = [];
  for (const [at, call] of calls.entries()) found.push(await ask(call, `c${at}`));
  expect(found).toEqual(wanted);
  expect(wanted.map(({ refused }) => refused !== null)).toEqual([false, true, false, false, false, false, true, true]);
});
