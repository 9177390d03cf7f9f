// `ask once`: per session and rule, answered by the report of the very call that was asked about, and by nothing else.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { memoryStore, type PolicyOptions } from "../../src/runtime/engine/index.ts";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { policyOfText } from "./policy-of-text.ts";

const text = `target policyc, claude-code, vscode-copilot, factory-droid

rule deploys
  on before_tool_call
  when command runs "make deploy"
  ask once "Deploy?"
  fires on "make deploy"
  ignores "make"

rule pushes
  on before_tool_call
  when command runs "git push", "make deploy"
  ask once "Push?"
  fires on "git push"
  ignores "git status"

rule no-force
  on before_tool_call
  when command runs "git push --force"
  block "No force."
  fires on "git push --force"
  ignores "git push"

rule in-prod
  on before_tool_call
  when command runs "kubectl delete" and kube_context() == "prod"
  ask once "In prod?"
  fires on "kubectl delete pod x" given { kube_context: "prod" }
  ignores "kubectl delete pod x" given { kube_context: "dev" }

rule rewritten
  on before_tool_call
  when command runs "make release"
  ask once "Release?"
  set input.command = "make release SIGNED=1"
  fires on "make release"

rule quiet
  on after_tool_result, after_tool_failure
  when tool == "bash" and returned contains "hide"
  block "Hidden." else warn
  fires on { point: "after_tool_result", tool: "bash", input: { command: "x" }, output: "hide", is_error: false }
`;

interface More {
  readonly [field: string]: unknown;
}

async function session(options: Partial<PolicyOptions> = {}) {
  const world = (key: string) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : null);
  const policy = await policyOfText(text, { world, home: "/home/user", ...options });
  const event = (command: string, id: string | undefined, more: More): object => ({
    session_id: "s",
    tool: "bash",
    input: { command },
    ...(id === undefined ? {} : { call_id: id }),
    ...more,
  });
  const outcome = (of: object): string => {
    const { outcome: found, reasons, failures } = policy.decideSync(of);
    expect(failures.filter(({ code }) => code !== "P706")).toEqual([]);
    return [found, ...reasons.map(({ rule, effect }) => `${rule}: ${effect}`)].join(", ");
  };
  return {
    ask: (command: string, id?: string, more: More = {}) =>
      outcome(event(command, id, { point: "before_tool_call", ...more })),
    ran: (command: string, id?: string, more: More = {}) =>
      outcome(event(command, id, { point: "after_tool_result", output: "", is_error: false, ...more })),
    failed: (command: string, id?: string, more: More = {}) =>
      outcome(event(command, id, { point: "after_tool_failure", error: "no", ...more })),
  };
}

const asks = "ask, pushes: ask";
const silent = "pass, pushes: pass";

describe("asks until a call that it asked about has run", () => {
  test("by its result, or by its failure", async () => {
    for (const report of ["ran", "failed"] as const) {
      const one = await session();
      expect(one.ask("git push", "1")).toBe(asks);
      expect(one.ask("git push", "2")).toBe(asks);
      expect(one[report]("git push", "2")).toBe("pass");
      expect(one.ask("git push origin main", "3")).toBe(silent);
      expect(one.ask("git push")).toBe(silent);
    }
  });

  test("not for another rule or another session, and one answer is one for all rules that asked", async () => {
    const { ask, ran } = await session();
    ask("git push", "1");
    ran("git push", "1");
    expect(ask("make deploy", "2")).toBe("ask, deploys: ask, pushes: pass");
    ran("make deploy", "2");
    expect(ask("make deploy", "3")).toBe("pass, deploys: pass, pushes: pass");
    expect(ask("git push", "4", { session_id: "t" })).toBe(asks);
    const both = await session();
    expect(both.ask("make deploy", "1")).toBe("ask, deploys: ask, pushes: ask");
    both.ran("make deploy", "1");
    expect(both.ask("git push", "2")).toBe(silent);
  });

  test("calls at the same time are each asked about", async () => {
    const { ask, ran } = await session();
    expect(["1", "2", "3"].map((id) => ask("git push", id))).toEqual([asks, asks, asks]);
    ran("git push", "3");
    expect(ask("git push", "4")).toBe(silent);
  });

  test("a stricter rule wins, and a call that it blocked answers nothing", async () => {
    const { ask, ran } = await session();
    expect(ask("git push --force", "1")).toMatch(/^block/);
    // A report of a call that never ran, made up or mistaken.
    ran("git push --force", "1");
    expect(ask("git push", "2")).toBe(asks);
    ran("git push", "2");
    expect(ask("git push --force", "3")).toMatch(/^block/);
  });

  test("a result that is withheld has run all the same", async () => {
    const { ask, ran } = await session();
    ask("git push", "1");
    expect(ran("git push", "1", { output: "hide" })).toMatch(/^block/);
    expect(ask("git push", "2")).toBe(silent);
  });

  test("the rewritten call is the one that runs", async () => {
    const { ask, ran } = await session();
    expect(ask("make release", "1")).toMatch(/^ask/);
    ran("make release SIGNED=1", "1");
    expect(ask("make release", "2")).toMatch(/^pass, rewritten: pass/);
  });
});

