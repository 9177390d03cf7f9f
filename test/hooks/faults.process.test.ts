// The fault suite: every way a hook can misbehave, times every failure mode. Each ends in its declared result, and
// nothing of it is left: no process, no handle, no temporary file.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HookFiles } from "../../src/runtime/external/hook-files.ts";
import { ProcessGroups } from "../../src/runtime/external/process-group.ts";
import { fakeFiles, fakeSpec, runFake, toolCall } from "./fakes.ts";
import { faults } from "./fault-table.ts";
import { eventually, filesLeft, handlesOpen, markThisProcess, processesLeft } from "./leftovers.ts";

const MIB = 1024 * 1024;

const outer = markThisProcess("faults");
const temp = mkdtempSync(join(tmpdir(), "faults-test-"));
const groups = new ProcessGroups();
let files: HookFiles;
let handles = 0;

beforeAll(() => {
  handles = handlesOpen();
  files = new HookFiles({ folder: join(temp, "no-bundle"), files: fakeFiles() }, temp);
});
afterEach(async () => {
  await groups.settled();
  expect(await processesLeft(outer)).toEqual([]);
  expect(groups.size).toBe(0);
});
afterAll(async () => {
  files.close();
  expect(filesLeft(temp)).toEqual([]);
  expect(await eventually(() => handlesOpen() <= handles)).toBe(true);
  rmSync(temp, { recursive: true });
});

describe.each(["closed", "open"] as const)("fail %s", (fail) => {
  it.each(faults)("$fake", async (fault) => {
    const spec = fakeSpec(fault.fake, { fail, ...(fault.timeoutMs ? { timeout_ms: fault.timeoutMs } : {}) });
    const event = toolCall(fault.isBig ? { input: { command: "x".repeat(MIB) } } : {});
    const { result, events } = await runFake(spec, { files, groups }, event);
    expect(events[0]).toMatchObject({
      type: "hook_started",
      rule: "scan",
      point: "before_tool_call",
      protocol: "small",
    });
    if (typeof fault.expect === "string") {
      if (result.ok) throw new Error(`it answered ${JSON.stringify(result.answer)}`);
      expect(result.failure.kind).toBe(fault.expect);
      expect(result.failure.code).toMatch(/^P72\d$/);
      expect(result.failure.stderr).toMatch(fault.stderr ?? /^/);
      expect(result.failure.stderr.length).toBeLessThan(5000);
      expect(events.slice(1)).toMatchObject([{ type: "hook_failed", fail, kind: fault.expect }]);
    } else {
      if (!result.ok) throw new Error(result.failure.message);
      expect(result.answer).toMatchObject(fault.expect);
      const blocked = fault.expect.outcome === "block" ? [{ type: "hook_blocked", ...fault.expect }] : [];
      expect(events.slice(1)).toMatchObject([{ type: "hook_finished", outcome: fault.expect.outcome }, ...blocked]);
    }
  });
});

it("has a fault for every fake", () => {
  const names = [...fakeFiles().keys()].map((name) => name.slice("files/".length));
  expect(names.filter((name) => name !== "echo-world.mjs").sort()).toEqual(faults.map(({ fake }) => fake).sort());
});

it("bears all faults at once", async () => {
  const runs = await Promise.all(
    faults.map(({ fake, timeoutMs }) => {
      const spec = fakeSpec(fake, { timeout_ms: timeoutMs === undefined ? 20_000 : 2000 });
      return runFake(spec, { files, groups }, toolCall());
    }),
  );
  const kinds = runs.map(({ result }) => (result.ok ? result.answer.outcome : result.failure.kind));
  expect(kinds).toEqual(
    faults.map((fault) => (typeof fault.expect === "string" ? fault.expect : fault.expect.outcome)),
  );
});
