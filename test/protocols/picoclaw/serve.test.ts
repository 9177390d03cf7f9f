// A bundle as picoclaw's process hook: what is asked, what is answered, and that nothing gets past it by going wrong.

import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { decodeResult } from "../../../src/hosts/picoclaw/answer.ts";
import { encodeCall } from "../../../src/hosts/picoclaw/params.ts";
import { type PicoclawOptions, servePicoclaw } from "../../../src/hosts/picoclaw/serve.ts";
import { stages } from "../../../src/hosts/picoclaw/stages.ts";
import type { Decision, Json, PolicyEvent } from "../../../src/language/contract.ts";
import { serveLines } from "../../../src/runtime/external/serve-lines.ts";
import { hookEvent } from "../cases.ts";
import { decision, said } from "../decisions.ts";
import { toolCall } from "./peers.ts";

const meta = { SessionKey: "s1", TurnID: "t1", AgentID: "main" };
const paramsOf: { readonly [method: string]: { readonly [key: string]: Json } } = {
  "hook.before_llm": {
    meta,
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    tools: [{ type: "function", function: { name: "exec" } }],
    options: { temperature: 0 },
  },
  "hook.after_llm": { meta, model: "m", response: { content: "hello", tool_calls: [{ id: "1" }] } },
  "hook.before_tool": {
    meta,
    context: { route: "x" },
    tool: "exec",
    arguments: { command: "ls", working_dir: "/tmp" },
  },
  "hook.approve_tool": { meta, tool: "exec", arguments: { command: "ls" } },
  "hook.after_tool": {
    meta,
    tool: "exec",
    arguments: { command: "ls" },
    result: { for_llm: "out", for_user: "out" },
    duration: 2e6,
  },
};
const methods = stages.map(({ method }) => method);

async function ask(
  method: string,
  given: Decision | (() => Promise<Decision>),
  params: Json = paramsOf[method] ?? {},
  more: Partial<PicoclawOptions> = {},
) {
  const seen: PolicyEvent[] = [];
  const server = servePicoclaw({
    decide: (event) => {
      seen.push(event);
      return typeof given === "function" ? given() : Promise.resolve(given);
    },
    workdir: "/w",
    ...more,
  });
  const line = await server.answer(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }));
  const { id, result, error } = JSON.parse(line ?? "{}");
  expect(id).toBe(7);
  expect(line?.endsWith("\n")).toBe(true);
  return { result, error, event: seen[0] };
}

const isRefusal = (result: { action?: string; approved?: boolean }): boolean =>
  result.approved === false || result.action === "deny_tool" || result.action === "abort_turn";

describe("events", () => {
  it("are made of the parameters of each call", async () => {
    const at = async (method: string) => (await ask(method, decision("pass"))).event;
    const common = { agent: "picoclaw", session_id: "s1", run_id: "t1", workdir: "/w" };
    expect(await at("hook.before_llm")).toMatchObject({
      ...common,
      point: "before_model_call",
      model: "m",
      messages: [{ role: "user" }],
      tools: ["exec"],
      metadata: { options: { temperature: 0 } },
    });
    expect(await at("hook.after_llm")).toMatchObject({ ...common, point: "after_model_call", response: "hello" });
    const bash = { ...common, tool: "bash", tool_name: "exec", input: { command: "ls", raw: { command: "ls" } } };
    expect(await at("hook.before_tool")).toMatchObject({ ...bash, point: "before_tool_call", cwd: "/tmp" });
    expect(await at("hook.approve_tool")).toMatchObject({ ...bash, point: "before_permission_decision" });
    expect(await at("hook.after_tool")).toMatchObject({
      ...bash,
      point: "after_tool_result",
      output: "out",
      is_error: false,
      duration_ms: 2,
    });
  });

  it.each<[string, Json, object]>([
    ["bash", { command: "ls" }, { tool: "bash", tool_name: "bash" }],
    ["exec", { action: "list" }, { tool: "other", tool_name: "exec", input: { action: "list" } }],
    ["exec", { command: 5 }, { tool: "bash", input: { command: 5 } }],
    [
      "edit_file",
      { path: "a", old_text: "b", new_text: "c" },
      { tool: "edit", input: { path: "a", old: "b", new: "c" } },
    ],
    [
      "mcp_github_create_issue",
      { title: "t" },
      { tool: "mcp", input: { server: "github", tool: "create_issue", args: { title: "t" } } },
    ],
    ["echo_text", { text: "x" }, { tool: "other", tool_name: "echo_text", input: { text: "x" } }],
  ])("name the tool %s %j", async (tool, args, expected) => {
    expect((await ask("hook.before_tool", decision("pass"), { meta, tool, arguments: args })).event).toMatchObject(
      expected,
    );
  });
});

