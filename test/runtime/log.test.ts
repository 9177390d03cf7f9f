// The decision log and the listener: what is written, what is masked, and that neither can change a decision.

import {
  appendFileSync,
  chmodSync,
  closeSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/language/contract.ts";
import { type LogRecord, loadPolicy, type RuntimeEvent } from "../../src/runtime/index.ts";
import { logRecord } from "../../src/runtime/log/log.ts";
import { bundleText, temporaryFolder, writeBundle } from "./hand-made-bundle.ts";

const call = { point: "before_tool_call", tool: "bash", input: { command: "ls" }, session_id: "s" };
const rm = { ...call, input: { command: "rm" } };

/** Made up, in the shape of real ones; none of them may ever reach a masked log. */
const canaries = {
  github: `ghp_${"c4n4ry".repeat(6)}`,
  aws: "AKIAC4N4RYC4N4RYC4N4",
  password: "canary-password-93",
  bearer: "canary.bearer.token.93",
  env: "canary-environment-93",
};

function linesOf(path: string): LogRecord[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogRecord);
}

const secretEvent = {
  ...call,
  input: {
    command: `curl -H "Authorization: Bearer ${canaries.bearer}" https://u:${canaries.password}@example.org/${canaries.github}`,
    env: { AWS: canaries.aws, API_KEY: canaries.password, nested: [{ password: canaries.password }] },
    [canaries.github]: "a secret as a name",
  },
  ask: ["env:POLICYC_CANARY", "git_branch"],
};

describe("the log file", () => {
  test("has one line per decision, for the owner only", async () => {
    const path = join(temporaryFolder(), "decisions.jsonl");
    const policy = await loadPolicy(writeBundle(), { log: path, now: () => Date.UTC(2026, 0, 5) });
    policy.decideSync(call);
    await policy.decide(rm);
    await policy.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const [first, second] = linesOf(path);
    expect(first).toMatchObject({
      version: 1,
      mode: "masked",
      at: "2026-01-05T00:00:00.000Z",
      revision: policy.revision,
      target: "policyc",
      outcome: "pass",
      proceed: true,
      rules: [],
      failures: [],
      unclear: [],
      facts: {},
      event: call,
      masked: [],
      duration_us: 1,
    });
    expect(second).toMatchObject({ outcome: "block", proceed: false, rules: ["no-rm"], event: rm });
  });

  test("is appended to, and its mode tightened", async () => {
    const path = join(temporaryFolder(), "decisions.jsonl");
    writeFileSync(path, '{"older":true}\n');
    chmodSync(path, 0o644);
    for (let i = 0; i < 2; i++) {
      const policy = await loadPolicy(writeBundle(), { log: { path } });
      policy.decideSync(call);
      await policy.close();
    }
    expect(linesOf(path)).toHaveLength(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("is never a link or a device", async () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, "target"), join(folder, "link"));
    for (const path of [join(folder, "link"), "/dev/null", folder])
      await expect(loadPolicy(writeBundle(), { log: path })).rejects.toMatchObject({ code: "P607" });
  });

  test("belongs to the policy's own files", async () => {
    const path = join(temporaryFolder(), "decisions.jsonl");
    const dir = writeBundle();
    const policy = await loadPolicy(dir, { log: path });
    expect(policy.decideSync(call)).toMatchObject({
      given: { own: expect.arrayContaining([dir, expect.stringMatching(/\.policyc$/), path]) },
    });
    await policy.close();
  });
});

