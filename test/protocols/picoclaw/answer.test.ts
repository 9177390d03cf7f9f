// Answers of picoclaw hooks that are not what they should be: a failure that says so, or a refusal that stands.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeResult } from "../../../src/hosts/picoclaw/answer.ts";
import { encodeCall } from "../../../src/hosts/picoclaw/params.ts";
import { stages } from "../../../src/hosts/picoclaw/stages.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import { enforceGrant } from "../../../src/runtime/external/grants.ts";
import { seeded } from "../../seeded.ts";
import { hookEvent } from "../cases.ts";
import { peerSpec, toolCall } from "./peers.ts";

const call = toolCall("ls").fields;
const events = {
  before_model_call: hookEvent("before_model_call", {
    model: "m",
    messages: [{ role: "user", content: "a" }],
    tools: ["exec"],
  }),
  after_model_call: hookEvent("after_model_call", { model: "m", response: "hi" }),
  before_tool_call: hookEvent("before_tool_call", call),
  before_permission_decision: hookEvent("before_permission_decision", call),
  after_tool_result: hookEvent("after_tool_result", { ...call, output: "out", is_error: false, duration_ms: 3 }),
};
type At = keyof typeof events;
const read = (at: At, result: Json): unknown => decodeResult(result, events[at]);

describe("answers of the wrong shape", () => {
  it.each<[At, Json, string]>([
    ["before_tool_call", { decision: "deny" }, '"decision" is not a field of an answer to hook.before_tool'],
    ["before_tool_call", { action: "continue", arguments: {} }, '"arguments" is not a field'],
    ["before_tool_call", { action: "deny" }, '`action` is "deny", which hook.before_tool does not know'],
    ["before_tool_call", { action: 1 }, "`action` must be a string"],
    ["before_tool_call", { action: "modify", call: [] }, "`call` must be an object"],
    [
      "before_tool_call",
      { action: "modify", call: { tool: "exec", arguments: "ls" } },
      "`call.arguments` must be an object",
    ],
    ["before_tool_call", { action: "modify", call: { tool: "", arguments: {} } }, "`call.tool` must stay"],
    [
      "before_tool_call",
      { action: "modify", result: { for_llm: "x" } },
      '`result` has an effect only with the action "respond"',
    ],
    ["before_tool_call", { action: "respond", result: {} }, "`result` has neither"],
    ["before_tool_call", { action: "respond", result: { for_llm: 1 } }, "`result.for_llm` must be a string"],
    [
      "before_tool_call",
      { action: "respond", result: { for_llm: "x", media: [1] } },
      "`result.media` must be a list of strings",
    ],
    [
      "before_tool_call",
      { action: "respond", result: { for_llm: "x", response_handled: 1 } },
      "`result.response_handled` must be",
    ],
    ["before_tool_call", [], "`result` must be an object"],
    ["before_tool_call", null, "`result` must be an object"],
    ["after_tool_result", { action: "modify", result: { for_llm: "x" } }, "`for_llm` belongs inside it"],
    [
      "after_tool_result",
      { action: "modify", result: { result: { is_error: true } } },
      "`result.result.for_llm` is missing",
    ],
    ["after_model_call", { action: "modify", response: { content: "x" } }, "`content` belongs inside it"],
    [
      "after_model_call",
      { response: { response: { content: "x", tool_calls: [{}] } } },
      "tool_calls` cannot be changed",
    ],
    ["before_model_call", { request: { model: 1 } }, "`request.model` must be a string"],
    ["before_model_call", { request: { model: "" } }, "`request.model` is empty"],
    ["before_model_call", { request: { messages: ["hi"] } }, "`request.messages` must be a list of objects"],
    ["before_permission_decision", { approved: "yes" }, "`approved` must be true or false"],
    ["before_permission_decision", { approved: true, decision: "deny" }, '"decision" is not a field'],
  ])("%s %j", (at, result, text) => {
    expect(read(at, result)).toEqual({ shape: expect.stringContaining(text) });
  });

  it("of an approval are refusals that say so, where nothing was approved", () => {
    const answer = {
      outcome: "block",
      message: expect.stringContaining('"decision" is not a field'),
      issues: [{ class: "shape" }],
    };
    expect(read("before_permission_decision", { decision: "allow" })).toMatchObject({ answer });
    expect(read("before_permission_decision", {})).toMatchObject({ answer: { outcome: "block" } });
  });

  it("do not undo a refusal", () => {
    for (const more of [{ reason: 5 }, { call: "x" }, { decision: "allow" }, { result: 1 }])
      expect(read("before_tool_call", { action: "deny_tool", ...more })).toMatchObject({
        answer: { outcome: "block" },
      });
    expect(read("before_permission_decision", { approved: false, reason: [] })).toMatchObject({
      answer: { outcome: "block" },
    });
  });
});

