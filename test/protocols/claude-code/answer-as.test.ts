// A bundle as a hook of Claude Code: sample payloads in, the documented answers out.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { claudeCodeDialect as dialect } from "../../../src/hosts/claude-code/answer-as.ts";
import type { Decision, PolicyEvent } from "../../../src/runtime/contract.ts";
import type { Data } from "../cases.ts";
import { decision, failuresOf, remark } from "../decisions.ts";

const folder = new URL("samples/", import.meta.url);
const sample = (name: string): Data => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const answers = sample("answers");

function eventOf(name: string): PolicyEvent {
  const read = dialect.read(sample(name));
  if (!("event" in read)) throw new Error(`${name}: ${read.error}`);
  return read.event;
}

const events: readonly [string, object][] = [
  ["PreToolUse.Bash", { point: "before_tool_call", tool: "bash", tool_name: "Bash", call_id: "toolu_01Qx7bash" }],
  ["PreToolUse.recorded", { tool: "bash", input: { command: "git push --force origin main" } }],
  ["PreToolUse.PowerShell", { tool: "bash", tool_name: "PowerShell" }],
  ["PreToolUse.Read", { tool: "read" }],
  ["PreToolUse.Write", { tool: "write" }],
  [
    "PreToolUse.Edit",
    { tool: "edit", input: { path: "/home/dev/shop/src/auth.ts", old: "return false", new: "return true" } },
  ],
  ["PreToolUse.WebFetch", { tool: "fetch" }],
  ["PreToolUse.Agent", { tool: "subagent", input: { task: "Find all API endpoints", role: "Explore" } }],
  ["PreToolUse.mcp", { tool: "mcp", input: { server: "github", tool: "create_issue", args: { owner: "acme" } } }],
  ["PreToolUse.subagent", { point: "before_tool_call" }],
  [
    "PostToolUse.Bash",
    { point: "after_tool_result", output: "HOME=/home/dev\nAPI_TOKEN=example-not-real", duration_ms: 18 },
  ],
  ["PostToolUse.Write", { point: "after_tool_result", tool: "write" }],
  ["PostToolUseFailure", { point: "after_tool_failure", error: "Exit code 1\nError: Cannot find module 'express'" }],
  ["PermissionRequest", { point: "before_permission_decision", tool: "bash", input: { command: "npm publish" } }],
  ["UserPromptSubmit", { point: "user_prompt_submit" }],
  ["Stop", { point: "before_completion_decision", stop_hook_active: false }],
  ["SubagentStart", { point: "subagent_start", role: "Explore" }],
  ["SubagentStop", { point: "subagent_stop", role: "Explore" }],
  ["SessionStart", { point: "session_start", source: "startup", model: "claude-opus-5" }],
  ["SessionEnd", { point: "session_end", reason: "prompt_input_exit" }],
  ["PreCompact", { point: "pre_compact", trigger: "manual" }],
  ["PostCompact", { point: "post_compact" }],
  ["PostToolBatch", { point: "before_model_call" }],
  ["MessageDisplay", { point: "assistant_message_render", message: "The token is example-not-real.\n" }],
  ["FileChanged", { point: "file_changed", path: "/home/dev/shop/.env", change: "change" }],
  ["Notification", { point: "notification", kind: "permission_prompt" }],
];

describe("payloads", () => {
  it.each(events)("%s", (name, expected) => {
    expect(eventOf(name)).toMatchObject({ agent: "claude-code", session_id: expect.any(String), ...expected });
  });

  it.each(events)("%s is an event the engine takes", (name) => {
    expect(failuresOf(eventOf(name))).toEqual([]);
  });

  it("of events without a point are errors", () => {
    const known = events.map(([name]) => name);
    const others = readdirSync(folder)
      .map((file) => file.replace(/\.json$/, ""))
      .filter((name) => name !== "answers" && !known.includes(name));
    expect(others.length).toBeGreaterThan(5);
    for (const name of others) expect(dialect.read(sample(name))).toMatchObject({ point: null });
  });
});