describe("secrets", () => {
  test("never reach a masked log, and every masked place is listed", async () => {
    process.env.POLICYC_CANARY = canaries.env;
    const lines: string[] = [];
    const policy = await loadPolicy(writeBundle(), { log: (line) => void lines.push(line) });
    policy.decideSync(secretEvent);
    delete process.env.POLICYC_CANARY;
    for (const canary of Object.values(canaries)) expect(lines.join(), canary).not.toContain(canary);
    const record = JSON.parse(lines[0] ?? "") as LogRecord;
    expect(record.masked).toEqual(
      expect.arrayContaining([
        "event.input.command",
        "event.input.env.AWS",
        "event.input.env.API_KEY",
        "event.input.env.nested[0].password",
        "facts.env:POLICYC_CANARY",
      ]),
    );
    expect(record.facts).toMatchObject({ "env:POLICYC_CANARY": expect.stringMatching(/^sha256:[0-9a-f]{16}$/) });
  });

  test("in messages, failures and unclear are masked too", () => {
    const decision: Decision = {
      proceed: false,
      outcome: "block",
      reasons: [{ rule: "r", effect: "block", message: canaries.github, at: "a:1:1", scope: "user" }],
      warnings: [{ rule: "w", message: canaries.aws, at: "a:1:1", scope: "user" }],
      notes: [],
      unclear: [{ rule: "u", at: "a:1:1", missing: [canaries.github] }],
      failures: [{ code: "P704", message: canaries.github }],
      changes: { output: canaries.github },
      revision: "x",
      facts: { git_branch: canaries.github, [`realpath:/tmp/${canaries.github}`]: `/x/${canaries.aws}` },
    };
    const record = logRecord({}, decision, { mode: "masked", target: "policyc", now: 0 });
    for (const canary of Object.values(canaries)) expect(JSON.stringify(record)).not.toContain(canary);
    expect(record.rules).toEqual(["r", "w"]);
    expect(record.changes).toBeUndefined();
    const full = logRecord({ a: canaries.aws }, decision, { mode: "full", target: "policyc", now: 0 });
    expect(full).toMatchObject({ event: { a: canaries.aws }, changes: decision.changes, facts: decision.facts });
  });

  test("stay in a full log, which says so", async () => {
    process.env.POLICYC_CANARY = canaries.env;
    const path = join(temporaryFolder(), "full.jsonl");
    const policy = await loadPolicy(writeBundle(), { log: { path, mode: "full" } });
    policy.decideSync(secretEvent);
    await policy.close();
    delete process.env.POLICYC_CANARY;
    expect(linesOf(path)).toMatchObject([
      { mode: "full", event: secretEvent, masked: [], facts: { "env:POLICYC_CANARY": canaries.env } },
    ]);
  });
});

describe("events that are not JSON", () => {
  const cyclic: { [key: string]: unknown } = { ...call };
  cyclic.self = cyclic;
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("trap");
      },
    },
  );

  test.each([
    ["a cycle", cyclic],
    ["deep nesting", { ...call, deep }],
    [
      "an accessor",
      Object.defineProperty({ ...call }, "x", {
        enumerable: true,
        get: () => {
          throw new Error("get");
        },
      }),
    ],
    ["a trap", { ...call, trap }],
    ["a bigint, a function, a symbol, NaN", { ...call, x: [1n, () => 1, Symbol("s"), Number.NaN, undefined] }],
    [
      "toJSON",
      {
        ...call,
        toJSON: () => {
          throw new Error("toJSON");
        },
      },
    ],
    ["__proto__", JSON.parse('{"point":"before_tool_call","__proto__":{"x":1}}')],
    ["a huge text", { ...call, x: "x".repeat(20_000_000) }],
    ["many items", { ...call, x: Array.from({ length: 1_000_000 }, () => 0) }],
    ["lone surrogates and line ends", { ...call, x: "\ud800\n\u2028" }],
  ])("%s: the line is written, bounded and readable", async (_, event) => {
    const lines: string[] = [];
    const policy = await loadPolicy(writeBundle(), { log: (line) => void lines.push(line) });
    const decision = policy.decideSync(event);
    expect(decision.failures.filter((failure) => failure.code === "P712")).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("\n");
    expect(lines[0]?.length).toBeLessThan(10_000_000);
    expect((JSON.parse(lines[0] ?? "") as LogRecord).event).toMatchObject({ point: "before_tool_call" });
  });
});

test("a line that another process left half written does not take the next one with it", async () => {
  const path = join(temporaryFolder(), "decisions.jsonl");
  const policy = await loadPolicy(writeBundle(), { log: path });
  policy.decideSync(call);
  appendFileSync(path, '{"version":1,"mode"');
  policy.decideSync(rm);
  await policy.close();
  const lines = readFileSync(path, "utf8").split("\n");
  expect(lines[1]).toBe('{"version":1,"mode"');
  expect(lines.map((line) => line.includes('"outcome":"block"'))).toEqual([false, false, true, false]);
});

