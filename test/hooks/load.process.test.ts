// Many decisions at once with real hooks: nothing is lost, nothing is mixed up between sessions, nothing grows.

import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import { type Decision, type LoadedPolicy, loadPolicy, type RuntimeEvent } from "../../src/runtime/index.ts";
import { times } from "../seeded.ts";
import { eventually, handlesOpen, markThisProcess, processesLeft } from "./leftovers.ts";

const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));
const hooks = fileURLToPath(new URL("load/", import.meta.url));
const outer = markThisProcess("load");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "hooks-load-")));
const SESSIONS = 40;
const AT_ONCE = 50;

const text = `rule stays
  on before_tool_call
  when tool == "fetch"
  run ["node", file("echo-session.mjs")] protocol picoclaw timeout 30s may block fail closed
  fires on { tool: "fetch", input: { url: "https://example.org/" } }

rule spawned
  on before_tool_call
  when tool == "search"
  run ["sh", file("echo-session.sh")] timeout 30s may block fail closed
  fires on { tool: "search", input: { pattern: "x" } }

rule counted
  on before_tool_call
  when tool in ["fetch", "search"]
  count calls
  fires on { tool: "fetch", input: { url: "https://example.org/" } }

rule many
  on before_tool_call
  when tool in ["fetch", "search"] and counted(calls, 1h) > 1000000
  warn "many"
  fires on { tool: "fetch", input: { url: "https://example.org/" } } given { counted: { calls: 1000001 } }
`;

let policy: LoadedPolicy;
let handles = 0;
const warnings: string[] = [];
process.on("warning", ({ name, message }) => void warnings.push(`${name}: ${message}`));
const told = new Map<RuntimeEvent["type"], number>();

beforeAll(async () => {
  handles = handlesOpen();
  cpSync(hooks, folder, { recursive: true });
  writeFileSync(join(folder, "load.policy"), text);
  const outDir = join(folder, "bundle");
  const built = await buildBundle(["load.policy"], { cwd: folder, packsDir, outDir });
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const onEvent = ({ type }: RuntimeEvent): void => void told.set(type, (told.get(type) ?? 0) + 1);
  policy = await loadPolicy(outDir, { deadlineMs: 60_000, onEvent });
});
afterAll(async () => {
  await policy?.close();
  expect(await processesLeft(outer)).toEqual([]);
  expect(await eventually(() => handlesOpen() <= handles)).toBe(true);
  expect(warnings).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** Asks `count` times, so many at once; `ask` makes the event, `check` sees each decision with its number. */
async function drive(count: number, ask: (n: number) => object, check: (n: number, decision: Decision) => void) {
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const where = { session_id: `session-${n % SESSIONS}`, workdir: folder, cwd: folder, call_id: `call-${n}` };
      check(n, await policy.decide({ point: "before_tool_call", ...where, ...ask(n) }));
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

function heapMib(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

const wrong: string[] = [];
const expecting = (rule: string, what: (n: number) => string) => (n: number, decision: Decision) => {
  const wanted = `${rule}: ${what(n)}`;
  const said = decision.reasons.map(({ message }) => message).join("|");
  if (decision.outcome !== "block" || said !== wanted || decision.failures.length > 0)
    wrong.push(`${n}: ${decision.outcome} ${said} ${decision.failures.map(({ message }) => message).join()}`);
};

it("many decisions with a hook that stays", async () => {
  const url = (n: number): string => `https://example.org/${n}`;
  const fetch = (n: number): object => ({ tool: "fetch", input: { url: url(n) } });
  const check = expecting("stays", (n) => `Tool execution denied by hook: session-${n % SESSIONS} ${url(n)}`);
  const [first, rest] = [times(200), times(800)];
  expect(await drive(first, fetch, check)).toBe(first);
  const before = heapMib();
  expect(await drive(rest, fetch, check)).toBe(rest);
  const grown = heapMib() - before;
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(grown).toBeLessThan(16);
  expect(told.get("hook_started")).toBe(first + rest);
  expect(told.get("hook_finished")).toBe(first + rest);
  expect(told.get("hook_failed")).toBeUndefined();
});

it("many decisions with a hook that is started for each", async () => {
  told.clear();
  const count = times(60);
  const search = (n: number): object => ({ tool: "search", input: { pattern: `p${n}` } });
  const before = heapMib();
  const done = await drive(
    count,
    search,
    expecting("spawned", (n) => `session-${n % SESSIONS} p${n}`),
  );
  expect(done).toBe(count);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(told.get("hook_started")).toBe(count);
  expect(told.get("hook_finished")).toBe(count);
  expect(await eventually(async () => (await processesLeft(outer)).length <= 1)).toBe(true);
  expect(heapMib() - before).toBeLessThan(16);
});

it("an event that is changed while its hook is asked is decided as it was", async () => {
  const where = { session_id: "changing", workdir: folder, cwd: folder };
  const event = { point: "before_tool_call", tool: "search", input: { pattern: "before" }, ...where };
  const decision = policy.decide(event);
  event.input.pattern = "after";
  event.session_id = "another";
  expect((await decision).reasons.map(({ message }) => message)).toEqual(["spawned: changing before"]);
});