describe("answers", () => {
  const rewritten = { ...eventOf("PreToolUse.Bash"), input: { command: "git push origin main" } };
  const raw = sample("PreToolUse.Bash").tool_input;
  const input = { ...rewritten.input, raw };
  const rows: readonly [string, string, string, Decision][] = [
    ["PreToolUse.Bash", "before_tool_call", "pass", decision("pass")],
    ["PreToolUse.Bash", "before_tool_call", "allow", decision("allow", { message: "rule R1" })],
    ["PreToolUse.Bash", "before_tool_call", "warn", decision("pass", { warnings: [remark("rule R1: force push")] })],
    ["PreToolUse.Bash", "before_tool_call", "ask", decision("ask", { message: "rule R1" })],
    ["PreToolUse.Bash", "before_tool_call", "deny", decision("block", { message: "rule R1" })],
    ["PreToolUse.Bash", "before_tool_call", "rewrite_input", decision("pass", { changes: { input } })],
    [
      "PreToolUse.Bash",
      "before_tool_call",
      "annotate",
      decision("pass", { notes: [remark("Deployment target is production.")] }),
    ],
    ["PreToolUse.Bash", "before_tool_call", "stop_turn", decision("stop", { message: "rule R1" })],
    ["UserPromptSubmit", "user_prompt_submit", "deny", decision("block", { message: "rule R2" })],
    ["UserPromptSubmit", "user_prompt_submit", "annotate", decision("pass", { notes: [remark("...")] })],
    ["PermissionRequest", "before_permission_decision", "allow", decision("allow", { message: "rule R3" })],
    ["PermissionRequest", "before_permission_decision", "deny", decision("block", { message: "rule R3" })],
    [
      "PostToolUse.Bash",
      "after_tool_call",
      "rewrite_output",
      decision("pass", { changes: { output: "HOME=/home/dev\nAPI_TOKEN=[redacted]" } }),
    ],
    ["PostToolUse.Bash", "after_tool_call", "annotate", decision("pass", { notes: [remark("...")] })],
    ["Stop", "before_completion_decision", "deny", decision("block", { message: "Run the tests first." })],
    [
      "MessageDisplay",
      "assistant_message_render",
      "rewrite_output",
      decision("pass", { changes: { message: "The token is [redacted].\n" } }),
    ],
    ["PreCompact", "pre_compact", "deny", decision("block", { message: "rule R5" })],
  ];
  it.each(rows)("%s: %s, %s", (name, point, action, given) => {
    const expected = answers[point][action];
    const reply = dialect.write(given, eventOf(name));
    expect(reply.exitCode).toBe(expected.exit);
    expect(reply.stdout === "" ? null : JSON.parse(reply.stdout)).toEqual(expected.stdout);
  });

  it("a blocked result is replaced in its own shape, not only remarked upon", () => {
    const reply = dialect.write(decision("block", { message: "rule R4" }), eventOf("PostToolUse.Bash"));
    expect(JSON.parse(reply.stdout)).toEqual({
      ...answers.after_tool_call.deny.stdout,
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        updatedToolOutput: { stdout: "[withheld by policy: rule R4]", stderr: "", interrupted: false, isImage: false },
      },
    });
  });

  it("a rewrite without an approval cannot pass a permission request", () => {
    const given = decision("pass", { changes: { input } });
    const { hookSpecificOutput } = JSON.parse(dialect.write(given, eventOf("PermissionRequest")).stdout);
    expect(hookSpecificOutput.decision.behavior).toBe("deny");
  });

  it("a failure denies in the words of the event, and by exit code when no event could be told", () => {
    const { stdout, exitCode } = dialect.failure("before_tool_call", "broken");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: "broken",
    });
    expect(dialect.failure(null, "broken")).toEqual({ stdout: "", stderr: "broken\n", exitCode: 2 });
  });
});