describe("answers", () => {
  it("approve nothing", () => {
    expect(read("before_permission_decision", { approved: true })).toMatchObject({ answer: { outcome: "pass" } });
  });

  it("rewrite in our words, and keep what the tool has beside", () => {
    const event = hookEvent("before_tool_call", {
      tool: "edit",
      tool_name: "edit",
      input: { path: "a", old: "b", new: "c", all: true },
    });
    const { params } = encodeCall(event) ?? { params: null };
    expect(params).toMatchObject({
      tool: "edit_file",
      arguments: { path: "a", old_text: "b", new_text: "c", all: true },
    });
    const reply = {
      action: "modify",
      call: { tool: "edit_file", arguments: { path: "a", old_text: "b", new_text: "d", all: true } },
    };
    expect(decodeResult(reply, event)).toMatchObject({
      answer: { changes: { input: { path: "a", old: "b", new: "d", all: true } } },
    });
  });

  it("need the wider grant to touch a system message", () => {
    const messages = [
      { role: "system", content: "be good" },
      { role: "user", content: "a" },
    ];
    const event = hookEvent("before_model_call", { model: "m", messages, tools: [] });
    const reply = {
      action: "modify",
      request: { messages: [{ role: "system", content: "be bad" }, messages[1] ?? null] },
    };
    const decoded = decodeResult(reply, event);
    if (!("answer" in decoded)) throw new Error("not an answer");
    const granted = (may: readonly string[]): boolean =>
      enforceGrant({ ok: true, answer: decoded.answer }, peerSpec("", "", { may }), event).ok;
    expect([granted(["set"]), granted(["set", "set system"])]).toEqual([false, true]);
  });

  it("that echo what was sent change nothing, at every stage", () => {
    for (const { point, member } of stages) {
      const event = events[point as At];
      if (member === null) continue;
      const { params } = encodeCall(event) ?? { params: null };
      const reply: Json = { action: "continue", [member]: params };
      expect(decodeResult(JSON.parse(JSON.stringify(reply)), event)).toMatchObject({
        answer: { outcome: "pass", changes: {}, issues: [] },
      });
    }
  });

  it("of any shape are read without an exception, and never approve or run half a call", () => {
    const words = fc.constantFrom("continue", "modify", "respond", "deny_tool", "abort_turn", "", "block");
    const object = fc.dictionary(
      fc.constantFrom("tool", "arguments", "result", "for_llm", "messages", "model", "media"),
      fc.jsonValue(),
    );
    const reply = fc.record(
      {
        action: words,
        reason: fc.jsonValue(),
        call: object,
        result: object,
        request: object,
        response: object,
        approved: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(events) as At[])), fc.oneof(reply, fc.jsonValue()), (at, answer) => {
        const decoded = decodeResult(answer as Json, events[at]);
        if (!("answer" in decoded)) return;
        expect(decoded.answer.outcome).not.toBe("allow");
        const { input } = decoded.answer.changes;
        if (input !== undefined) expect(typeof input).toBe("object");
      }),
      seeded("picoclaw answers", 100),
    );
  });
});

describe("parameters", () => {
  it("have the keys of the wire", () => {
    const keys = (point: Point): unknown => Object.keys((encodeCall(events[point as At])?.params ?? {}) as object);
    expect(keys("before_model_call")).toEqual(["meta", "model", "messages", "tools"]);
    expect(keys("after_model_call")).toEqual(["meta", "model", "response"]);
    expect(keys("before_tool_call")).toEqual(["meta", "tool", "arguments"]);
    expect(keys("before_permission_decision")).toEqual(["meta", "tool", "arguments"]);
    expect(keys("after_tool_result")).toEqual(["meta", "tool", "arguments", "result", "duration"]);
    expect(encodeCall(events.after_tool_result)).toMatchObject({
      params: {
        meta: { SessionKey: "s", TurnID: "r", Source: "h", Iteration: 0 },
        result: { for_llm: "out", is_error: false },
        duration: 3_000_000,
      },
    });
    expect(encodeCall(hookEvent("session_start"))).toBeNull();
  });

  it("take from the host what events have no field for", () => {
    const metadata = { meta: { Iteration: 4 }, context: { route: "x" }, options: { t: 1 }, graceful_terminal: true };
    const event = hookEvent("before_model_call", { model: "m", messages: [], tools: ["exec"], metadata });
    expect(encodeCall(event)?.params).toMatchObject({
      meta: { Iteration: 4 },
      context: { route: "x" },
      options: { t: 1 },
      graceful_terminal: true,
      tools: [{ type: "function", function: { name: "exec" } }],
    });
  });
});
