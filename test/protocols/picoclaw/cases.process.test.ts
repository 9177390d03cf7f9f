// The cases of picoclaw that an answer, a line or a process decides.

import { afterAll, beforeAll, expect } from "vitest";
import { decodeResult } from "../../../src/hosts/picoclaw/answer.ts";
import { isObserved, olderKinds } from "../../../src/hosts/picoclaw/event-kinds.ts";
import { encodeObserved } from "../../../src/hosts/picoclaw/params.ts";
import { picoclawProtocol } from "../../../src/hosts/picoclaw/protocol.ts";
import { servePicoclaw } from "../../../src/hosts/picoclaw/serve.ts";
import {
  compareHooks,
  type MountedHook,
  outcomeOf,
  stageAt,
  stages,
  timeoutsOf,
} from "../../../src/hosts/picoclaw/stages.ts";
import { callOf } from "../../../src/hosts/picoclaw/tools.ts";
import type { HookSpec, Json, Point } from "../../../src/language/contract.ts";
import type { HookCompletion, HookEvent, HookFailure, HookResult } from "../../../src/language/hook-result.ts";
import { enforceGrant } from "../../../src/runtime/external/grants.ts";
import { RpcCalls, type RpcReply } from "../../../src/runtime/external/json-rpc.ts";
import { eventually, markThisProcess, processesLeft } from "../../hooks/leftovers.ts";
import { answerOf, type Data, hookEvent, runCases } from "../cases.ts";
import { decision } from "../decisions.ts";
import { type Mounted, mount, peerSpec, toolCall } from "./peers.ts";

let token = "";
beforeAll(() => {
  token = markThisProcess("picoclaw-cases");
});
afterAll(async () => expect(await processesLeft(token)).toEqual([]));

const pointOf = (stage: string): Point =>
  stages.find(({ method }) => method === `hook.${stage}`)?.point ?? "before_run";
const tool = (name: string, input: { readonly [field: string]: Json }): HookEvent =>
  hookEvent("before_tool_call", { session_id: "s", tool: "other", tool_name: name, input });

function decoded(result: Json, event: HookEvent): HookResult | { readonly failure: string; readonly message: string } {
  const read = decodeResult(result, event);
  if ("answer" in read) return read.answer;
  return "shape" in read ? { failure: "shape", message: read.shape } : { failure: "malformed", message: "" };
}

/** What a case says of a failure, or of an outcome. */
function compare(found: Data, expected: Data): void {
  if (expected.failure !== undefined) expect(found.failure).toBe(expected.failure);
  if (expected.outcome !== undefined) expect(found.outcome).toBe(expected.outcome);
  if (expected.message !== undefined) expect(found.message).toContain(expected.message);
  if (expected.issue !== undefined) expect(found.issues.map((issue: Data) => issue.class)).toContain(expected.issue);
  if (expected.tool_message !== undefined) expect(found.message).toBe(expected.tool_message);
  if (expected.tool_ran === false || expected.tool_runs === false) expect(found.outcome).toBe("block");
  if (expected.tool_runs === true) expect(found.outcome).toBe("pass");
}

async function withPeer(
  spec: HookSpec,
  protocol: Partial<typeof picoclawProtocol>,
  work: (mounted: Mounted) => Promise<void>,
): Promise<void> {
  const mounted = mount(spec, protocol);
  try {
    await work(mounted);
  } finally {
    await mounted.close();
  }
}

const asked = (result: HookCompletion<HookFailure>): Data =>
  result.ok ? result.answer : { failure: result.failure.kind, message: result.failure.message };

const approval = (reply: Json): Data =>
  decoded(reply, hookEvent("before_permission_decision", tool("echo_text", {}).fields));

/** What becomes of a tool call with the hook's first answer, and of its result with the second. */
function toolPair(before: Json, after: (output: string) => Json): Json | undefined {
  const call = tool("echo_text", { text: "original" });
  const { changes } = decoded(before, call) as HookResult;
  const input = (changes.input ?? call.fields.input) as { readonly text: Json };
  const output = String(input.text);
  const result = hookEvent("after_tool_result", { ...call.fields, input, output, is_error: false });
  return (decoded(after(output), result) as HookResult).changes.output;
}

