// The order of a decision with hooks, by design 2.9, with a runner that records who was asked what.
// Real programs are in the fault suite; here only the engine is under test.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import type { Json } from "../../src/language/contract.ts";
import type { HookCompletion, HookResult } from "../../src/language/hook-result.ts";
import type { HookRunner, HookView, Policy } from "../../src/runtime/engine/index.ts";

const folder = mkdtempSync(join(tmpdir(), "policyc-decide-"));
const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nothing: HookResult = {
  outcome: "pass",
  message: null,
  warnings: [],
  notes: [],
  changes: {},
  result: null,
  attachments: [],
  metadata: null,
  issues: [],
};

type Answer = Partial<HookResult> | { readonly fails: string };
type Hooks = { readonly [rule: string]: (view: HookView) => Answer | Promise<Answer> };

let built = 0;

/** Builds the text, and gives the policy with a runner that answers by rule name. */
async function policyWith(text: string, hooks: Hooks): Promise<{ policy: Policy; log: string[] }> {
  const name = `case-${++built}`;
  writeFileSync(join(folder, `${name}.policy`), text);
  const outDir = join(folder, name);
  const result = await buildBundle([`${name}.policy`], { cwd: folder, packsDir, outDir });
  expect(result.diagnostics.filter((one) => one.severity === "error")).toEqual([]);
  const module = await import(pathToFileURL(join(outDir, "policy.mjs")).href);
  const specs = result.model?.ir.hooks ?? [];
  const log: string[] = [];
  const answer = async (hook: number, view: HookView): Promise<HookCompletion> => {
    const rule = specs[hook]?.rule ?? "?";
    log.push(`${rule} asked`);
    const said = await hooks[rule]?.(view);
    log.push(`${rule} answered`);
    if (said !== undefined && "fails" in said) return { ok: false, failure: { code: "P721", message: said.fails } };
    return { ok: true, answer: { ...nothing, ...said } };
  };
  const runner: HookRunner = {
    ask: answer,
    tell: (hook) => void log.push(`${specs[hook]?.rule} told`),
  };
  return { policy: module.createPolicy({ revision: "r", hooks: runner, deadlineMs: 1000 }), log };
}

const prompt = (text: string): Json => ({ point: "user_prompt_submit", prompt: text, session_id: "s" });
const bash = (command: string): Json => ({
  point: "before_tool_call",
  tool: "bash",
  input: { command },
  session_id: "s",
});
const rule = (name: string, when: string, may: string, more = ""): string =>
  `${more}rule ${name}\n  on user_prompt_submit\n  when ${when}\n  run shell "true" may ${may}\n`;

test("no deciding hook is started once a rule has blocked", async () => {
  const text = `${rule("judge", 'prompt contains "x"', "block")}\non user_prompt_submit when prompt contains "stop" block "no"`;
  const { policy, log } = await policyWith(text, {});
  expect((await policy.decide(prompt("x stop"))).outcome).toBe("block");
  expect(log).toEqual([]);
  expect((await policy.decide(prompt("x"))).outcome).toBe("pass");
  expect(log).toEqual(["judge asked", "judge answered"]);
});

test("rewriting hooks run one after another, each seeing the current event", async () => {
  const text = rule("one", 'prompt contains "x"', "set") + rule("two", 'prompt contains "x"', "set");
  const seen: unknown[] = [];
  const { policy, log } = await policyWith(text, {
    one: (view) => {
      seen.push(view.fields.prompt);
      return { changes: { prompt: "first" } };
    },
    two: (view) => {
      seen.push(view.fields.prompt);
      return { changes: { prompt: `${view.fields.prompt}, second` } };
    },
  });
  const decision = await policy.decide(prompt("x"));
  expect(decision).toMatchObject({ outcome: "pass", changes: { prompt: "first, second" } });
  expect(seen).toEqual(["x", "first"]);
  expect(log).toEqual(["one asked", "one answered", "two asked", "two answered"]);
});

