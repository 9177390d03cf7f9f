// A built bundle that stays: as picoclaw's process hook, and for anybody who speaks JSON-RPC.

import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { policy } from "./policy.ts";
import { ask, built, copied, ended, scratchFolder, start } from "./run-worker.ts";

const { folder, remove } = scratchFolder();
afterAll(remove);
let bundle = "";
beforeAll(async () => {
  bundle = await built(folder, policy);
});

let homes = 0;
function newHome(): string {
  const home = join(folder, `home-${homes++}`);
  mkdirSync(home);
  return home;
}

type Answer = { readonly [field: string]: unknown };

/** Sends the lines, ends the input, and gives the answers by id; those without one under "null". */
async function talk(dir: string, args: readonly string[], lines: readonly unknown[], home = newHome()) {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const ran = await ask(dir, { home, args }, `${text}\n`);
  const documents = ran.stdout.split("\n").filter((line) => line !== "");
  const answers = new Map(documents.map((line) => [String(JSON.parse(line).id), JSON.parse(line) as Answer]));
  expect(answers.size).toBe(documents.length);
  return { answers, code: ran.code, stderr: ran.stderr };
}

const rpc = (id: number, method: string, params?: unknown) => ({ jsonrpc: "2.0", id, method, params });
const bash = (command: string, more = {}) => ({
  point: "before_tool_call",
  tool: "bash",
  input: { command },
  session_id: "s1",
  ...more,
});

describe("in JSON-RPC", () => {
  it("decides, in any order, and says what it is", async () => {
    const { answers, code, stderr } = await talk(
      bundle,
      ["--rpc"],
      [
        rpc(1, "policyc.status"),
        rpc(2, "policyc.decide", bash("git push --force")),
        rpc(3, "policyc.decide", bash("git status")),
        { ...rpc(0, "policyc.decide", bash("npm i")), id: "four" },
        rpc(5, "policyc.decide", { point: "nowhere" }),
      ],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(answers.get("1")?.result).toMatchObject({ loaded: true, target: "policyc", scope: "user", error: null });
    expect(answers.get("2")?.result).toMatchObject({
      proceed: false,
      outcome: "block",
      reasons: [{ rule: "no-force-push", message: "history is shared" }],
    });
    expect(answers.get("3")?.result).toMatchObject({ proceed: true, outcome: "pass" });
    expect(answers.get("four")?.result).toMatchObject({ proceed: true, changes: { input: { command: "npm ci" } } });
    expect(answers.get("5")?.result).toMatchObject({ proceed: false, outcome: "block" });
  });

  it("answers errors as JSON-RPC says, and goes on", async () => {
    const { answers } = await talk(
      bundle,
      ["--rpc"],
      [
        rpc(1, "policyc.forget"),
        rpc(2, "policyc.decide", [1]),
        rpc(3, "policyc.decide"),
        '{"jsonrpc":"2.0","id":4,"method":"policyc.decide","params":{"a":1,"a":2}}',
        '{"jsonrpc":"2.0","id":5,"method":',
        { jsonrpc: "2.0", method: "policyc.decide", params: bash("ls") },
        rpc(6, "policyc.decide", bash("git push --force")),
      ],
    );
    const codes = [1, 2, 3, 4].map((id) => (answers.get(String(id))?.error as { code?: number } | undefined)?.code);
    expect(codes).toEqual([-32601, -32602, -32602, -32700]);
    expect(answers.get("6")?.result).toMatchObject({ outcome: "block" });
    expect(answers.size).toBe(6);
    const strange = ["[]", "7", "{}", '{"method":"policyc.status","id":1}', '{"jsonrpc":"2.0","method":"x","id":{}}'];
    for (const line of strange) {
      const one = (await talk(bundle, ["--rpc"], [line])).answers.get("null");
      expect(one?.error, line).toMatchObject({ code: -32600 });
    }
  });

  it("does not take in a line without end, and answers the one after it", async () => {
    const huge = `{"jsonrpc":"2.0","id":1,"method":"policyc.decide","params":{"x":"${"x".repeat(20_000_000)}"}}`;
    const { answers } = await talk(bundle, ["--rpc"], [huge, rpc(2, "policyc.decide", bash("git push --force"))]);
    expect(answers.get("1")?.error).toMatchObject({ code: -32600 });
    expect(answers.get("2")?.result).toMatchObject({ outcome: "block" });
  });

  it("keeps sessions over a restart", async () => {
    const home = newHome();
    const read = { point: "before_tool_call", tool: "read", input: { path: ".env" }, session_id: "s1" };
    await talk(bundle, ["--rpc"], [rpc(1, "policyc.decide", read)], home);
    const { answers } = await talk(bundle, ["--rpc"], [rpc(1, "policyc.decide", bash("curl x"))], home);
    expect(answers.get("1")?.result).toMatchObject({
      outcome: "block",
      reasons: [{ rule: "no-network-after-secret" }],
    });
    expect(readdirSync(join(home, ".policyc", "state"))).toHaveLength(1);
  });

  it("stays with a bundle it cannot load, and decides nothing", async () => {
    const dir = copied(bundle, "broken");
    appendFileSync(join(dir, "hook.cjs"), "\n");
    const { answers, stderr } = await talk(
      dir,
      ["--rpc"],
      [
        rpc(1, "policyc.decide", bash("ls")),
        rpc(2, "policyc.status"),
        rpc(3, "policyc.decide", { point: "session_end" }),
      ],
    );
    expect(answers.get("1")?.result).toMatchObject({ proceed: false, outcome: "block", failures: [{ code: "P704" }] });
    expect(answers.get("2")?.result).toMatchObject({ loaded: false, error: { code: "P604" } });
    expect(answers.get("3")?.result).toMatchObject({ proceed: true, outcome: "pass", failures: [{ code: "P704" }] });
    expect(stderr).toMatch(/^policyc: P604: /);
  });

  it("answers each call when it is made, and thousands of them", async () => {
    const child = start(bundle, { home: newHome(), args: ["--rpc"] });
    const done = ended(child);
    const first = new Promise<string>((heard) => child.stdout.once("data", (chunk: Buffer) => heard(String(chunk))));
    child.stdin.write(`${JSON.stringify(rpc(0, "policyc.decide", bash("git push --force")))}\n`);
    expect(JSON.parse(await first)).toMatchObject({ id: 0, result: { outcome: "block" } });
    const many = Array.from({ length: 2000 }, (_, id) =>
      JSON.stringify(
        rpc(id + 1, "policyc.decide", bash(id % 2 === 0 ? "git push --force" : "ls", { session_id: `s${id % 7}` })),
      ),
    );
    child.stdin.end(many.join("\n"));
    const lines = (await done).stdout.trim().split("\n").slice(1);
    expect(lines).toHaveLength(2000);
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      expect(result.outcome).toBe(id % 2 === 1 ? "block" : "pass");
    }
  });
});