describe("a failing log", () => {
  test("changes no decision, and is listed and told", async () => {
    const heard: RuntimeEvent[] = [];
    const policy = await loadPolicy(writeBundle(), {
      log: () => {
        throw new Error("disk gone");
      },
      onEvent: (event) => void heard.push(event),
    });
    expect(policy.decideSync(call)).toMatchObject({
      proceed: true,
      outcome: "pass",
      failures: [{ code: "P712", message: "the decision log could not be written: Error: disk gone" }],
    });
    expect(policy.decideSync(rm)).toMatchObject({ proceed: false, outcome: "block", failures: [{ code: "P712" }] });
    expect(heard.map((event) => event.type)).toEqual([
      "policy_loaded",
      "log_failed",
      "decision_failed",
      "log_failed",
      "decision_failed",
    ]);
  });

  test("of an async function is told later and ends nothing", async () => {
    const heard: string[] = [];
    const policy = await loadPolicy(writeBundle(), {
      log: async () => {
        throw new Error("later");
      },
      onEvent: (event) => void heard.push(event.type),
    });
    expect(policy.decideSync(call).failures).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(heard).toContain("log_failed");
  });

  test("of a clock or a full disk is the same", async () => {
    const clock = await loadPolicy(writeBundle(), { log: () => {}, now: () => Number.NaN });
    expect(clock.decideSync(call)).toMatchObject({ proceed: true, failures: [{ code: "P712" }] });
  });

  test.skipIf(process.platform !== "linux")("of a file that was closed under it", async () => {
    const path = join(temporaryFolder(), "decisions.jsonl");
    const heard: string[] = [];
    const policy = await loadPolicy(writeBundle(), { log: path, onEvent: (event) => void heard.push(event.type) });
    closeSync(descriptorOf(path));
    expect(policy.decideSync(rm)).toMatchObject({ outcome: "block", failures: [{ code: "P712" }] });
    await policy.close();
    expect(heard).toEqual(["policy_loaded", "log_failed", "decision_failed", "log_failed", "policy_closed"]);
  });
});

function descriptorOf(path: string): number {
  const isIt = (name: string): boolean => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  };
  return Number(readdirSync("/proc/self/fd").find(isIt));
}

describe("the listener", () => {
  test("hears loading and closing", async () => {
    const heard: RuntimeEvent[] = [];
    const dir = writeBundle();
    const policy = await loadPolicy(dir, { onEvent: (event) => void heard.push(event) });
    policy.decideSync(call);
    await policy.close();
    const { revision } = policy;
    expect(heard).toEqual([
      { type: "policy_loaded", dir, folder: dir, revision, scope: "user", target: "policyc", rules: 1 },
      { type: "policy_closed", revision },
    ]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("listener");
      },
    ],
    ["rejects", () => Promise.reject(new Error("listener"))],
  ])("that %s changes nothing", async (_, onEvent) => {
    const policy = await loadPolicy(writeBundle(), {
      onEvent,
      log: () => {
        throw new Error("log");
      },
    });
    expect(policy.decideSync(rm)).toMatchObject({ outcome: "block" });
    expect(await policy.decide(call)).toMatchObject({ outcome: "pass" });
    await policy.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

describe("closing", () => {
  test("fails later events by their point, with a code", async () => {
    const lines: string[] = [];
    const policy = await loadPolicy(writeBundle(), { log: (line) => void lines.push(line) });
    await policy.close();
    await policy.close();
    const closed = [{ code: "P714", message: "the policy was closed before this event" }];
    expect(await policy.decide(call)).toMatchObject({ proceed: false, outcome: "block", failures: closed });
    expect(policy.decideSync({ point: "notification" })).toMatchObject({
      proceed: true,
      outcome: "pass",
      failures: closed,
    });
    expect(policy.explain(call)).toMatchObject({ decision: { outcome: "block", failures: closed }, rules: [] });
    for (const event of [null, 7, "x", [], {}, { point: "toString" }, { point: {} }])
      expect(policy.decideSync(event)).toMatchObject({ proceed: false, failures: closed });
    expect(lines).toEqual([]);
  });

  test("sends an agent back three times at most", async () => {
    const policy = await loadPolicy(writeBundle());
    await policy.close();
    const outcomes = Array.from({ length: 5 }, () => policy.decideSync({ point: "accept_gate" }).outcome);
    expect(outcomes).toEqual(["block", "block", "block", "pass", "pass"]);
  });
});

test("an engine that throws fails closed", async () => {
  const policy = await loadPolicy(writeBundle(bundleText()));
  const expected = { proceed: false, outcome: "block", failures: [{ code: "P704" }] };
  expect(policy.decideSync({ ...call, throw: true })).toMatchObject(expected);
  expect(await policy.decide(null)).toMatchObject(expected);
  expect(policy.explain({ ...call, throw: true })).toMatchObject({ decision: expected });
});