describe("answers", () => {
  it("go on when nothing is decided", async () => {
    for (const method of methods)
      for (const outcome of ["pass", "allow"] as const)
        expect((await ask(method, decision(outcome))).result).toEqual(
          method === "hook.approve_tool" ? { approved: true } : { action: "continue" },
        );
  });

  it.each(methods)("refuse at %s by every outcome that does not proceed, with the reason", async (method) => {
    for (const outcome of ["ask", "block", "stop"] as const) {
      const { result } = await ask(method, decision(outcome, { message: "because" }));
      expect(isRefusal(result)).toBe(true);
      expect(result.reason).toBe(said(outcome === "ask" ? "unasked" : "deny", "because"));
    }
    expect((await ask("hook.before_tool", decision("stop"))).result.action).toBe("abort_turn");
    expect((await ask("hook.before_tool", decision("ask"))).result.action).toBe("deny_tool");
  });

  it("respond in the tool's place, and refuse where that cannot be said", async () => {
    const given = decision("respond", {
      result: { text: "no need", is_error: false, media: ["media://a"], handled: true },
    });
    expect((await ask("hook.before_tool", given)).result).toEqual({
      action: "respond",
      result: { for_llm: "no need", is_error: false, media: ["media://a"], response_handled: true },
    });
    expect(isRefusal((await ask("hook.approve_tool", given)).result)).toBe(true);
    const odd = decision("respond", { result: { text: "x", media: [{ url: "a" }] } });
    expect(isRefusal((await ask("hook.before_tool", odd)).result)).toBe(true);
  });

  it("rewrite, and give the whole object back", async () => {
    const changed = async (method: string, changes: Decision["changes"]) =>
      (await ask(method, decision("pass", { changes: changes ?? {} }))).result;
    expect(await changed("hook.before_llm", { model: "n" })).toEqual({
      action: "modify",
      request: { ...paramsOf["hook.before_llm"], model: "n" },
    });
    expect(await changed("hook.after_llm", { response: "***" })).toMatchObject({
      action: "modify",
      response: { model: "m", response: { content: "***", tool_calls: [{ id: "1" }] } },
    });
    expect(
      await changed("hook.before_tool", { input: { command: "ls -l", raw: { command: "ls", working_dir: "/tmp" } } }),
    ).toMatchObject({
      action: "modify",
      call: { tool: "exec", arguments: { command: "ls -l", working_dir: "/tmp" }, context: { route: "x" } },
    });
    expect(await changed("hook.after_tool", { output: "***" })).toMatchObject({
      action: "modify",
      result: { tool: "exec", result: { for_llm: "***", for_user: "", silent: true } },
    });
    expect(isRefusal(await changed("hook.approve_tool", { input: { command: "x" } }))).toBe(true);
    expect(isRefusal(await changed("hook.before_tool", { prompt: "x" }))).toBe(true);
  });
});

describe("what goes wrong", () => {
  it.each(methods)("is refused at %s, and never answered with an error", async (method) => {
    const broken = [
      () => Promise.reject(new Error("boom")),
      () => {
        throw new Error("boom");
      },
      () => new Promise<Decision>(() => {}),
    ];
    for (const given of broken) {
      const { result, error } = await ask(method, given, paramsOf[method], { interceptorMs: 30, approvalMs: 30 });
      expect(error).toBeUndefined();
      expect(isRefusal(result)).toBe(true);
    }
    for (const params of [null, [], "x", 5]) {
      const { result } = await ask(method, decision("pass"), params);
      expect(isRefusal(result)).toBe(true);
    }
  });

  it.each<[string, Json]>([
    ["hook.before_tool", {}],
    ["hook.before_tool", { tool: "", arguments: {} }],
    ["hook.before_tool", { tool: "exec", arguments: "rm" }],
    ["hook.after_tool", { tool: "exec", arguments: {}, result: "x" }],
    ["hook.after_llm", { model: "m" }],
    ["hook.before_llm", { model: "m", messages: [], tools: [{}] }],
  ])("%s %j", async (method, params) => {
    expect(isRefusal((await ask(method, decision("pass"), params)).result)).toBe(true);
  });

  it("includes lines that cannot be read: an agent chooses the keys of its arguments", async () => {
    const server = servePicoclaw({ decide: async () => decision("pass") });
    const head = '{"jsonrpc":"2.0","id":9,"method":"hook.before_tool","params":{"tool":"exec","arguments":';
    const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
    for (const args of ['{"__proto__":{},"command":"rm"}', '{"command":"ls","command":"rm"}', deep]) {
      const { id, result } = JSON.parse((await server.answer(`${head}${args}}}`)) ?? "");
      expect([id, result.action]).toEqual([9, "deny_tool"]);
    }
    const { result } = JSON.parse(server.answerTooLong(head) ?? "");
    expect(result).toMatchObject({ action: "deny_tool", reason: expect.stringContaining("too large") });
    expect(JSON.parse((await server.answer("hello")) ?? "").error.code).toBe(-32700);
  });

  it("includes an answer that picoclaw could not read", async () => {
    const big = { ...paramsOf["hook.before_llm"], messages: [{ role: "user", content: "x".repeat(1024 * 1024) }] };
    const { result } = await ask("hook.before_llm", decision("pass", { changes: { model: "n" } }), big);
    expect(result).toMatchObject({ action: "abort_turn", reason: expect.stringContaining("too large") });
  });
});

