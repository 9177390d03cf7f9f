// Every row of every answers.json: the exact answer to a decision, and the exit code.

import { describe, expect, it } from "vitest";
import type { Decision, Json, PolicyEvent } from "../../src/language/contract.ts";
import { decision, inOurWords, remark, said } from "../protocols/decisions.ts";
import { adapterFor, eventOf } from "./family.ts";
import { answersOf } from "./read-samples.ts";

type Row = readonly [place: string, sample: string, given: Decision | ((event: PolicyEvent) => Decision)];

const block = (message: string): Decision => decision("block", { message });
const note = (message: string): Decision => decision("pass", { notes: [remark(message)] });
const warn = (message: string): Decision => decision("pass", { warnings: [remark(message)] });
const set = (changes: { readonly [field: string]: Json }): Decision => decision("pass", { changes });
const command =
  (text: string) =>
  ({ input }: PolicyEvent): Decision =>
    set({ input: { ...(input as { readonly [field: string]: Json }), command: text } });

const rows: { readonly [agent: string]: readonly Row[] } = {
  "claude-code": [
    ["before_tool_call/pass", "PreToolUse.Bash", decision("pass")],
    ["before_tool_call/allow", "PreToolUse.Bash", decision("allow", { message: "rule R1" })],
    ["before_tool_call/warn", "PreToolUse.Bash", warn("rule R1: force push")],
    ["before_tool_call/ask", "PreToolUse.Bash", decision("ask", { message: "rule R1" })],
    ["before_tool_call/deny", "PreToolUse.Bash", block("rule R1")],
    ["before_tool_call/rewrite_input", "PreToolUse.Bash", command("git push origin main")],
    ["before_tool_call/annotate", "PreToolUse.Bash", note("Deployment target is production.")],
    ["before_tool_call/stop_turn", "PreToolUse.Bash", decision("stop", { message: "rule R1" })],
    ["user_prompt_submit/deny", "UserPromptSubmit", block("rule R2")],
    ["user_prompt_submit/annotate", "UserPromptSubmit", note("...")],
    ["before_permission_decision/allow", "PermissionRequest", decision("allow", { message: "rule R3" })],
    ["before_permission_decision/deny", "PermissionRequest", block("rule R3")],
    ["after_tool_call/rewrite_output", "PostToolUse.Bash", set({ output: "HOME=/home/dev\nAPI_TOKEN=[redacted]" })],
    ["after_tool_call/annotate", "PostToolUse.Bash", note("...")],
    ["after_tool_call/deny", "PostToolUse.Bash", block("rule R4")],
    ["before_completion_decision/deny", "Stop", block("Run the tests first.")],
    ["assistant_message_render/rewrite_output", "MessageDisplay", set({ message: "The token is [redacted].\n" })],
    ["pre_compact/deny", "PreCompact", block("rule R5")],
  ],
  codex: [
    ["before_tool_call/pass", "PreToolUse.Bash", decision("pass")],
    ["before_tool_call/deny", "PreToolUse.Bash", block("rule R1")],
    ["before_tool_call/rewrite_input", "PreToolUse.Bash", command("git status")],
    ["before_tool_call/warn", "PreToolUse.Bash", warn("rule R1")],
    ["before_tool_call/annotate", "PreToolUse.Bash", note("...")],
    ["before_permission_decision/allow", "PermissionRequest", decision("allow")],
    ["before_permission_decision/deny", "PermissionRequest", block("rule R3")],
    ["user_prompt_submit/deny", "UserPromptSubmit", block("rule R2")],
    ["after_tool_call/rewrite_output", "PostToolUse.Bash", set({ output: "[output withheld by rule R4]" })],
    ["before_completion_decision/deny", "Stop", block("Run the tests first.")],
  ],
  "gemini-cli": [
    ["before_tool_call/pass", "BeforeTool.run_shell_command", decision("pass")],
    ["before_tool_call/deny", "BeforeTool.run_shell_command", block("rule R1")],
    ["before_tool_call/ask", "BeforeTool.run_shell_command", decision("ask", { message: "rule R1" })],
    ["before_tool_call/warn", "BeforeTool.run_shell_command", warn("rule R1")],
    ["before_tool_call/rewrite_input", "BeforeTool.run_shell_command", command("rm -ri dist")],
    ["before_tool_call/stop_turn", "BeforeTool.run_shell_command", decision("stop", { message: "rule R1" })],
    ["user_prompt_submit/deny", "BeforeAgent", block("rule R2")],
    ["user_prompt_submit/annotate", "BeforeAgent", note("...")],
    [
      "before_model_call/synthetic_result",
      "BeforeModel",
      decision("respond", { message: "", result: { text: "Blocked by policy." } }),
    ],
    ["after_tool_call/rewrite_output", "AfterTool.run_shell_command", set({ output: "[redacted by rule R4]" })],
    ["after_tool_call/annotate", "AfterTool.run_shell_command", note("...")],
    ["before_completion_decision/deny", "AfterAgent", block("Run the tests first.")],
  ],
  "copilot-cli": [
    ["before_tool_call/pass", "preToolUse.bash", decision("pass")],
    ["before_tool_call/allow", "preToolUse.bash", decision("allow", { message: "rule R1" })],
    ["before_tool_call/deny", "preToolUse.bash", block("rule R1")],
    ["before_tool_call/ask", "preToolUse.bash", decision("ask", { message: "rule R1" })],
    ["before_tool_call/rewrite_input", "preToolUse.bash", command("rm -ri dist")],
    ["before_tool_call/warn", "preToolUse.bash", warn("rule R1")],
    ["before_permission_decision/allow", "permissionRequest", decision("allow", { message: "rule R3" })],
    ["before_permission_decision/deny", "permissionRequest", block("rule R3")],
    ["after_tool_call/rewrite_output", "postToolUse.bash", set({ output: "[redacted]" })],
    ["after_tool_call/annotate", "postToolUse.bash", note("...")],
    ["before_completion_decision/deny", "agentStop", block("Run the tests first.")],
    ["user_prompt_submit.userPromptTransformed/rewrite_input", "userPromptTransformed", set({ prompt: "..." })],
  ],
};

