// A question that is decided twice, because its first answer came too late or was lost, counts, marks and consumes once.

import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { uptimeMs } from "../../src/runtime/machine/uptime.ts";
import { readArguments } from "../../src/service/arguments.ts";
import { ownCaller } from "../../src/service/caller.ts";
import { openBundle } from "../../src/service/open-bundle.ts";
import { programOf } from "../../src/service/run-module.ts";
import { runFolder } from "../run-folder.ts";
import { buildIn } from "../runtime/built-policy.ts";

const POLICY = `rule fetched on before_tool_call when tool == "fetch" count fetches fires on { tool: "fetch", input: { url: "https://a.example/" } }
rule enough on before_tool_call when tool == "fetch" and counted(fetches, 1h) > 2 block "Enough."
  fires on { tool: "fetch", input: { url: "https://a.example/" } } given { counted: { fetches: 2 } }
rule go-on on before_completion_decision when true block "Go on." fires on { point: "before_completion_decision" }
`;

const folder = runFolder("asks-");
const building = buildIn(folder, POLICY);

/** Asks in a home of its own, as a process of its own would; gives what Claude Code reads. */
async function asking(): Promise<(payload: object, ask: string) => string> {
  await building;
  const home = join(runFolder("asks-home-"), "home");
  mkdirSync(home);
  vi.stubEnv("HOME", home);
  const dir = join(folder, "bundle");
  const bundle = openBundle(dir, null);
  const { answer } = programOf(bundle, createRequire(import.meta.url));
  return (payload, ask) => {
    const options = readArguments(["--agent", "claude-code", "--bundle", dir, "--ask-id", ask.padStart(32, "0")]);
    const caller = { ...ownCaller(options), cwd: home, endsAt: uptimeMs() + 60_000 };
    const importModule = (): Promise<never> => Promise.reject(new Error("nothing is to be imported"));
    const text = JSON.stringify({ session_id: "s", cwd: home, ...payload });
    const { reply } = answer({ bundle, importModule, progress: { input: { text } }, caller });
    if (reply instanceof Promise) throw new Error("nothing is to be waited for");
    return reply.stdout;
  };
}

// Without an id of the host, so that only the question has a name.
const fetch = { hook_event_name: "PreToolUse", tool_name: "WebFetch", tool_input: { url: "https://a.example/" } };
const stop = { hook_event_name: "Stop", stop_hook_active: false };

it("counts once, and is decided alike both times", async () => {
  const ask = await asking();
  for (const name of ["1", "1", "2", "1", "2"]) expect(ask(fetch, name)).toBe("");
  expect(ask(fetch, "3")).toContain("Enough.");
  expect(ask(fetch, "3")).toContain("Enough.");
  vi.unstubAllEnvs();
});

it("sends the agent back once, and lets it end once", async () => {
  const ask = await asking();
  for (const name of ["1", "2", "3"]) for (let time = 0; time < 3; time++) expect(ask(stop, name)).toContain("Go on.");
  for (let time = 0; time < 3; time++) expect(ask(stop, "4")).not.toContain("Go on.");
  expect(ask(stop, "5")).toContain("Go on.");
  vi.unstubAllEnvs();
});

it("counts in the session that was handed on, whatever session the agent names", async () => {
  const ask = await asking();
  vi.stubEnv("POLICYC_SESSION", "root");
  for (const name of ["1", "2"]) expect(ask({ ...fetch, session_id: `own-${name}` }, name)).toBe("");
  expect(ask({ ...fetch, session_id: "own-3" }, "3")).toContain("Enough.");
  vi.stubEnv("POLICYC_SESSION", undefined);
  expect(ask({ ...fetch, session_id: "own-3" }, "4")).toBe("");
  vi.unstubAllEnvs();
});
