// Our own protocol, called by us.

import { describe, expect, it } from "vitest";
import { policycProtocol } from "../../../src/hosts/policyc/protocol.ts";
import { readExit, stdinOf } from "../../../src/hosts/shared/one-shot.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import { hookEvent, passing } from "../cases.ts";

const ask = (answer: Json | string, point: Point = "before_tool_call", more: object = {}) => {
  const stdout = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readExit(policycProtocol, { ...passing, stdout, ...more }, hookEvent(point));
};

it("gives the hook the whole event", () => {
  const fields = { tool: "bash", input: { command: "ls" }, session_id: "s" };
  expect(JSON.parse(stdinOf(policycProtocol, hookEvent("before_tool_call", fields, { hookId: "guard" })))).toEqual({
    point: "before_tool_call",
    ...fields,
    hook_id: "guard",
    scope: "user",
  });
});

describe("an answer", () => {
  const rows: readonly [Json | string, Point, object][] = [
    ["", "before_tool_call", { outcome: "pass", message: null }],
    [{}, "before_tool_call", { outcome: "pass" }],
    [{ outcome: "block", message: "no" }, "before_tool_call", { outcome: "block", message: "no" }],
    [{ outcome: "ask", message: "sure?" }, "before_tool_call", { outcome: "ask" }],
    [{ outcome: "allow" }, "before_tool_call", { outcome: "allow" }],
    [{ outcome: "stop", message: "over" }, "before_tool_call", { outcome: "stop" }],
    [
      { outcome: "respond", result: { text: "t", is_error: true } },
      "before_tool_call",
      { result: { text: "t", is_error: true } },
    ],
    [{ warnings: ["w"], notes: ["n"] }, "before_tool_call", { warnings: ["w"], notes: ["n"] }],
    [{ changes: { input: { command: "pwd" } } }, "before_tool_call", { changes: { input: { command: "pwd" } } }],
    [
      { changes: { prompt: "p" }, metadata: { k: 1 } },
      "user_prompt_submit",
      { changes: { prompt: "p" }, metadata: { k: 1 } },
    ],
    [{ changes: { output: "o" } }, "after_tool_result", { changes: { output: "o" } }],
    [{ changes: { message: "m" } }, "assistant_message_render", { changes: { message: "m" } }],
    [{ changes: { messages: [], model: "m" } }, "before_model_call", { changes: { messages: [], model: "m" } }],
  ];
  it.each(rows)("%o at %s", (answer, point, expected) => {
    expect(ask(answer, point)).toMatchObject({ ok: true, answer: expected });
  });
});

describe("a wrong answer", () => {
  const rows: readonly [Json, Point, string][] = [
    [{ outcom: "block" }, "before_tool_call", "`outcom` is not a field"],
    [{ outcome: "deny" }, "before_tool_call", "`outcome` must be one of"],
    [{ outcome: 5 }, "before_tool_call", "`outcome` must be a string"],
    [{ message: {} }, "before_tool_call", "`message` must be a string"],
    [{ notes: "n" }, "before_tool_call", "`notes` must be a list of strings"],
    [{ warnings: [5] }, "before_tool_call", "`warnings` must be a list of strings"],
    [{ changes: [] }, "before_tool_call", "`changes` must be an object"],
    [{ changes: { input: "ls" } }, "before_tool_call", "`changes.input` must be an object"],
    [{ changes: { prompt: "p" } }, "before_tool_call", "`changes.prompt` cannot be set at before_tool_call"],
    [{ changes: { prompt: 5 } }, "user_prompt_submit", "`changes.prompt` must be a string"],
    [{ changes: { input: {} } }, "after_tool_result", "`changes.input` cannot be set at after_tool_result"],
    [{ changes: { constructor: "x" } }, "user_prompt_submit", "`changes.constructor` cannot be set"],
    [{ outcome: "respond" }, "before_tool_call", "`respond` and `result` go together"],
    [{ result: { text: "t" } }, "before_tool_call", "`respond` and `result` go together"],
    [{ outcome: "respond", result: { txt: "t" } }, "before_tool_call", "`result.txt` is not a field"],
    [{ outcome: "respond", result: {} }, "before_tool_call", "`result.text` is missing"],
    [{ outcome: "block" }, "session_end", "a hook cannot block at session_end"],
  ];
  it.each(rows)("%o at %s is a failure that says why", (answer, point, why) => {
    const result = ask(answer, point);
    expect(result).toMatchObject({ ok: false, failure: { kind: "shape", code: "P726" } });
    expect(!result.ok && result.failure.message).toContain(why);
  });

  it.each(["yes", "[1]", "5", '{"outcome":"pass"} trailing', '{"outcome":"pass"}\n{"outcome":"block"}'])(
    "%s is malformed",
    (text) => expect(ask(text)).toMatchObject({ ok: false, failure: { kind: "malformed", code: "P725" } }),
  );
});

describe("exit code 2", () => {
  it("blocks with the answer's message, else stderr, else stdout, else a text of ours", () => {
    const blocked = (stdout: string, stderr: string) => {
      const result = ask(stdout, "before_tool_call", { code: 2, stderr });
      return result.ok ? result.answer.message : result.failure.kind;
    };
    expect(blocked('{"message":"json"}', "err")).toBe("json");
    expect(blocked("out", "err")).toBe("err");
    expect(blocked("out", "")).toBe("out");
    expect(blocked("", "")).toBe("blocked by the hook of `h`");
  });
});
