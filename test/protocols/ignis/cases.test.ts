// The cases of ignis that an answer, an exit code or an envelope decides.

import { expect } from "vitest";
import { ignis } from "../../../src/hosts/ignis/capabilities.ts";
import { encodeEnvelope } from "../../../src/hosts/ignis/payload.ts";
import { ignisProtocol } from "../../../src/hosts/ignis/protocol.ts";
import { readExit } from "../../../src/hosts/shared/one-shot.ts";
import { oneLine } from "../../../src/hosts/shared/read-answer.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import type { HookEvent } from "../../../src/language/hook-result.ts";
import { points } from "../../../src/language/schema.ts";
import { type ChainHook, chain, type Data, exitOf, hookEvent, passing, runCases } from "../cases.ts";

const events = new Map(Object.entries(ignis.points).map(([point, row]) => [row.event, point as Point]));
const pointOf = (event: string): Point => events.get(event) ?? "user_prompt_submit";
const fieldAt: { readonly [event: string]: string } = {
  UserPromptSubmit: "prompt",
  AssistantMessageRender: "message",
  PreToolUse: "input",
  PostToolUse: "output",
};

function runHook(given: Data, expected: Data): void {
  const event = hookEvent(pointOf(given.event), { tool: "bash", tool_name: "bash", input: { command: "ls" } });
  const result = readExit(ignisProtocol, exitOf(given), event);
  if (!result.ok) {
    expect("soft_failed").toBe(expected.outcome);
    const text = expected.reason ?? expected.reason_prefix ?? expected.reason_contains;
    if (text !== undefined) expect(result.failure.message).toContain(text);
    if (given.stderr) expect(result.failure.stderr).toBe(given.stderr);
    return;
  }
  const { answer } = result;
  const field = fieldAt[given.event] ?? "";
  const isDowngraded = answer.issues.some((issue) => issue.class === "block_downgraded");
  if (expected.outcome === "blocked") {
    expect(answer.outcome === "block" || isDowngraded).toBe(true);
    if (expected.stderr) expect(answer.message).toBe(expected.stderr);
  } else if (expected.outcome === "mutated") expect(answer.changes).toEqual({ [field]: expected.updated });
  else expect(answer).toMatchObject({ outcome: "pass", changes: {}, issues: [] });
}

/** Cases write a hook as its stdout, as `updatedInput X`, or as an object. */
function hookOf(hook: Data, index: number): ChainHook {
  if (typeof hook === "object") return { name: hook.name ?? `hook${index}`, exit: exitOf(hook) };
  const shorthand = /^updatedInput (.*)$/.exec(hook);
  const stdout = shorthand ? JSON.stringify({ hookSpecificOutput: { updatedInput: shorthand[1] } }) : hook;
  return { name: `hook${index}`, exit: { ...passing, stdout: stdout.replace(/^stdout '(.*)'$/, "$1") } };
}

function runChain(event: HookEvent, field: string, given: Data, expected: Data): void {
  const { fields, blocked, issues, failures, seen } = chain(ignisProtocol, event, given.hooks.map(hookOf));
  const value = fields[field];
  if (expected.result?.continue !== undefined) expect(value).toBe(expected.result.continue);
  else if (expected.result !== undefined) expect(value).toBe(expected.result);
  if (expected.proceed !== undefined) expect(value).toEqual(expected.proceed);
  if (expected.blocked !== undefined) expect(blocked?.message).toBe(expected.blocked);
  if (expected.failed) expect(failures).toHaveLength(1);
  if (expected.issues) expect(issues).toEqual(expected.issues);
  if (expected.second_hook_sees_prompt) expect(seen[1]?.fields.prompt).toBe(expected.second_hook_sees_prompt);
  if (expected.c_called !== undefined) expect(seen).toHaveLength(expected.c_called ? 2 : 1);
  if (expected.warnings === 0) expect([...issues, ...failures]).toEqual([]);
  else if (Array.isArray(expected.warnings)) {
    const [{ message, message_prefix }] = expected.warnings;
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(message ?? message_prefix);
  }
}

const tool = (given: Data): { readonly [field: string]: Json } => ({
  tool: "bash",
  tool_name: given.tool ?? "bash",
  input: given.args ?? { command: "ls" },
});

runCases("ignis", {
  exit: runHook,
  limits: runHook,
  timeout: (given, expected) => runHook({ ...given, stderr: "" }, expected),
  "chain.prompt": (given, expected) =>
    runChain(hookEvent("user_prompt_submit", { prompt: given.prompt }), "prompt", given, expected),
  "chain.render": (given, expected) =>
    runChain(hookEvent("assistant_message_render", { message: given.content }), "message", given, expected),
  "chain.pre_tool": (given, expected) => {
    // Which calls a hook is asked about is the condition of its rule, not a matter of the protocol.
    const asked = given.hooks.filter((hook: Data) => hook.matcher === undefined || hook.matcher === given.tool);
    runChain(hookEvent("before_tool_call", tool(given)), "input", { hooks: asked }, expected);
  },
  "chain.post_tool": (given, expected) => {
    const fields = { ...tool(given), output: given.result, is_error: given.is_error ?? false };
    runChain(hookEvent("after_tool_result", fields), "output", given, expected);
  },
  cwd: (_, expected) => {
    expect(ignisProtocol.cwd).toBe("program");
    expect(encodeEnvelope(hookEvent("user_prompt_submit", { cwd: "/workspace" })).cwd).toBe(expected.envelope_cwd);
  },
  env: (given, expected) => {
    const names = [...ignisProtocol.inherits, ...given.declared];
    const child = Object.fromEntries(Object.entries(given.host_env).filter(([name]) => names.includes(name)));
    for (const name of expected.child_has ?? []) expect(child).toHaveProperty(name);
    for (const name of expected.child_lacks ?? []) expect(child).not.toHaveProperty(name);
    expect(child).toMatchObject(expected.child_env_includes ?? {});
  },
  events: (given, expected) => expect(points[pointOf(given.event)].tool).toBe(expected.is_tool_event),
  truncate: (given, expected) => {
    const text = given.text.includes("×") ? "a".repeat(200) : given.text;
    expect(oneLine(text, given.limit)).toBe(expected.unchanged ? text : expected.text);
  },
  "wire.stdin": (given, expected) => {
    const { event, session_id, cwd, prompt, content, args } = given;
    const fields = {
      session_id,
      cwd,
      ...(prompt === undefined ? {} : { prompt }),
      ...(content === undefined ? {} : { message: content }),
      ...(args === undefined ? {} : tool(given)),
    };
    const envelope = encodeEnvelope(hookEvent(pointOf(event), fields));
    expect(envelope).toEqual(expected.stdin);
    for (const key of expected.absent) expect(envelope).not.toHaveProperty(key);
  },
});