/** What the program needs beside the answer of the table; `npm run test:agents` runs it. */
const needed: { readonly [place: string]: { readonly [key: string]: Json } } = {
  // 2.1.325 runs the call and ends the turn after it when it is not denied as well.
  "claude-code before_tool_call/stop_turn": {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "rule R1",
    },
  },
};

const wordsOf: { readonly [action: string]: Parameters<typeof said>[0] } = {
  allow: "allow",
  ask: "ask",
  stop_turn: "stop",
};

describe.each(Object.keys(rows))("%s", (agent) => {
  const answers = answersOf(agent);
  const adapter = adapterFor(agent);

  it.each(rows[agent] ?? [])("%s", (place, sample, given) => {
    const [point = "", action = ""] = place.split("/");
    const { exit, stdout, stdout_lines } = answers[point][action];
    const event = eventOf(agent, sample);
    const made = typeof given === "function" ? given(event) : given;
    const reply = adapter.write(made, event);
    const expected = stdout_lines ?? (stdout === null ? [] : [{ ...stdout, ...needed[`${agent} ${place}`] }]);
    const message = made.reasons[0]?.message ?? "";
    const lines = reply.stdout.split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      message === "" ? expected : inOurWords(expected, message, said(wordsOf[action] ?? "deny", message)),
    );
    expect({ exit: reply.exitCode, stderr: reply.stderr }).toEqual({ exit, stderr: "" });
  });

  it("has a row for every answer that is possible", () => {
    const possible = Object.keys(answers)
      .filter((point) => point !== "note")
      .flatMap((point) => Object.entries(answers[point]).map(([action, row]) => [`${point}/${action}`, row] as const))
      .filter(([, row]) => typeof row === "object");
    expect((rows[agent] ?? []).map(([place]) => place).toSorted()).toEqual(possible.map(([place]) => place).toSorted());
  });
});

const answerOf = (agent: string, sample: string, given: Decision): Json =>
  JSON.parse(adapterFor(agent).write(given, eventOf(agent, sample)).stdout || "null");

