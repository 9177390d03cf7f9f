// Claude Code's command hooks, called by us.

import { describe, expect, it } from "vitest";
import { claudeCodeProtocol } from "../../../src/hosts/claude-code/protocol.ts";
import { readExit } from "../../../src/hosts/shared/one-shot.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import type { HookCompletion, HookFailure } from "../../../src/language/hook-result.ts";
import { hookEvent, passing } from "../cases.ts";

const bash = { tool: "bash", tool_name: "sh", input: { command: "ls" }, workdir: "/w", cwd: "/w/src", session_id: "s" };

function ask(point: Point, answer: Json | string, more: object = {}): HookCompletion<HookFailure> {
  const stdout = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readExit(claudeCodeProtocol, { ...passing, stdout, ...more }, hookEvent(point, bash));
}

const pre = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
const answer = (fields: object) => ({ ok: true, answer: fields });
const failure = (kind: string, text = "") => ({ ok: false, failure: { kind, message: expect.stringContaining(text) } });

describe("answers", () => {
  const rows: readonly [string, Point, Json | string, object][] = [
    ["nothing", "before_tool_call", "", answer({ outcome: "pass", message: null })],
    ["plain text, which is nothing here", "before_tool_call", "all good", answer({ outcome: "pass", notes: [] })],
    ["plain text, which is context here", "user_prompt_submit", "mind the gap", answer({ notes: ["mind the gap"] })],
    ["allow", "before_tool_call", pre({ permissionDecision: "allow" }), answer({ outcome: "allow" })],
    [
      "deny",
      "before_tool_call",
      pre({ permissionDecision: "deny", permissionDecisionReason: "no", updatedInput: { command: "x" } }),
      answer({ outcome: "block", message: "no", changes: {} }),
    ],
    ["ask", "before_tool_call", pre({ permissionDecision: "ask" }), answer({ outcome: "ask" })],
    [
      "defer, which somebody must look at",
      "before_tool_call",
      pre({ permissionDecision: "defer" }),
      answer({ outcome: "ask" }),
    ],
    [
      "the older words",
      "before_tool_call",
      { decision: "block", reason: "no" },
      answer({ outcome: "block", message: "no" }),
    ],
    ["approve where nobody asks", "user_prompt_submit", { decision: "approve" }, answer({ outcome: "pass" })],
    [
      "a rewrite",
      "before_tool_call",
      pre({ updatedInput: { command: "pwd" } }),
      answer({ changes: { input: { command: "pwd" } } }),
    ],
    ["context", "before_tool_call", pre({ additionalContext: "c" }), answer({ notes: ["c"] })],
    ["a message", "before_tool_call", { systemMessage: "m" }, answer({ warnings: ["m"], outcome: "pass" })],
    [
      "an end, whatever else it says",
      "before_tool_call",
      { continue: false, stopReason: "over", ...pre({ permissionDecision: "allow" }) },
      answer({ outcome: "stop", message: "over", changes: {} }),
    ],
    [
      "a blocked prompt",
      "user_prompt_submit",
      { decision: "block", reason: "no" },
      answer({ outcome: "block", message: "no" }),
    ],
    [
      "work to go on with",
      "before_completion_decision",
      { decision: "block", reason: "tests" },
      answer({ outcome: "block", message: "tests" }),
    ],
    [
      "a remark beside a result",
      "after_tool_result",
      { decision: "block", reason: "leaks" },
      answer({
        outcome: "pass",
        notes: ["leaks"],
        issues: [{ class: "block_downgraded", message: "PostToolUse cannot block" }],
      }),
    ],
    [
      "another result, in the tool's shape",
      "after_tool_result",
      {
        hookSpecificOutput: {
          hookEventName: "PostToolUse",
          updatedToolOutput: { stdout: "a", stderr: "", interrupted: false },
        },
      },
      answer({ changes: { output: "a" } }),
    ],
    [
      "a permission",
      "before_permission_decision",
      {
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "allow", updatedInput: { command: "pwd" } },
        },
      },
      answer({ outcome: "allow", changes: { input: { command: "pwd" } } }),
    ],
    [
      "a refused permission that ends the turn",
      "before_permission_decision",
      {
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "deny", message: "no", interrupt: true },
        },
      },
      answer({ outcome: "stop", message: "no" }),
    ],
    [
      "another text to show",
      "assistant_message_render",
      { hookSpecificOutput: { hookEventName: "MessageDisplay", displayContent: "x" } },
      answer({ changes: { message: "x" } }),
    ],
  ];
  it.each(rows)("%s", (_, point, given, expected) => expect(ask(point, given)).toMatchObject(expected));
});

