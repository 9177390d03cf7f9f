// Answers of codex_runtime hooks beyond the seed cases, and a bundle as such a hook.

import { describe, expect, it } from "vitest";
import { codexRuntimeAdapter as adapter } from "../../../src/hosts/codex-runtime/adapter.ts";
import { codexRuntimeProtocol } from "../../../src/hosts/codex-runtime/protocol.ts";
import { readExit } from "../../../src/hosts/shared/one-shot.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import { hookEvent, passing } from "../cases.ts";
import { decision, failuresOf, said } from "../decisions.ts";

const ask = (answer: Json | string, point: Point = "before_run", more: object = {}) => {
  const stdout = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readExit(codexRuntimeProtocol, { ...passing, stdout, ...more }, hookEvent(point));
};

describe("an answer", () => {
  const attachments: readonly [string, Json, boolean][] = [
    ["AtPath", { AtPath: { path: "a", placeholder: "p" } }, true],
    ["AtPath without a placeholder", { AtPath: { path: "a" } }, true],
    ["ImageUrl", { ImageUrl: { url: "u" } }, true],
    ["LocalImage", { LocalImage: { path: "a" } }, true],
    ["Skill", { Skill: { name: "n", path: "p" } }, true],
    ["a Skill without a path", { Skill: { name: "n" } }, false],
    ["two kinds at once", { ImageUrl: { url: "u" }, LocalImage: { path: "p" } }, false],
    ["an unknown kind", { Video: { url: "u" } }, false],
    ["a kind out of the prototype", { constructor: { url: "u" } }, false],
    ["a bare text", "a.png", false],
    ["nothing inside", {}, false],
  ];
  it.each(attachments)("may attach %s: %o", (_, attachment, isFine) => {
    const result = ask({ action: "mutate", addAttachments: [attachment] });
    expect(result.ok).toBe(isFine);
    if (result.ok) expect(result.answer.attachments).toEqual([attachment]);
    else expect(result.failure).toMatchObject({ kind: "shape" });
  });

  it.each<Json>([
    { action: 5 },
    { action: null },
    { modelOverride: 5 },
    { promptOverride: ["x"] },
    { addAttachments: {} },
    { addAttachments: null },
  ])("of a wrong type is a failure even where it changes nothing: %o", (answer) => {
    expect(ask(answer)).toMatchObject({ ok: false, failure: { kind: "shape" } });
  });

  it("may leave fields null", () => {
    const answer = { action: "mutate", promptOverride: null, modelOverride: null, metadataDelta: null };
    expect(ask(answer)).toMatchObject({ ok: true, answer: { changes: {}, metadata: null, issues: [] } });
  });

  it("that says block blocks, also with exit code 0 (improved: taken for noop there)", () => {
    expect(ask({ action: "block", message: "no" })).toMatchObject({ answer: { outcome: "block", message: "no" } });
  });

  it("with an unknown action is noop, as there, with a remark", () => {
    expect(ask({ action: "halt" })).toMatchObject({ answer: { outcome: "pass", issues: [{ class: "Validation" }] } });
  });

  it("before a tool changes nothing, and says so", () => {
    const result = ask({ action: "mutate", promptOverride: "x", metadataDelta: {} }, "before_tool_call");
    expect(result).toMatchObject({
      answer: {
        changes: {},
        metadata: null,
        issues: [
          { message: "prompt_override is not allowed in PreToolUse" },
          { message: "metadata_delta is not allowed in PreToolUse" },
        ],
      },
    });
  });

  it("after the fact is not read, and no exit code blocks", () => {
    for (const point of ["after_run", "after_model_call", "after_tool_result"] as const) {
      expect(ask({ action: "mutate", promptOverride: "x" }, point)).toMatchObject({
        ok: true,
        answer: { changes: {} },
      });
      expect(ask("{broken", point).ok).toBe(true);
      for (const code of [1, 2])
        expect(ask("", point, { code })).toMatchObject({ ok: false, failure: { kind: "exit" } });
    }
  });
});

describe("as a hook of codex_runtime", () => {
  const context = (phase: string, more: object = {}) => ({
    phase,
    thread_id: "t",
    turn_id: null,
    cwd: "/w",
    model: null,
    main_status: null,
    correlation_id: "hk-1",
    ts_ms: 0,
    metadata: {},
    tool_name: null,
    tool_input: null,
    ...more,
  });
  const rows: readonly [object, object][] = [
    [context("PreRun"), { point: "before_run", session_id: "t", workdir: "/w" }],
    [context("PreTurn"), { point: "user_prompt_submit" }],
    [context("PreSessionStart", { model: "m" }), { point: "session_start", model: "m" }],
    [context("PostRun", { main_status: "error" }), { point: "after_run", status: "error" }],
    [context("PostTurn", { main_status: "ok" }), { point: "after_model_call" }],
    [
      context("PreToolUse", { cwd: null, metadata: null, tool_name: "cargo", tool_input: { command: "cargo test" } }),
      { tool: "bash", input: { command: "cargo test" } },
    ],
    [
      context("PreToolUse", { tool_name: "ls", tool_input: { command: ["ls", "a b", "it's"] } }),
      { tool: "bash", input: { command: "ls 'a b' 'it'\\''s'" } },
    ],
    [
      context("PreToolUse", { tool_name: "file_change", tool_input: { path: "/w/a" } }),
      { tool: "edit", input: { path: "/w/a" } },
    ],
    [
      context("PreToolUse", {
        tool_name: "file_change",
        tool_input: { command: "file_change; rm -rf /", path: "/w/a" },
      }),
      { tool: "bash", input: { command: "file_change; rm -rf /" } },
    ],
  ];
  it.each(rows)("reads %o", (payload, expected) => {
    const read = adapter.read(payload);
    expect(read).toMatchObject({ event: { agent: "codex-runtime", ...expected } });
    expect("event" in read && failuresOf(read.event)).toEqual([]);
  });

  it.each([
    context("PostSessionStart"),
    context("PreToolUse", { tool_input: "ls" }),
    context("PreToolUse", { tool_name: 5 }),
    context("PreToolUse", { tool_name: "rm" }),
    context("PreToolUse", { tool_name: "rm", tool_input: { cmd: "rm x" } }),
    context("PreToolUse", { tool_name: "file_change", tool_input: { command: { text: "rm x" } } }),
    context("PreToolUse"),
  ])("refuses %o", (payload) => {
    expect(adapter.read(payload)).toHaveProperty("error");
  });

  it("never ends with a code that approves when it means to refuse", () => {
    const event = { point: "before_tool_call" } as const;
    for (const outcome of ["block", "stop", "ask", "respond"] as const) {
      const reply = adapter.write(decision(outcome, { message: "no" }), event);
      expect(reply).toEqual({
        stdout: `{"message":"${said(outcome === "ask" ? "unasked" : "deny", "no")}"}\n`,
        stderr: "",
        exitCode: 2,
      });
    }
    expect(adapter.failure("before_tool_call", "broken").exitCode).toBe(2);
  });

  it("passes attachments and metadata on", () => {
    const changes = { attachments: [{ ImageUrl: { url: "u" } }], metadata: { k: 1 }, prompt: "p" };
    const { stdout } = adapter.write(decision("pass", { changes }), { point: "user_prompt_submit" });
    expect(JSON.parse(stdout)).toEqual({
      action: "mutate",
      promptOverride: "p",
      addAttachments: changes.attachments,
      metadataDelta: { k: 1 },
    });
  });
});