describe("what an agent has no words for", () => {
  it.each([
    ["codex", "PreToolUse.Bash"],
    ["copilot-cloud", "preToolUse.bash"],
  ])("%s denies in the place of an ask and of an end", (agent, sample) => {
    const event = eventOf(agent === "copilot-cloud" ? "copilot-cli" : agent, sample);
    for (const outcome of ["ask", "stop"] as const) {
      const { stdout } = adapterFor(agent).write(decision(outcome, { message: "sure?" }), event);
      const text = said(outcome === "ask" ? "unasked" : "deny", "sure?");
      expect(stdout).toContain(`"permissionDecision":"deny","permissionDecisionReason":"${text}"`);
    }
  });

  it.each([
    ["codex", "PreToolUse.Bash"],
    ["gemini-cli", "BeforeTool.run_shell_command"],
  ])("%s keeps silent in the place of an allow", (agent, sample) => {
    expect(answerOf(agent, sample, decision("allow", { message: "fine" }))).toBe(null);
  });

  it("a rewrite without an approval cannot pass a permission request", () => {
    const { input } = eventOf("claude-code", "PermissionRequest");
    const given = set({ input: { ...(input as object), command: "npm pack" } });
    expect(answerOf("claude-code", "PermissionRequest", given)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: "deny", interrupt: false } },
    });
  });

  it("the end of a turn at a permission request is an interrupt", () => {
    expect(answerOf("claude-code", "PermissionRequest", decision("stop", { message: "enough" }))).toEqual({
      hookSpecificOutput: {
        hookEventName: "PermissionRequest",
        decision: { behavior: "deny", message: said("stop", "enough"), interrupt: true },
      },
    });
  });

  it("a rule's text that is blank is still a reason", () => {
    expect(answerOf("codex", "PreToolUse.Bash", block(" \n"))).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: "policyc blocked this (rule r)" },
    });
  });
});

describe("shapes of their own", () => {
  it("VS Code reads the decision of a Stop beside the event's name", () => {
    expect(answerOf("vscode-copilot", "Stop", block("tests first"))).toEqual({
      hookSpecificOutput: { hookEventName: "Stop", decision: "block", reason: said("deny", "tests first") },
    });
    expect(answerOf("vscode-copilot", "SubagentStop", block("tests first"))).toEqual({
      decision: "block",
      reason: said("deny", "tests first"),
    });
  });

  it.each(["vscode-copilot", "factory-droid", "qwen-code"])("%s ends the turn where it cannot withhold", (agent) => {
    const sample = { "vscode-copilot": "PostToolUse", "factory-droid": "PostToolUse.Create" }[agent];
    expect(answerOf(agent, sample ?? "PostToolUse.run_shell_command", block("a key"))).toEqual({
      decision: "block",
      reason: said("deny", "a key"),
      continue: false,
      stopReason: said("deny", "a key"),
    });
  });

  it("Copilot gets both spellings of an answer where VS Code may be asking", () => {
    expect(answerOf("copilot-cli", "PreToolUse.pascal", block("no"))).toEqual({
      permissionDecision: "deny",
      permissionDecisionReason: said("deny", "no"),
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: said("deny", "no"),
      },
    });
  });

  it("Copilot gets what is withheld in the place of a prompt or a result", () => {
    expect(answerOf("copilot-cli", "userPromptTransformed", block("a key"))).toEqual({
      modifiedTransformedPrompt: `[withheld: ${said("deny", "a key")}]`,
    });
    expect(answerOf("copilot-cli", "postToolUse.bash", block("a key"))).toEqual({
      modifiedResult: { resultType: "success", textResultForLlm: `[withheld: ${said("deny", "a key")}]` },
    });
  });

  it("Copilot takes a note on a failed call from beside exit code 2", () => {
    const { write } = adapterFor("copilot-cli");
    const event = eventOf("copilot-cli", "postToolUseFailure");
    expect(write(note("run npm ci first"), event)).toEqual({ stdout: "run npm ci first\n", stderr: "", exitCode: 2 });
  });

  it("Gemini's question and its warnings are one message", () => {
    const given = decision("ask", { message: "sure?", warnings: [remark("careful")] });
    expect(answerOf("gemini-cli", "BeforeTool.run_shell_command", given)).toEqual({
      decision: "ask",
      systemMessage: `${said("ask", "sure?")}\ncareful`,
    });
  });

  it("Gemini's model calls and answers are rewritten in its own shape", () => {
    expect(answerOf("gemini-cli", "BeforeModel", set({ model: "gemini-3-flash" }))).toEqual({
      hookSpecificOutput: { hookEventName: "BeforeModel", llm_request: { model: "gemini-3-flash" } },
    });
    expect(answerOf("gemini-cli", "AfterModel", set({ response: "no" }))).toEqual({
      hookSpecificOutput: {
        hookEventName: "AfterModel",
        llm_response: { candidates: [{ content: { role: "model", parts: ["no"] }, finishReason: "STOP" }] },
      },
    });
  });
});