// Claude Code drops each of these without a word, and the call goes through. Here each is a failure that says why.
describe("answers that would do nothing there", () => {
  const rows: readonly [string, Json, string][] = [
    ["no event name", { hookSpecificOutput: { permissionDecision: "deny" } }, 'hookEventName` must be "PreToolUse"'],
    ["another event's name", { hookSpecificOutput: { hookEventName: "PostToolUse" } }, 'must be "PreToolUse"'],
    ["a decision outside its place", { permissionDecision: "deny" }, "belongs into `hookSpecificOutput`"],
    ["an unknown word", pre({ permissionDecision: "reject" }), "must be one of allow, deny, ask, defer"],
    ["a word of another protocol", { decision: "deny" }, "`decision` must be one of block, approve"],
    ["a text for a truth", { continue: "false" }, "`continue` must be true or false"],
    ["a list for an input", pre({ updatedInput: ["ls"] }), "updatedInput` must be an object"],
  ];
  it.each(rows)("%s", (_, given, why) => expect(ask("before_tool_call", given)).toMatchObject(failure("shape", why)));

  it("text that begins like JSON and is none", () => {
    expect(ask("before_tool_call", "{not json")).toMatchObject(failure("malformed"));
  });
});

describe("exit codes", () => {
  it("2 blocks whatever the answer says, with its reason or else stderr", () => {
    const blocked = ask("before_tool_call", pre({ permissionDecision: "allow" }), { code: 2, stderr: "no\n" });
    expect(blocked).toMatchObject(answer({ outcome: "block", message: "no" }));
    const reason = pre({ permissionDecision: "deny", permissionDecisionReason: "json" });
    expect(ask("before_tool_call", reason, { code: 2, stderr: "no" })).toMatchObject(answer({ message: "json" }));
  });

  it("others leave it to the answer, and without one are failures", () => {
    const denied = ask("before_tool_call", pre({ permissionDecision: "deny" }), { code: 1 });
    expect(denied).toMatchObject(answer({ outcome: "block" }));
    expect(ask("before_tool_call", "", { code: 127, stderr: "sh: x: not found" })).toMatchObject(
      failure("exit", "failed with exit code 127: sh: x: not found"),
    );
    expect(ask("before_tool_call", "{broken", { code: 1 })).toMatchObject(failure("exit"));
  });
});

describe("payload", () => {
  it("speaks of tools in Claude Code's words", () => {
    expect(claudeCodeProtocol.encode(hookEvent("before_tool_call", { ...bash, call_id: "c" }))).toEqual({
      session_id: "s",
      transcript_path: "",
      cwd: "/w/src",
      hook_event_name: "PreToolUse",
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: "c",
    });
  });

  it("keeps what the host had beside our fields", () => {
    const input = { path: "/w/b", raw: { file_path: "/w/a", offset: 3 } };
    const fields = { ...bash, tool: "read", tool_name: "Read", input };
    expect(claudeCodeProtocol.encode(hookEvent("before_tool_call", fields))).toMatchObject({
      tool_input: { file_path: "/w/b", offset: 3 },
    });
  });

  it("names the project in the environment and passes no secrets on", () => {
    expect(claudeCodeProtocol.environment(hookEvent("before_tool_call", bash))).toEqual({ CLAUDE_PROJECT_DIR: "/w" });
    expect(claudeCodeProtocol.inherits.filter((name) => /KEY|TOKEN|SECRET/.test(name))).toEqual([]);
  });
});