test("the final pass sees what hooks made of the event, and blocks it", async () => {
  const text = `${rule("rewriter", 'prompt contains "x"', "set")}\nrule no-evil\n  on user_prompt_submit\n  when prompt contains "evil"\n  block "no"\n  fires on "evil"`;
  const { policy } = await policyWith(text, { rewriter: () => ({ changes: { prompt: "evil" } }) });
  const decision = await policy.decide(prompt("x"));
  expect(decision).toMatchObject({ proceed: false, outcome: "block", reasons: [{ rule: "no-evil" }] });
  expect(decision.changes).toBeUndefined();
});

test("a rule's own rewrite is made again on a field that a hook changed", async () => {
  const text = `${rule("rewriter", 'prompt contains "x"', "set")}\nrule quiet\n  on user_prompt_submit\n  when prompt contains "key"\n  set prompt = mask(prompt, /key/)\n  fires on "key"`;
  const { policy } = await policyWith(text, { rewriter: () => ({ changes: { prompt: "a key again" } }) });
  expect((await policy.decide(prompt("x"))).changes).toEqual({ prompt: "a *** again" });
});

test("judging hooks run in parallel, on the final event", async () => {
  const text =
    rule("a", 'prompt contains "x"', "block") +
    rule("b", 'prompt contains "x"', "block, warn") +
    rule("w", 'prompt contains "x"', "set");
  const seen: unknown[] = [];
  const judge = (view: HookView): Answer => {
    seen.push(view.fields.prompt);
    return { warnings: [] };
  };
  const { policy, log } = await policyWith(text, { a: judge, b: judge, w: () => ({ changes: { prompt: "final" } }) });
  await policy.decide(prompt("x"));
  expect(seen).toEqual(["final", "final"]);
  expect(log).toEqual(["w asked", "w answered", "a asked", "b asked", "a answered", "b answered"]);
});

test("the strictest opinion wins, under the hook's name, without secrets and escapes", async () => {
  const text = rule("a", 'prompt contains "x"', "ask, note") + rule("b", 'prompt contains "x"', "block");
  const { policy } = await policyWith(text, {
    a: () => ({ outcome: "ask", message: "sure?", notes: ["a note"] }),
    b: () => ({ outcome: "block", message: "no \u001b[31m AKIAABCDEFGHIJKLMNOP" }),
  });
  const decision = await policy.decide(prompt("x"));
  expect(decision.outcome).toBe("block");
  expect(decision.reasons.map((reason) => reason.message)).toEqual(["a: sure?", "b: no \\u{1b}[31m ***"]);
  expect(decision.notes.map((note) => note.message)).toEqual(["a: a note"]);
});

test.each([
  ["closed", "block", false],
  ["open", "pass", true],
] as const)("a hook that fails %s ends in %s, and is listed", async (mode, outcome, proceed) => {
  const text = `rule hook\n  on user_prompt_submit\n  when prompt contains "x"\n  run shell "true" may block fail ${mode}\n`;
  const { policy } = await policyWith(text, { hook: () => ({ fails: "too late" }) });
  expect(await policy.decide(prompt("x"))).toMatchObject({
    proceed,
    outcome,
    failures: [{ code: "P721", message: "too late", rule: "hook", hook: "hook" }],
  });
});

test("a rewrite that does not fit the event is the hook's failure", async () => {
  const text = rule("hook", 'prompt contains "x"', "set");
  const { policy } = await policyWith(text, { hook: () => ({ changes: { prompt: 7 } }) });
  expect(await policy.decide(prompt("x"))).toMatchObject({ outcome: "block", failures: [{ code: "P726" }] });
});

test("observers and hooks of shadow rules are told and never asked", async () => {
  const text = `${rule("ghost", 'prompt contains "x"', "block", "@shadow\n")}rule watcher\n  on user_prompt_submit\n  when prompt contains "x"\n  run shell "true" observe\n`;
  const { policy, log } = await policyWith(text, {});
  expect((await policy.decide(prompt("x"))).outcome).toBe("pass");
  expect(log.sort()).toEqual(["ghost told", "watcher told"]);
});