describe("other methods", () => {
  const call = async (message: object, more: Partial<PicoclawOptions> = {}) => {
    const line = await servePicoclaw({ decide: async () => decision("block", { message: "no" }), ...more }).answer(
      JSON.stringify(message),
    );
    return line === null ? null : JSON.parse(line);
  };

  it("greet with the modes asked for", async () => {
    const params = { name: "p", version: 1, modes: ["tool", "approve", "sing"] };
    expect(await call({ id: 1, method: "hook.hello", params })).toMatchObject({
      id: 1,
      result: { version: 1, modes: ["tool", "approve"] },
    });
  });

  it("decide for anybody", async () => {
    const event = { point: "before_tool_call", tool: "bash", input: { command: "ls" } };
    expect(await call({ id: "x", method: "policyc.decide", params: event })).toMatchObject({
      id: "x",
      result: { proceed: false, outcome: "block", reasons: [{ message: "no" }] },
    });
    expect(await call({ id: 1, method: "policyc.decide" })).toMatchObject({ error: { code: -32602 } });
    const decide = () => Promise.reject(new Error("boom"));
    expect(await call({ id: 1, method: "policyc.decide", params: event }, { decide })).toMatchObject({
      result: { proceed: false, failures: [{ message: "boom" }] },
    });
  });

  it("tell the status", async () => {
    expect(await call({ id: 1, method: "policyc.status" }, { status: () => ({ revision: "r" }) })).toMatchObject({
      result: { revision: "r" },
    });
  });

  it("are quiet about notifications, and refuse what they do not know", async () => {
    const seen: PolicyEvent[] = [];
    const decide = async (event: PolicyEvent) => {
      seen.push(event);
      return decision("pass");
    };
    const params = { kind: "agent.turn.end", scope: { session_key: "s" }, payload: { status: "error" } };
    expect(await call({ method: "hook.runtime_event", params }, { decide })).toBeNull();
    expect(await call({ method: "hook.runtime_event", params: { kind: "agent.llm.delta" } }, { decide })).toBeNull();
    expect(seen).toMatchObject([{ point: "after_run", session_id: "s", status: "error" }]);
    expect(await call({ method: "hook.sing" })).toBeNull();
    expect(await call({ id: 1, method: "hook.sing" })).toMatchObject({
      error: { code: -32601, message: "method not found" },
    });
    expect(await call({ id: 1 })).toMatchObject({ error: { code: -32600 } });
  });
});

describe("both ends", () => {
  it("meet: what we send as a host we understand as a hook, and back", async () => {
    const event = toolCall("git push");
    const { method, params } = encodeCall(event) ?? { method: "", params: null };
    const { result, event: seen } = await ask(
      method,
      decision("pass", { changes: { input: { command: "git status" } } }),
      params,
    );
    expect(seen).toMatchObject({ tool: "bash", input: { command: "git push" }, session_id: "s" });
    expect(decodeResult(result, event)).toMatchObject({ answer: { changes: { input: { command: "git status" } } } });
    const refused = await ask(method, decision("block", { message: "no" }), params);
    expect(decodeResult(refused.result, event)).toMatchObject({
      answer: { outcome: "block", message: `Tool execution denied by hook: ${said("deny", "no")}` },
    });
    const approve = hookEvent("before_permission_decision", event.fields);
    const { method: asked, params: sent } = encodeCall(approve) ?? { method: "", params: null };
    expect(decodeResult((await ask(asked, decision("pass"), sent)).result, approve)).toMatchObject({
      answer: { outcome: "pass" },
    });
  });

  it("are served over streams, every call answered before the end", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const decide = async (event: PolicyEvent) => {
      await new Promise((done) => setTimeout(done, Math.random() * 5));
      return decision("block", { message: String((event.input as { command: string }).command) });
    };
    const served = serveLines(input, output, servePicoclaw({ decide }));
    for (let id = 1; id <= 500; id++)
      input.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, method: "hook.before_tool", params: { tool: "exec", arguments: { command: `c${id}` } } })}\n`,
      );
    input.end(
      `{"jsonrpc":"2.0","id":501,"method":"hook.before_tool","params":{"x":"${"x".repeat(17 * 1024 * 1024)}"}}`,
    );
    const lines: string[] = [];
    output.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
    await served;
    output.end();
    const answers = lines
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(501);
    for (const { id, result } of answers) expect(result.reason).toContain(id === 501 ? "too large" : `c${id}`);
  });
});