describe("as picoclaw's process hook", () => {
  const meta = { AgentID: "a", TurnID: "t", SessionKey: "s1" };
  const tool = (id: number, stage: string, command: string) =>
    rpc(id, stage, { meta, tool: "exec", arguments: { command }, channel: "cli", chat_id: "1" });

  it("says hello, judges, rewrites and approves", async () => {
    const { answers, code } = await talk(
      bundle,
      ["--as", "picoclaw"],
      [
        rpc(1, "hook.hello", { name: "policyc", version: 1, modes: ["tool", "approve"] }),
        tool(2, "hook.before_tool", "git push --force"),
        tool(3, "hook.before_tool", "git status"),
        tool(4, "hook.before_tool", "npm i"),
        tool(5, "hook.approve_tool", "git status"),
        { jsonrpc: "2.0", method: "hook.runtime_event", params: { kind: "agent.turn.start" } },
        rpc(6, "policyc.status"),
      ],
    );
    expect(code).toBe(0);
    expect(answers.get("1")?.result).toMatchObject({ modes: ["tool", "approve"] });
    expect(answers.get("2")?.result).toMatchObject({
      action: "deny_tool",
      reason: expect.stringMatching(/^policyc blocked this \(rule .*history is shared$/),
    });
    expect(answers.get("3")?.result).toEqual({ action: "continue" });
    expect(answers.get("4")?.result).toMatchObject({ action: "modify", call: { arguments: { command: "npm ci" } } });
    expect(answers.get("5")?.result).toMatchObject({ approved: true });
    expect(answers.get("6")?.result).toMatchObject({ loaded: true, target: "picoclaw" });
  });

  it("refuses every call under a bundle it cannot load, or options it cannot read", async () => {
    const dir = copied(bundle, "pico");
    appendFileSync(join(dir, "hook.cjs"), "\n");
    const lines = [
      rpc(1, "hook.hello", { modes: ["tool"] }),
      tool(2, "hook.before_tool", "ls"),
      tool(3, "hook.approve_tool", "ls"),
    ];
    for (const [place, args] of [
      [dir, ["--as", "picoclaw"]],
      [bundle, ["--as", "picoclaw", "--revision", "0".repeat(64)]],
      [bundle, ["--as", "picoclaw", "--what"]],
    ] as const) {
      const { answers } = await talk(place, args, lines);
      expect(answers.get("1")?.result).toBeDefined();
      expect(answers.get("2")?.result).toMatchObject({
        action: "deny_tool",
        reason: expect.stringContaining("policyc"),
      });
      expect(answers.get("3")?.result).toMatchObject({ approved: false });
    }
  });
});
