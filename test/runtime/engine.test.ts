// The loader and the real engine together: facts of the machine reach conditions, the bundle guards itself, state and
// failures come out as they should, and every decision is on the log.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileModule } from "../../src/compiler/bundle/compile-module.ts";
import { textOfLinked } from "../../src/compiler/bundle/link-parts.ts";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import type { IrCond } from "../../src/compiler/ir/ir.ts";
import { type LoadedPolicy, type LogRecord, loadPolicy } from "../../src/runtime/index.ts";
import { eq, sampleIr } from "../emit/sample-ir.ts";
import { bundleText, temporaryFolder, writeBundle } from "./hand-made-bundle.ts";

const anyWrite = (body: IrCond): IrCond => ({ op: "any", list: { op: "view", view: "writes" }, var: 0, body });
const written = { op: "var", var: 0, type: "path" } as const;

const ir = sampleIr(
  [
    {
      name: "frozen",
      when: [
        eq("tool", "write"),
        {
          op: "compare",
          test: "eq",
          type: "string",
          left: {
            op: "default",
            value: { op: "fact", key: "git_branch", type: "string", optional: true },
            fallback: { op: "const", value: "" },
          },
          right: { op: "const", value: "main" },
        },
      ],
    },
    { name: "self", when: [eq("tool", "edit"), anyWrite({ op: "is", word: "policyc", value: written })] },
    {
      name: "vault",
      when: [eq("tool", "edit"), anyWrite({ op: "under", value: written, dirs: ["vault"], fold: true })],
    },
    {
      name: "in-ci",
      points: ["user_prompt_submit"],
      when: [
        {
          op: "compare",
          test: "eq",
          type: "string",
          left: {
            op: "default",
            value: { op: "fact", key: "env:POLICYC_CANARY", type: "string", optional: true },
            fallback: { op: "const", value: "" },
          },
          right: { op: "const", value: "canary-93" },
        },
      ],
    },
    {
      name: "remember",
      when: [eq("tool", "read")],
      effects: [[{ kind: "mark", label: "seen" }]],
      stratum: 0,
    },
    { name: "after-seen", when: [eq("tool", "fetch"), { op: "marked", label: "seen" }] },
  ],
  { labels: ["seen"] },
);

let dir = "";
const root = temporaryFolder();

beforeAll(async () => {
  const text = bundleText();
  const [sample] = text.manifest.rules as { id: number }[];
  text.manifest.rules = ir.rules.map(({ id, name }) => ({ ...sample, id, name }));
  text.files["policy.mjs"] = textOfLinked(await compileModule(emitModule(ir)));
  dir = writeBundle(text);
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "vault"));
  symlinkSync("vault", join(root, "harmless"));
});

const head = (content: string): void => writeFileSync(join(root, ".git", "HEAD"), content);
const call = (tool: string, input: object, session = "s") => ({
  point: "before_tool_call",
  tool,
  tool_name: tool,
  input,
  session_id: session,
  workdir: root,
  cwd: root,
});
const rulesOf = (policy: LoadedPolicy, event: unknown): string[] =>
  policy.decideSync(event).reasons.map((reason) => reason.rule);

describe("facts", () => {
  const write = call("write", { path: "a.ts", content: "" });

  test("the branch decides, and not knowing it does not loosen", async () => {
    const policy = await loadPolicy(dir);
    head("ref: refs/heads/main\n");
    expect(policy.decideSync(write)).toMatchObject({ outcome: "block", facts: { git_branch: "main" } });
    head("ref: refs/heads/topic\n");
    expect(policy.decideSync(write)).toMatchObject({ outcome: "pass", facts: { git_branch: "topic" } });
    head("nonsense\n");
    const unclear = policy.decideSync(write);
    expect(unclear).toMatchObject({ proceed: false, outcome: "ask", facts: { git_branch: { unknown: true } } });
    expect(unclear.unclear).toMatchObject([{ rule: "frozen" }]);
  });

  test("a world that throws is a world that cannot tell", async () => {
    const policy = await loadPolicy(dir, {
      world: () => {
        throw new Error("no world");
      },
    });
    expect(policy.decideSync(write)).toMatchObject({ proceed: false, outcome: "ask" });
  });

  test("are gathered only where a rule needs them", async () => {
    const asked: string[] = [];
    const policy = await loadPolicy(dir, { world: (key) => void asked.push(key) });
    policy.decideSync(call("fetch", { url: "https://example.org" }));
    expect(asked.filter((key) => !key.startsWith("realpath:"))).toEqual([]);
  });
});