test("state is committed before any hook starts, and a hook's block does not roll it back", async () => {
  const text = `rule remember\n  on user_prompt_submit\n  when prompt contains "x"\n  mark seen\n  fires on "x"
rule after\n  on before_tool_call\n  when tool == "bash" and marked(seen)\n  ask "marked"\n  fires on "ls" given { marked: [seen] }
${rule("hook", 'prompt contains "x"', "block")}`;
  const asked: string[] = [];
  const { policy } = await policyWith(text, {
    hook: () => {
      asked.push(policy.decideSync(bash("ls")).outcome);
      return { outcome: "block", message: "no" };
    },
  });
  expect((await policy.decide(prompt("x"))).outcome).toBe("block");
  expect(asked).toEqual(["ask"]);
  expect(policy.decideSync(bash("ls")).outcome).toBe("ask");
});

test("responses of hooks stand in for the call, two different ones conflict", async () => {
  const text = ["a", "b"]
    .map((name) => `rule ${name}\n  on before_tool_call\n  when tool == "bash"\n  run shell "true" may respond\n`)
    .join("");
  const result = (said: string): Answer => ({ outcome: "respond", message: null, result: { text: said } });
  const same = await policyWith(text, { a: () => result("one"), b: () => result("one") });
  expect(await same.policy.decide(bash("ls"))).toMatchObject({ outcome: "respond", result: { text: "one" } });
  const other = await policyWith(text, { a: () => result("one"), b: () => result("two") });
  expect(await other.policy.decide(bash("ls"))).toMatchObject({ outcome: "block", failures: [{ code: "P708" }] });
});

test("attachments add up and metadata is merged one level deep", async () => {
  const text = rule("a", 'prompt contains "x"', "set") + rule("b", 'prompt contains "x"', "set");
  const { policy } = await policyWith(text, {
    a: () => ({ attachments: [{ ImageUrl: { url: "u" } }], metadata: { k: 1, only: "a" } }),
    b: () => ({ attachments: [{ LocalImage: { path: "p" } }], metadata: { k: 2 } }),
  });
  expect((await policy.decide(prompt("x"))).changes).toEqual({
    attachments: [{ ImageUrl: { url: "u" } }, { LocalImage: { path: "p" } }],
    metadata: { k: 2, only: "a" },
  });
});

test("an agent is sent back by a hook at most three times in a row", async () => {
  const text = `rule gate\n  on before_completion_decision\n  run shell "true" may block\n`;
  const { policy } = await policyWith(text, { gate: () => ({ outcome: "block", message: "go on" }) });
  const outcomes: string[] = [];
  for (let i = 0; i < 5; i++)
    outcomes.push((await policy.decide({ point: "before_completion_decision", session_id: "s" })).outcome);
  expect(outcomes).toEqual(["block", "block", "block", "pass", "block"]);
});

test("a runner that breaks its promise and rejects ends in the failure outcome", async () => {
  const text = rule("hook", 'prompt contains "x"', "block");
  const { policy } = await policyWith(text, {
    hook: () => {
      throw new Error("broken runner");
    },
  });
  expect(await policy.decide(prompt("x"))).toMatchObject({ proceed: false, failures: [{ code: "P704" }] });
});

test("an allow is for the event the hook saw: a later rewrite undoes it", async () => {
  const hook = (name: string): string =>
    `rule ${name}\n  on before_tool_call\n  when tool == "bash"\n  run shell "true" may set, allow\n`;
  const allows = { outcome: "allow", message: "fine" } as const;
  const rewrites = { changes: { input: { command: "ls -l" } } };
  const said = async (one: Answer, two: Answer): Promise<string> => {
    const { policy } = await policyWith(hook("one") + hook("two"), { one: () => one, two: () => two });
    const { outcome, reasons } = await policy.decide(bash("ls"));
    return `${outcome} ${reasons.filter(({ effect }) => effect === "allow").map((reason) => reason.rule)}`;
  };
  expect(await said(allows, rewrites)).toBe("pass ");
  expect(await said(rewrites, allows)).toBe("allow two");
  expect(await said(allows, { ...allows, ...rewrites })).toBe("allow two");
  expect(await said({ ...allows, ...rewrites }, {})).toBe("allow one");
});