describe("is not answered by", () => {
  test.each([
    ["no report", () => undefined],
    ["a call without an id", ({ ran }) => ran("git push")],
    ["another id", ({ ran }) => ran("git push", "2")],
    ["the same id with another input", ({ ran }) => ran("ls", "1")],
    [
      "the same id with more input",
      ({ ran }) => ran("git push", "1", { input: { command: "git push", timeout_ms: 1 } }),
    ],
    [
      "another tool",
      ({ ran }) => ran("git push", "1", { tool: "other", tool_name: "x", input: { command: "git push" } }),
    ],
    ["another session", ({ ran }) => ran("git push", "1", { session_id: "t" })],
    ["a report that does not know its input", ({ ran }) => ran("git push", "1", { unknown: ["input.shell"] })],
  ] satisfies [string, (of: Awaited<ReturnType<typeof session>>) => unknown][])("%s", async (_, report) => {
    const one = await session();
    expect(one.ask("git push", "1")).toBe(asks);
    report(one);
    expect(one.ask("git push", "3")).toBe(asks);
  });

  test("a report before the question, or of a call that was never asked about", async () => {
    const { ask, ran } = await session();
    ran("git push", "1");
    expect(ask("git push", "1")).toBe(asks);
    expect(ask("git status", "2")).toBe("pass");
    ran("git status", "2");
    expect(ask("git push", "3")).toBe(asks);
  });

  test("anything in a session that the host does not name", async () => {
    const { ask, ran } = await session();
    for (const session_id of [undefined, "", "default"]) {
      ask("git push", "1", { session_id });
      ran("git push", "1", { session_id });
      expect(ask("git push", "2", { session_id })).toBe(asks);
    }
  });

  test("a doubt: what is unknown is asked about every time", async () => {
    const { ask, ran } = await session();
    const prod = await session({ world: (key) => (key === "kube_context" ? "prod" : null) });
    for (const id of ["1", "2"]) {
      expect(ask("kubectl --context x delete pod x", id)).toBe("ask, in-prod: ask");
      ran("kubectl --context x delete pod x", id);
    }
    prod.ask("kubectl delete pod x", "1");
    prod.ran("kubectl delete pod x", "1");
    expect(prod.ask("kubectl delete pod x", "2")).toBe("pass, in-prod: pass");
    expect(prod.ask("kubectl --context x delete pod x", "3")).toBe("ask, in-prod: ask");
  });

  test("a store that fails: it knows of no answer", async () => {
    const store = memoryStore({ counters: {} });
    let isBroken = false;
    const fail = <T>(work: () => T): T => {
      if (isBroken) throw new Error("the disk is full");
      return work();
    };
    const { ask, ran } = await session({
      store: { read: (...of) => fail(() => store.read(...of)), commit: (...of) => fail(() => store.commit(...of)) },
    });
    ask("git push", "1");
    ran("git push", "1");
    expect(ask("git push", "2")).toBe(silent);
    isBroken = true;
    expect(ask("git push", "3")).toMatch(/^(?:ask|block)/);
  });
});

test("the answer is in the file of the session, for the next process and for no other policy", async () => {
  const folder = mkdtempSync(join(tmpdir(), "policyc-once-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inProcess = (name = "a") => session({ store: fileStore({ folder: join(folder, name), counters: {} }) });
  expect((await inProcess()).ask("git push", "1")).toBe(asks);
  expect((await inProcess()).ask("git push", "2")).toBe(asks);
  (await inProcess()).ran("git push", "1");
  expect((await inProcess()).ask("git push", "3")).toBe(silent);
  expect((await inProcess("b")).ask("git push", "3")).toBe(asks);
});

describe("on an agent", () => {
  test("that reports refused calls as failures, a failure is no answer", async () => {
    const { ask, ran, failed } = await session({ target: "vscode-copilot" });
    ask("git push", "1");
    failed("git push", "1");
    ran("git push", "1", { is_error: true });
    expect(ask("git push", "2")).toBe(asks);
    ran("git push", "2");
    expect(ask("git push", "3")).toBe(silent);
  });

  test("that reports too little, or is not a target, it asks every time", async () => {
    for (const target of ["factory-droid", "cursor"]) {
      const { ask, ran } = await session({ target });
      expect(ask("git push", "1")).toBe(asks);
      ran("git push", "1");
      expect(ask("git push", "2"), target).toBe(asks);
    }
  });
});
