// Answers of ignis hooks beyond the seed cases, and a bundle as an ignis hook.

import { describe, expect, it } from "vitest";
import { ignisAdapter as adapter } from "../../../src/hosts/ignis/adapter.ts";
import { ignisProtocol } from "../../../src/hosts/ignis/protocol.ts";
import { readExit } from "../../../src/hosts/shared/one-shot.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import { hookEvent, passing } from "../cases.ts";
import { decision, failuresOf } from "../decisions.ts";

const bash = { tool: "bash", tool_name: "bash", input: { command: "ls" } };
const ask = (answer: Json, point: Point = "user_prompt_submit", more: object = {}) =>
  readExit(ignisProtocol, { ...passing, stdout: JSON.stringify(answer), ...more }, hookEvent(point, bash));

describe("an answer", () => {
  it.each<Json>([
    { continue: 1 },
    { systemMessage: 5 },
    { hookSpecificOutput: [] },
    { hookSpecificOutput: { hookEventName: 5 } },
    { hookSpecificOutput: { updatedInput: 5 } },
    { hookSpecificOutput: { updatedOutput: {} } },
  ])("with one wrong type counts for nothing: %o", (answer) => {
    const result = ask(answer);
    expect(result).toMatchObject({ ok: false, failure: { kind: "shape" } });
    if (!result.ok) expect(result.failure.message).toContain("invalid JSON on stdout: ");
  });

  it("may rewrite to nothing at all", () => {
    expect(ask({ hookSpecificOutput: { updatedInput: "" } })).toMatchObject({ answer: { changes: { prompt: "" } } });
  });

  it("reads only the rewrite of its event", () => {
    const both = { hookSpecificOutput: { updatedInput: "in", updatedOutput: "out" } };
    expect(ask(both)).toMatchObject({ answer: { changes: { prompt: "in" } } });
    expect(ask(both, "assistant_message_render")).toMatchObject({ answer: { changes: { message: "out" } } });
    expect(ask(both, "after_tool_result")).toMatchObject({ answer: { changes: { output: "out" } } });
  });

  it("keeps fields of a call that we have no word for", () => {
    const updatedInput = JSON.stringify({ command: "pwd", timeout: 3 });
    expect(ask({ hookSpecificOutput: { updatedInput } }, "before_tool_call")).toMatchObject({
      answer: { changes: { input: { command: "pwd", timeout: 3 } } },
    });
  });
});

describe("the reason of a block", () => {
  it("is stderr on one line of 200 characters", () => {
    const long = ask({}, "before_tool_call", { code: 2, stderr: `two\nlines\t${"x".repeat(300)}` });
    expect(long.ok && long.answer.message).toBe(`two lines ${"x".repeat(190)}…`);
    const stopped = ask({ continue: false }, "before_tool_call", { stderr: "a\nb" });
    expect(stopped).toMatchObject({ answer: { outcome: "block", message: "a b" } });
  });

  it("stands in a remark where a block does not count", () => {
    const shown = ask({}, "assistant_message_render", { code: 2, stderr: "no" });
    expect(shown).toMatchObject({
      answer: { outcome: "pass", issues: [{ message: "h requested block (ignored for render): no" }] },
    });
  });
});

describe("a cut answer", () => {
  it("counts if all of it is there, with a remark", () => {
    expect(ask({ continue: false }, "before_tool_call", { oversize: true })).toMatchObject({
      answer: { outcome: "block", issues: [{ class: "hook.buffer", message: "stdout truncated at 1 MiB" }] },
    });
  });

  it("does not undo a blocking exit", () => {
    expect(ask({}, "before_tool_call", { oversize: true, code: 2 })).toMatchObject({ answer: { outcome: "block" } });
  });
});

describe("as a hook of ignis", () => {
  const envelope = { session_id: "s", cwd: "/w" };
  const call = { ...envelope, toolName: "edit_file", toolInput: { path: "a", old_text: "x", new_text: "y" } };
  const rows: readonly [object, object][] = [
    [{ ...envelope, hook_event_name: "UserPromptSubmit", prompt: "p" }, { prompt: "p" }],
    [{ ...envelope, hook_event_name: "AssistantMessageRender", content: "c" }, { message: "c" }],
    [
      { ...call, hook_event_name: "PreToolUse" },
      { tool: "edit", input: { path: "a", old: "x", new: "y" } },
    ],
    [
      { ...call, hook_event_name: "PostToolUse", toolResult: "r", isError: true },
      { output: "r", is_error: true },
    ],
  ];
  it.each(rows)("reads %o", (payload, expected) => {
    const read = adapter.read(payload);
    expect(read).toMatchObject({ event: { agent: "ignis", session_id: "s", workdir: "/w", ...expected } });
    expect("event" in read && failuresOf(read.event)).toEqual([]);
  });

  it.each([
    { ...envelope, hook_event_name: "PreCompact" },
    { ...envelope, hook_event_name: "PreToolUse", toolInput: {} },
    { ...envelope, hook_event_name: "PreToolUse", toolName: "bash", toolInput: "ls" },
  ])("refuses %o", (payload) => {
    expect(adapter.read(payload)).toHaveProperty("error");
  });

  it("writes a new input as JSON in a string, complete and in its words", () => {
    const read = adapter.read({ ...call, hook_event_name: "PreToolUse" });
    if (!("event" in read)) throw new Error(JSON.stringify(read));
    const input = { path: "b", old: "x", new: "y", raw: call.toolInput };
    const { stdout } = adapter.write(decision("pass", { changes: { input } }), read.event);
    const { hookSpecificOutput } = JSON.parse(stdout);
    expect(hookSpecificOutput.hookEventName).toBe("PreToolUse");
    expect(JSON.parse(hookSpecificOutput.updatedInput)).toEqual({ path: "b", old_text: "x", new_text: "y" });
  });
});