runCases("picoclaw", {
  actions: ({ stage, action }, expected) => {
    const result = decoded(
      action === "respond" ? { action, result: { for_llm: "x" } } : { action },
      hookEvent(pointOf(stage)),
    );
    if (!expected.supported) return compare(result, expected);
    const known = stageAt(pointOf(stage))?.actions?.find((one) => one === (action || expected.treated_as));
    expect(result).toMatchObject({ outcome: outcomeOf[known ?? "continue"] });
  },
  abort: ({ stage, action, reason }, expected) =>
    compare(decoded({ action, ...(reason && { reason }) }, hookEvent(pointOf(stage))), expected),
  approve: async (given, expected) => {
    if (!given.timeout) return compare(approval(given.reply ?? given.in_process_hook), expected);
    const spec = peerSpec("silent", "", { points: ["before_permission_decision"], timeout_ms: 300 });
    await withPeer(spec, {}, async ({ hook }) => {
      compare(asked(await hook.ask(toolCall("ls", "s", "before_permission_decision"))), expected);
    });
  },
  "process.approve": (given, expected) => compare(approval(given.reply), expected),
  "before_llm.controls": (given, expected) => {
    const request = given.request ?? { model: "m", messages: [{ role: "user", content: "hello" }] };
    const names = (given.tools_before ?? []).map((one: Data) => one.function.name);
    const event = hookEvent("before_model_call", {
      ...request,
      tools: names,
      metadata: { tools: given.tools_before ?? [] },
    });
    const member = given.hook_returns === null ? {} : { request: given.hook_returns };
    const answer = decoded({ action: given.action, ...member }, event) as HookResult;
    const after: Data = { ...event.fields, ...answer.changes };
    if (expected.model !== undefined) expect(after.model).toBe(expected.model);
    if (expected.messages !== undefined) expect(after.messages).toEqual(expected.messages);
    if (expected.messages_len !== undefined) expect(after.messages).toHaveLength(expected.messages_len);
    if (expected.last !== undefined) expect(after.messages.at(-1)).toEqual(expected.last);
    if (expected.request === "unchanged") expect(answer.changes).toEqual({});
    if (expected.tools !== undefined) {
      expect(after.tools).toEqual(expected.tools.map((one: Data) => one.function.name));
      expect(answer.issues).toMatchObject([{ class: "undone" }]);
    }
    // None of them touches a system message, so the smaller grant is enough.
    const spec = peerSpec("rewrite", "", { may: ["set"] });
    expect(enforceGrant({ ok: true, answer }, spec, event).ok).toBe(true);
  },
  clone: (given, expected) => {
    const { input } = callOf("echo_text", given.arguments ?? {});
    expect(Object.keys(input.raw as object)).toHaveLength(expected.len);
  },
  "config.env": async ({ env }, expected) => {
    await withPeer(peerSpec("environment", "", { env_values: env }), {}, async ({ hook }) => {
      const { message } = answerOf(await hook.ask(toolCall("ls")));
      const [{ POLICYC_HOOK, ...found }] = JSON.parse((message ?? "").slice((message ?? "").indexOf("[")));
      expect(found).toEqual(expected.child_env);
    });
  },
  "config.observe": ({ observe }, expected) => {
    expect(observe.map((name: string) => olderKinds.get(name) ?? name)).toEqual(expected.kinds);
    for (const kind of expected.kinds) expect(isObserved(kind, observe)).toBe(true);
    expect(isObserved("agent.none.such", observe)).toBe(false);
  },
  "config.timeouts": ({ hooks: { defaults } }, expected) =>
    expect(
      timeoutsOf({
        observerMs: defaults.observer_timeout_ms,
        interceptorMs: defaults.interceptor_timeout_ms,
        approvalMs: defaults.approval_timeout_ms,
      }),
    ).toEqual({
      observerMs: expected.observer_ms,
      interceptorMs: expected.interceptor_ms,
      approvalMs: expected.approval_ms,
    }),
  observer: async (_, expected) => {
    expect(picoclawProtocol.observerBuffer).toBe(expected.buffer ?? 64);
    // One that never reads and one that cannot start: neither is noticed by who tells them.
    for (const spec of [
      peerSpec("never-reads", "", { observe: [] }),
      peerSpec("rewrite", "", { observe: [], cwd: "/no" }),
    ])
      await withPeer(spec, {}, async ({ hook }) => {
        for (let at = 0; at < 10; at++) expect(await hook.ask(toolCall("ls"))).toMatchObject({ ok: true });
      });
  },
  order: ({ mount: hooks }, expected) =>
    expect([...(hooks as readonly MountedHook[])].sort(compareHooks).map(({ name }) => name)).toEqual(expected.order),
  "process.llm": (given, expected) => {
    const event = hookEvent("before_model_call", {
      model: "m",
      messages: [{ role: "user", content: "hello" }],
      tools: [],
    });
    const { params } = picoclawProtocol.encode(event) as Data;
    const before = decoded({ action: "modify", request: { ...params, model: expected.model } }, event) as HookResult;
    expect(before.changes).toEqual({ model: expected.model });
    const answered = hookEvent("after_model_call", { model: expected.model, response: given.provider_reply });
    const { params: response } = picoclawProtocol.encode(answered) as Data;
    response.response.content += "|ipc";
    expect((decoded({ action: "modify", response }, answered) as HookResult).changes).toEqual({
      response: expected.response,
    });
  },
  "process.tool": (given, expected) =>
    expect(
      toolPair({ action: "modify", call: { tool: given.tool_call.tool, arguments: { text: "ipc" } } }, (output) => ({
        action: "modify",
        result: { result: { for_llm: `ipc:${output}` } },
      })),
    ).toBe(expected.response),
  "process.unknown_method": async ({ request_method }, expected) => {
    const server = servePicoclaw({ decide: async () => decision("pass") });
    const line = await server.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method: request_method }));
    expect(JSON.parse(line ?? "").error).toEqual(expected.error);
  },
  "rpc.close": async (_, expected) => {
    expect(picoclawProtocol.closeMs).toBe(expected.killed_after_ms);
    await withPeer(peerSpec("ignores-close"), {}, async ({ hook }) => void (await hook.ask(toolCall("ls"))));
  },
  "rpc.death": async (given, expected) => {
    await withPeer(peerSpec("dies", "0"), {}, async ({ hook }) => {
      const first = asked(await hook.ask(toolCall("a")));
      const result = given.process_dead ? asked(await hook.ask(toolCall("b"))) : first;
      compare(result, expected);
      expect(await eventually(() => hook.status.state === "idle")).toBe(true);
      await hook.ask(toolCall("c"));
      expect(hook.status.starts === 2).toBe(expected.restarted ?? expected.replaced);
    });
  },
  "rpc.framing": async ({ stdout_line, stdout_line_bytes }, expected) => {
    if (stdout_line_bytes !== undefined) {
      await withPeer(peerSpec("long-line"), {}, async ({ hook }) => {
        compare(asked(await hook.ask(toolCall("a"))), expected);
        expect(await eventually(() => hook.status.state === "idle")).toBe(true);
        await hook.ask(toolCall("b"));
        expect(hook.status.starts === 2).toBe(expected.replaced);
      });
      return;
    }
    const replies: RpcReply[] = [];
    const calls = new RpcCalls({ send: () => {}, onFault: () => expect.unreachable() });
    expect(calls.call("hook.before_tool", {}, (reply) => void replies.push(reply))).toBe(1);
    calls.push(Buffer.from(`${stdout_line}\n`));
    if (expected.outcome === "accepted") expect(replies).toEqual([{ kind: "result", result: {} }]);
    else if (expected.outcome === "failed at once") expect(replies).toMatchObject([{ kind: "error" }]);
    else {
      expect([replies, calls.waiting]).toEqual([[], 1]);
      // What was wrong with the line stands in the message of the timeout.
      expect(calls.remark).not.toBeNull();
    }
  },
  "rpc.hello": async (given, expected) => {
    if (given.name !== undefined) {
      const { method, params } = picoclawProtocol.hello(peerSpec("", "", { points: ["before_permission_decision"] }));
      expect({ jsonrpc: "2.0", id: 1, method, params }).toEqual(expected.sent);
      return;
    }
    if (expected.hello_ms !== undefined) expect(picoclawProtocol.helloMs).toBe(expected.hello_ms);
    const behaviour = given.process === "never answers" ? "no-hello" : given.reply.error ? "refuses-hello" : "rewrite";
    await withPeer(peerSpec(behaviour), { helloMs: 400 }, async ({ hook, groups }) => {
      const result = asked(await hook.ask(toolCall("ls")));
      compare(result, expected);
      if (expected.mounted) expect(result.outcome).toBe("pass");
      if (expected.process_closed) expect(await eventually(() => groups.size === 0)).toBe(true);
    });
  },
  "rpc.notify": ({ event_kind, observe_kinds }, expected) => {
    const point = event_kind === "agent.turn.end" ? "after_run" : "before_run";
    const message = encodeObserved(hookEvent(point, { status: "ok" }), observe_kinds, 1);
    if (expected.sent === false) return expect(message).toBeNull();
    expect(message?.method).toBe(expected.sent_method);
    expect(Object.keys(message?.params ?? {})).toEqual(expect.arrayContaining(expected.params_keys_include));
  },
  "rpc.stderr": async () => {
    await withPeer(peerSpec("dies", "3"), {}, async ({ hook }) => {
      const result = await hook.ask(toolCall("ls"));
      expect(result).toMatchObject({ ok: false, failure: { stderr: "oops: no rules\n" } });
    });
  },
  "tool.deny": ({ hook_before }, expected) => compare(decoded(hook_before, tool("echo_text", {})), expected),
  "tool.modify": async ({ reply, rpc_error }, expected) => {
    if (rpc_error === undefined) return compare(decoded(reply, toolCall("ls")), expected);
    await withPeer(peerSpec("error", JSON.stringify(rpc_error)), {}, async ({ hook }) => {
      compare(asked(await hook.ask(toolCall("ls"))), expected);
    });
  },
  "tool.respond": (given, expected) => {
    const text = expected.hook_result_for_llm ?? expected.response ?? expected.tool_message;
    const reply =
      given.hook_before === "respond" ? { action: "respond", result: { for_llm: text } } : given.hook_before;
    const answer: Data = decoded(reply, tool(given.tool ?? "t", given.arguments ?? {}));
    if (expected.failure !== undefined) return compare(answer, expected);
    expect(answer).toMatchObject({ outcome: "respond", result: { text } });
    if (expected.event !== undefined) expect(answer.result.text).toHaveLength(expected.event.for_llm_len);
  },
  "tool.respond.media": ({ result }) => {
    const answer = decoded({ action: "respond", result }, tool("t", {}));
    expect(answer).toMatchObject({
      outcome: "respond",
      result: { text: result.for_llm ?? "", media: result.media, handled: result.response_handled },
    });
  },
  "tool.respond.user": ({ result }, expected) => {
    expect(expected.user_message).toBeNull();
    const answer = decoded({ action: "respond", result }, tool("t", {}));
    expect(answer).toMatchObject({ outcome: "respond", result: { text: "" }, issues: [{ class: "for_user" }] });
  },
  "tool.rewrite": (given, expected) => {
    if (expected.failure !== undefined)
      return compare(decoded({ action: "modify", call: { tool: "other", arguments: {} } }, toolCall("ls")), expected);
    const before = { action: "modify", call: { tool: given.tool, arguments: { text: "modified" } } };
    const after = (output: string): Json => ({ action: "modify", result: { result: { for_llm: `after:${output}` } } });
    expect(toolPair(before, after)).toBe(expected.response);
  },
});
