// A hook that stays, against peers that do what they should not: every call ends in time, with its own answer or a
// typed failure, and nothing is left behind.

import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HookSpec } from "../../../src/language/contract.ts";
import type { RuntimeEvent } from "../../../src/language/events.ts";
import type { HookCompletion, HookFailure } from "../../../src/language/hook-result.ts";
import { eventually, handlesOpen, markThisProcess, processesLeft } from "../../hooks/leftovers.ts";
import { times } from "../../seeded.ts";
import { type Mounted, mount, peerSpec, toolCall } from "./peers.ts";

let token = "";
let handles = 0;
let mounted: Mounted | null = null;
beforeAll(() => {
  token = markThisProcess("picoclaw");
});
beforeEach(() => {
  handles = handlesOpen();
});
afterEach(async () => {
  await mounted?.close();
  mounted = null;
  expect(await processesLeft(token)).toEqual([]);
  expect(await eventually(() => handlesOpen() <= handles)).toBe(true);
});

function start(behaviour: string, argument = "", spec: Partial<HookSpec> = {}, protocol = {}) {
  mounted = mount(peerSpec(behaviour, argument, spec), protocol);
  return mounted.hook;
}

const command = (result: HookCompletion<HookFailure>): unknown => {
  if (!result.ok) return result.failure.message;
  const { input } = result.answer.changes;
  return typeof input === "object" && input !== null && "command" in input ? input.command : result.answer;
};
const kind = (result: HookCompletion<HookFailure>): string => (result.ok ? "answered" : result.failure.kind);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("answers", () => {
  it.each(["rewrite", "twice", "unknown-ids", "garbage", "byte-by-byte", "ignores-close"])(
    "finds the answer of a peer of kind %s, again and again",
    async (behaviour) => {
      const hook = start(behaviour);
      for (const name of ["a", "b", "c"])
        expect(command(await hook.ask(toolCall(name, name)))).toBe(`${name} (${name})`);
      expect(hook.status).toMatchObject({ state: "ready", starts: 1 });
    },
  );

  it("keeps answers that come out of order apart", async () => {
    const hook = start("reversed", "20");
    const asked = Array.from({ length: 20 }, (_, at) => hook.ask(toolCall(`c${at}`, `s${at}`)));
    expect((await Promise.all(asked)).map(command)).toEqual(asked.map((_, at) => `c${at} (s${at})`));
  });

  it("takes an echo for no change", async () => {
    const hook = start("echo", "", { may: ["block"] });
    expect(await hook.ask(toolCall("ls"))).toMatchObject({ ok: true, answer: { outcome: "pass", changes: {} } });
  });

  it("enforces the grant", async () => {
    const hook = start("rewrite", "", { may: ["block"] });
    expect(kind(await hook.ask(toolCall("ls")))).toBe("grant");
  });

  it("counts an answer that a dying process has written", async () => {
    const hook = start("answers-and-dies");
    expect(command(await hook.ask(toolCall("a")))).toBe("a (s)");
    expect(await eventually(() => hook.status.state !== "ready")).toBe(true);
    await pause(120);
    expect(command(await hook.ask(toolCall("b")))).toBe("b (s)");
    expect(hook.status.starts).toBe(2);
  });

  it("tells the host what it does", async () => {
    const hook = start("result", '{"action":"deny_tool","reason":"no"}');
    const events: RuntimeEvent[] = [];
    await hook.ask(toolCall("ls"), { onEvent: (event) => void events.push(event) });
    expect(events.map(({ type }) => type)).toEqual(["hook_started", "hook_finished", "hook_blocked"]);
  });

  it("gives a process only what is named", async () => {
    const hook = start("environment", "", { env_values: { MODE: "strict" }, cwd: "tmp" });
    const result = await hook.ask(toolCall("ls"));
    const text = result.ok ? (result.answer.message ?? "") : "";
    const [environment, cwd] = JSON.parse(text.slice(text.indexOf("[")));
    expect(Object.keys(environment).filter((name) => name !== "POLICYC_HOOK")).toEqual(["MODE"]);
    expect(cwd).toBe("/tmp");
  });
});

