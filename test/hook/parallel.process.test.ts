// Many hook processes of one session at once: none loses a mark or a count, and none decides on what another has changed.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { sessionFolder } from "../../src/runtime/stores/state-folder.ts";
import { times } from "../seeded.ts";
import { bashCall, claudeVerdict } from "./claude-calls.ts";
import { type Built, hookPlace } from "./place.ts";
import { run } from "./processes.ts";

const place = hookPlace();
const PROCESSES = Math.min(times(16), 64);
const LIMIT = 10;
let built: Built;

beforeAll(async () => {
  built = await place.policy(
    "rates",
    `rule counts-fetches on before_tool_call when tool == "fetch" count fetches
  fires on { tool: "fetch", input: { url: "https://example.org/" } }
rule few-fetches on before_tool_call when tool == "fetch" and counted(fetches, 1h) > ${LIMIT} block "Enough."
  fires on { tool: "fetch", input: { url: "https://example.org/" } } given { counted: { fetches: ${LIMIT} } }
rule counts-calls on before_tool_call when tool == "bash" count calls fires on "ls"
rule many-calls on before_tool_call when tool == "bash" and counted(calls, 1h) > 1000 block "Never."
  fires on "ls" given { counted: { calls: 1000 } }
${Array.from(
  { length: PROCESSES },
  (_, i) => `rule marks-${i} on before_tool_call when tool == "bash" and input.command == "echo ${i}" mark seen-${i}
  fires on "echo ${i}"
rule tests-${i} on before_tool_call when tool == "read" and marked(seen-${i}) warn "${i}"
  fires on { tool: "read", input: { path: "a" } } given { marked: [seen-${i}] }
`,
).join("")}`,
  );
});

const words = (): readonly string[] => [
  ...[place.cli, "hook", "--agent", "claude-code", "--bundle", built.dir, "--revision", built.revision],
  ...["--state", place.state, "--deadline", "60000"],
];

const all = <T>(one: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: PROCESSES }, (_, i) => one(i)));

it("keeps every mark and every count", async () => {
  const answers = await all((i) => run(words(), bashCall(`echo ${i}`, { session_id: "marks", tool_use_id: `c${i}` })));
  expect(answers.map(claudeVerdict)).toEqual(answers.map(() => "pass"));
  const folder = sessionFolder(place.state, { scope: "user", bundle: built.dir, policyId: null });
  const store = fileStore({ folder, counters: { calls: [3_600_000], fetches: [3_600_000] } });
  const now = Date.now();
  const state = store.read("marks", now);
  expect(state.counted("calls", false, 3_600_000, now)).toBe(PROCESSES);
  expect(Array.from({ length: PROCESSES }, (_, i) => state.marked(`seen-${i}`, false))).toEqual(
    Array.from({ length: PROCESSES }, () => 1),
  );
  expect(readdirSync(folder).filter((name) => !name.endsWith(".session"))).toEqual([]);
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name), "utf8")).toMatch(/^policyc-session 1 /);
});

it("lets as many through as a rate rule says", async () => {
  const call = { tool_name: "WebFetch", tool_input: { url: "https://example.org/", prompt: "x" }, session_id: "rates" };
  const answers = await all((i) => run(words(), bashCall("", { ...call, tool_use_id: `f${i}` })));
  const verdicts = answers.map(claudeVerdict);
  expect(verdicts.filter((verdict) => verdict === "pass")).toHaveLength(LIMIT);
  expect(verdicts.filter((verdict) => verdict === "deny: Enough.")).toHaveLength(PROCESSES - LIMIT);
});
