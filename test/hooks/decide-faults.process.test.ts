// The fault suite through `decide`: every fake of fakes/ as the hook of a real bundle, times both failure modes. Each ends
// in its declared outcome, with the failure in the decision, and nothing is left when the policy is closed.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import type { HookFailureKind } from "../../src/language/hook-result.ts";
import { type LoadedPolicy, loadPolicy, type RuntimeEvent } from "../../src/runtime/index.ts";
import { faults } from "./fault-table.ts";
import { eventually, handlesOpen, markThisProcess, processesLeft } from "./leftovers.ts";

const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));
const fakes = fileURLToPath(new URL("fakes/", import.meta.url));
const outer = markThisProcess("decide-faults");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "decide-faults-")));
const modes = ["closed", "open"] as const;
const MIB = 1024 * 1024;
/** For a hook that answers at all. */
const ENOUGH_MS = 20_000;

const codes: { readonly [K in HookFailureKind]?: string } = {
  timeout: "P721",
  signal: "P722",
  exit: "P723",
  oversize: "P724",
  malformed: "P725",
  shape: "P726",
};

const nameOf = (fake: string, mode: string): string => `${mode}-${fake.replace(/\.\w+$/, "")}`;

const rules = faults.flatMap(({ fake, timeoutMs }) =>
  modes.map(
    (mode) => `rule ${nameOf(fake, mode)}
  on before_tool_call
  when tool == "search" and input.pattern == "${nameOf(fake, mode)}"
  run [file("fakes/${fake}")] timeout ${timeoutMs ?? ENOUGH_MS}ms env ["PATH"] may block, warn, note fail ${mode}
  fires on { tool: "search", input: { pattern: "${nameOf(fake, mode)}" } }
`,
  ),
);

let policy: LoadedPolicy;
let handles = 0;
const events: RuntimeEvent[] = [];

beforeAll(async () => {
  handles = handlesOpen();
  const sources = join(folder, "sources");
  mkdirSync(sources);
  cpSync(fakes, join(sources, "fakes"), { recursive: true });
  writeFileSync(join(sources, "faults.policy"), rules.join("\n"));
  const outDir = join(folder, "bundle");
  const built = await buildBundle(["faults.policy"], { cwd: sources, packsDir, outDir });
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  policy = await loadPolicy(outDir, { deadlineMs: ENOUGH_MS, onEvent: (event) => void events.push(event) });
});
afterAll(async () => {
  await policy?.close();
  expect(await processesLeft(outer)).toEqual([]);
  expect(await eventually(() => handlesOpen() <= handles)).toBe(true);
  rmSync(folder, { recursive: true });
});

const ask = (fake: string, mode: string, isBig: boolean, session = "s") =>
  policy.decide({
    point: "before_tool_call",
    tool: "search",
    input: { pattern: nameOf(fake, mode), ...(isBig && { path: "x".repeat(MIB) }) },
    session_id: session,
    workdir: folder,
    cwd: folder,
  });

describe.each(modes)("fail %s", (mode) => {
  it.each(faults)("$fake", async ({ fake, expect: expected, isBig = false }) => {
    events.length = 0;
    const decision = await ask(fake, mode, isBig);
    const rule = nameOf(fake, mode);
    expect(events[0]).toMatchObject({ type: "hook_started", rule });
    if (typeof expected === "string") {
      const code = codes[expected];
      expect(decision.failures).toMatchObject([{ code, rule, hook: rule }]);
      expect(decision.outcome).toBe(mode === "closed" ? "block" : "pass");
      expect(decision.proceed).toBe(mode === "open");
      if (mode === "closed") expect(decision.reasons).toMatchObject([{ rule, effect: "block", because: "error" }]);
      else expect(decision.reasons).toEqual([]);
      expect(events.slice(1)).toMatchObject([
        { type: "hook_failed", rule, code, fail: mode },
        { type: "decision_failed" },
      ]);
    } else {
      expect(decision).toMatchObject({ outcome: expected.outcome, failures: [] });
      const texts = decision.reasons.map(({ message }) => message);
      expect(texts).toEqual(expected.message === undefined ? [] : [`${rule}: ${expected.message}`]);
    }
  });
});

it("bears all of them at once, each with its own outcome", async () => {
  const asked = faults.flatMap((fault) => modes.map((mode) => ({ fault, mode })));
  const decisions = await Promise.all(asked.map(({ fault, mode }, i) => ask(fault.fake, mode, false, `s${i}`)));
  const outcomes = decisions.map(({ outcome }, i) => `${asked[i]?.mode} ${asked[i]?.fault.fake} ${outcome}`);
  expect(outcomes).toEqual(
    asked.map(({ fault, mode }) => {
      const failed = mode === "closed" ? "block" : "pass";
      return `${mode} ${fault.fake} ${typeof fault.expect === "string" ? failed : fault.expect.outcome}`;
    }),
  );
});

it("is decided without waiting when nobody may wait: a hook that matches counts as failed", () => {
  for (const mode of modes) {
    const decision = policy.decideSync({
      point: "before_tool_call",
      tool: "search",
      input: { pattern: nameOf("silent.sh", mode) },
      session_id: "s",
    });
    expect(decision.outcome).toBe(mode === "closed" ? "block" : "pass");
    expect(decision.failures).toHaveLength(1);
  }
});