describe("failures", () => {
  it("fails a call whose answer has a string for an id, at once", async () => {
    const hook = start("string-id");
    const result = await hook.ask(toolCall("ls"));
    expect(result).toMatchObject({ ok: false, failure: { kind: "malformed" } });
    expect(command(result)).toContain("its id is a string, not the number 2");
  });

  it.each([
    ["flood", "malformed", "answer no call"],
    ["endless-line", "oversize", "1048576 bytes"],
    ["long-line", "oversize", "1048576 bytes"],
    ["crashes", "signal", "SIGKILL"],
    ["closes-output", "closed", "closed its output"],
  ])("ends a peer of kind %s", async (behaviour, expected, text) => {
    const hook = start(behaviour);
    const results = await Promise.all([hook.ask(toolCall("a")), hook.ask(toolCall("b"))]);
    expect(results.map(kind)).toEqual([expected, expected]);
    expect(command(results[0])).toContain(text);
    expect(hook.status.state).toBe("waiting");
  });

  it("fails what waits when the process dies, with what it wrote to stderr", async () => {
    const hook = start("dies", "3");
    const result = await hook.ask(toolCall("a"));
    expect(result).toMatchObject({ ok: false, failure: { kind: "exit", code: "P723", stderr: "oops: no rules\n" } });
  });

  it("waits longer with every death, and fails at once meanwhile", async () => {
    const hook = start("dies", "3");
    await hook.ask(toolCall("a"));
    const early = await hook.ask(toolCall("b"));
    expect(kind(early)).toBe("closed");
    expect(command(early)).toMatch(/will be restarted in \d+ ms, because the hook of `p` failed with exit code 3/);
    await pause(120);
    expect(kind(await hook.ask(toolCall("c")))).toBe("exit");
    await pause(120);
    expect(kind(await hook.ask(toolCall("d")))).toBe("closed");
    await pause(120);
    expect(kind(await hook.ask(toolCall("e")))).toBe("exit");
    expect(hook.status.starts).toBe(3);
  });

  it("gives up on a peer that never answers hello", async () => {
    const hook = start("no-hello", "", {}, { helloMs: 300 });
    const result = await hook.ask(toolCall("a"));
    expect(kind(result)).toBe("timeout");
    expect(command(result)).toContain("within 300 ms: hook.hello");
  });

  it("does not make a call wait for a start beyond its own limit", async () => {
    const hook = start("no-hello", "", { timeout_ms: 150 });
    expect(command(await hook.ask(toolCall("a")))).toContain("within 150 ms: it was still starting");
  });

  it("says that hello was refused", async () => {
    const hook = start("refuses-hello");
    expect(command(await hook.ask(toolCall("a")))).toContain(
      "hook.hello failed: it is the error -32601: method not found",
    );
  });

  it("says that the program cannot be started", async () => {
    const hook = start("rewrite", "", { cwd: "/nowhere/at/all" });
    expect(command(await hook.ask(toolCall("a")))).toContain("its working folder does not exist");
  });

  it("replaces a process that has stopped answering", async () => {
    const hook = start("silent", "", { timeout_ms: 400 });
    // Only calls that the process has got count, and it may be slow to start.
    hook.ask(toolCall("warm")).catch(() => undefined);
    expect(await eventually(() => hook.status.state === "ready")).toBe(true);
    for (let asked = 0; asked < 3 && hook.status.state === "ready"; asked++)
      expect(kind(await hook.ask(toolCall(`${asked}`)))).toBe("timeout");
    expect(hook.status.state).toBe("waiting");
    expect(hook.status.lastError).toContain("3 calls in a row");
  });

  it("keeps a process that is only slow, and drops what comes late", async () => {
    const hook = start("slow", "250", { timeout_ms: 10_000 });
    await hook.ask(toolCall("warm"));
    for (const name of ["a", "b", "c", "d"])
      expect(kind(await hook.ask(toolCall(name), { timeoutMs: 150 }))).toBe("timeout");
    expect(command(await hook.ask(toolCall("e", "t")))).toBe("e (t)");
    expect(hook.status.starts).toBe(1);
  });

  it("stops waiting when told to, and lives on", async () => {
    const hook = start("slow", "200");
    const stop = new AbortController();
    const asked = hook.ask(toolCall("a"), { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    expect(kind(await asked)).toBe("closed");
    expect(command(await hook.ask(toolCall("b")))).toBe("b (s)");
  });

  it("ends a call to a process that does not read, however much it is sent", async () => {
    const hook = start("never-reads", "", { timeout_ms: 500 });
    const big = "x".repeat(4 * 1024 * 1024);
    const results = await Promise.all(Array.from({ length: 12 }, () => hook.ask(toolCall(big))));
    for (const result of results) expect(["timeout", "closed"]).toContain(kind(result));
  });
});

describe("closing", () => {
  it("fails what waits, and everything after", async () => {
    const hook = start("silent");
    const asked = hook.ask(toolCall("a"));
    expect(await eventually(() => hook.status.state === "ready")).toBe(true);
    await mounted?.close();
    expect(command(await asked)).toContain("the policy was closed");
    expect(command(await hook.ask(toolCall("b")))).toContain("the policy was closed");
    expect(hook.status.state).toBe("closed");
  });

  it("ends a peer that ignores the end of its input and SIGTERM", async () => {
    const hook = start("ignores-close", "", {}, { closeMs: 300 });
    await hook.ask(toolCall("a"));
    await mounted?.close();
    expect(hook.status.state).toBe("closed");
  });

  it("does not wait for hello", async () => {
    const hook = start("no-hello");
    const asked = hook.ask(toolCall("a"));
    await pause(50);
    await mounted?.close();
    expect(kind(await asked)).toBe("closed");
  });

  it("is harmless twice, and before any start", async () => {
    const hook = start("rewrite");
    await hook.close();
    await Promise.all([hook.close(), hook.close()]);
    expect(hook.status.starts).toBe(0);
  });
});

describe("observers", () => {
  it("are told without being waited for", async () => {
    const hook = start("observe", "", { observe: [] });
    expect(await hook.ask(toolCall("a"))).toMatchObject({ ok: true, answer: { outcome: "pass" } });
    hook.observe(toolCall("a", "s", "after_run"));
    expect(await eventually(() => hook.status.state === "ready")).toBe(true);
  });

  it("lose what they do not read, and delay nobody", async () => {
    const hook = start("never-reads", "", { observe: [] });
    const big = "x".repeat(100_000);
    hook.observe(toolCall(big));
    expect(await eventually(() => hook.status.state === "ready")).toBe(true);
    for (let at = 0; at < 200; at++) hook.observe(toolCall(big));
    expect(hook.status.dropped).toBeGreaterThanOrEqual(200 - 64 - 3);
  });

  it("of shadow rules are asked, at most 64 at a time", async () => {
    const hook = start("slow", "50");
    const events: RuntimeEvent[] = [];
    for (let at = 0; at < 100; at++) hook.observe(toolCall("a"), (event) => void events.push(event));
    expect(hook.status.dropped).toBe(36);
    expect(await eventually(() => events.filter(({ type }) => type === "hook_finished").length === 64)).toBe(true);
  });

  it("that cannot be started are reported", async () => {
    const events: RuntimeEvent[] = [];
    const hook = start("rewrite", "", { observe: [], cwd: "/nowhere/at/all" });
    hook.observe(toolCall("a"), (event) => void events.push(event));
    expect(await eventually(() => events.length > 0)).toBe(true);
    expect(events[0]).toMatchObject({ type: "hook_failed", kind: "spawn" });
  });
});

describe("load", () => {
  it("loses nothing and mixes nothing up in many calls", async () => {
    const hook = start("rewrite");
    const calls = times(1000);
    let wrong = 0;
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < calls) {
        const at = next++;
        if (command(await hook.ask(toolCall(`c${at}`, `s${at % 7}`))) !== `c${at} (s${at % 7})`) wrong++;
      }
    };
    await Promise.all(Array.from({ length: 50 }, work));
    expect(wrong).toBe(0);
    expect(hook.status).toMatchObject({ starts: 1, state: "ready" });
  });
});