describe("paths", () => {
  test("a link inside the project does not hide where a write lands", async () => {
    const policy = await loadPolicy(dir);
    expect(rulesOf(policy, call("edit", { path: "harmless/new/key.pem" }))).toEqual(["vault"]);
    expect(rulesOf(policy, call("edit", { path: "VAULT/x" }))).toEqual(["vault"]);
    expect(rulesOf(policy, call("edit", { path: "src/x" }))).toEqual([]);
  });

  test("the bundle, the bundle a build left, and the log are policyc's own", async () => {
    const log = join(temporaryFolder(), "log.jsonl");
    const policy = await loadPolicy(dir, { log });
    for (const path of [join(dir, "policy.mjs"), dir, join(dir, "..", ".bundle.last", "manifest.json"), log])
      expect(rulesOf(policy, call("edit", { path })), path).toEqual(["self"]);
    expect(rulesOf(policy, call("edit", { path: join(dir, "..", "other") }))).toEqual([]);
    await policy.close();
  });
});

test("marks live as long as the policy, or as the store that was given", async () => {
  const read = call("read", { path: "a" }, "m");
  const fetch = call("fetch", { url: "https://example.org" }, "m");
  const first = await loadPolicy(dir);
  expect(first.decideSync(fetch).outcome).toBe("pass");
  first.decideSync(read);
  expect(first.decideSync(fetch)).toMatchObject({ outcome: "block", reasons: [{ rule: "after-seen" }] });
  expect((await loadPolicy(dir)).decideSync(fetch).outcome).toBe("pass");
  const broken = await loadPolicy(dir, {
    store: {
      read: () => {
        throw new Error("store gone");
      },
      commit: () => {},
    },
  });
  const decision = broken.decideSync(fetch);
  expect(decision.proceed).toBe(false);
  expect(decision.failures.map((failure) => failure.code)).toContain("P706");
});

test("explain says why each rule did not fire and leaves no trace", async () => {
  const lines: string[] = [];
  const policy = await loadPolicy(dir, { log: (line) => void lines.push(line) });
  head("ref: refs/heads/topic\n");
  const explained = policy.explain(call("write", { path: "a.ts", content: "" }));
  expect(explained.decision.outcome).toBe("pass");
  expect(explained.rules).toContainEqual(expect.objectContaining({ rule: 0, missed: 1 }));
  policy.explain(call("read", { path: "a" }, "e"));
  expect(policy.decideSync(call("fetch", { url: "https://example.org" }, "e")).outcome).toBe("pass");
  expect(lines).toHaveLength(1);
});

describe("the log of real decisions", () => {
  test("keeps the facts, an environment value as a hash, and the time it took", async () => {
    process.env.POLICYC_CANARY = "canary-93";
    const lines: string[] = [];
    const policy = await loadPolicy(dir, { log: (line) => void lines.push(line) });
    const prompt = { point: "user_prompt_submit", prompt: "hello", session_id: "s", workdir: root, cwd: root };
    expect((await policy.decide(prompt)).outcome).toBe("block");
    delete process.env.POLICYC_CANARY;
    expect(lines.join()).not.toContain("canary-93");
    const record = JSON.parse(lines[0] ?? "") as LogRecord;
    expect(record).toMatchObject({
      outcome: "block",
      rules: ["in-ci"],
      facts: { "env:POLICYC_CANARY": expect.stringMatching(/^sha256:/) },
      event: prompt,
      revision: policy.revision,
    });
    expect(record.duration_us).toBeGreaterThanOrEqual(0);
  });

  const cyclic: { [key: string]: unknown } = { ...call("bash", {}) };
  cyclic.input = { command: cyclic };
  test.each([
    ["null", null, "P702"],
    ["a text", "x", "P702"],
    ["no point", {}, null],
    ["an unknown point", { point: "before_lunch" }, "P701"],
    ["a point of the prototype", { point: "constructor" }, "P701"],
    ["a wrong type", call("bash", { command: 7 }), "P702"],
    ["a cycle", cyclic, null],
    ["a huge text", call("bash", { command: "x".repeat(9_000_000) }), "P703"],
  ])("holds what was wrong with the event: %s", async (_, event, code) => {
    const lines: string[] = [];
    const policy = await loadPolicy(dir, { log: (line) => void lines.push(line) });
    const decision = await policy.decide(event);
    expect(decision.proceed).toBe(false);
    expect(decision.failures.length).toBeGreaterThan(0);
    if (code !== null) expect(decision.failures[0]?.code).toBe(code);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ outcome: "block", failures: decision.failures });
  });
});

test("events that say no folder are about the folder given at load", async () => {
  head("ref: refs/heads/main\n");
  const { workdir: _, cwd: __, ...event } = call("write", { path: "a.ts", content: "" });
  expect((await loadPolicy(dir, { workdir: root })).decideSync(event).facts).toMatchObject({ git_branch: "main" });
});
