// The cases of codex_runtime that an answer, an exit code or a payload decides.

import { join } from "node:path";
import { expect } from "vitest";
import { dropMissing } from "../../../src/hosts/codex-runtime/attachments.ts";
import { codexRuntime } from "../../../src/hosts/codex-runtime/capabilities.ts";
import { encodeContext } from "../../../src/hosts/codex-runtime/payload.ts";
import { codexRuntimeProtocol } from "../../../src/hosts/codex-runtime/protocol.ts";
import { readExit, stdinOf } from "../../../src/hosts/shared/one-shot.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import type { HookCompletion, HookEvent, HookFailure } from "../../../src/language/hook-result.ts";
import { answerOf, chain, type Data, exitOf, hookEvent, passing, runCases } from "../cases.ts";

const phases = new Map(Object.entries(codexRuntime.points).map(([point, row]) => [row.event, point as Point]));
const pointOf = (phase: string): Point => phases.get(phase) ?? "before_run";

const mutate = (patch: Data) => ({ ...passing, stdout: JSON.stringify({ action: "mutate", ...patch }) });

function shellHook(given: Data, expected: Data): void {
  const event = hookEvent(pointOf(given.phase), {}, { hookId: given.hook_name });
  const result = readExit(codexRuntimeProtocol, exitOf(given), event);
  expect(result.ok).toBe(expected.ok);
  if (!result.ok) {
    const { message, message_prefix } = expected.issue;
    expect(result.failure.message).toContain(message ?? message_prefix);
    return;
  }
  const { answer } = result;
  if (expected.action === "block") {
    expect(answer).toMatchObject({ outcome: "block", message: expected.reason.message });
    return;
  }
  expect(answer.outcome).toBe("pass");
  if (expected.action === "noop") expect(answer).toMatchObject({ changes: {}, attachments: [], metadata: null });
  if (expected.patch) expectPatch(result, expected.patch);
}

function expectPatch(result: HookCompletion<HookFailure>, patch: Data): void {
  const { changes, attachments, metadata } = answerOf(result);
  if (Object.hasOwn(patch, "prompt_override")) expect(changes.prompt ?? null).toBe(patch.prompt_override);
  if (Object.hasOwn(patch, "model_override")) expect(changes.model ?? null).toBe(patch.model_override);
  if (patch.add_attachments) expect(attachments).toEqual(patch.add_attachments);
  if (patch.metadata_delta) expect(metadata).toEqual(patch.metadata_delta);
}

function runPre(given: Data): ReturnType<typeof chain> {
  const hooks = given.hooks.map(({ name, mutate: patch, block }: Data) => ({
    name,
    exit: patch ? mutate(patch) : { ...passing, code: 2, stdout: block },
  }));
  return chain(codexRuntimeProtocol, hookEvent("user_prompt_submit", { prompt: "original" }), hooks);
}

const methods: { readonly [method: string]: string } = {
  "item/commandExecution/requestApproval": "bash",
  "item/fileChange/requestApproval": "edit",
};

function toolEvent(method: string, params: Data): HookEvent {
  const tool = methods[method] ?? "other";
  return hookEvent("before_tool_call", { tool, tool_name: params?.toolName ?? tool, input: params });
}

runCases("codex-runtime", {
  "pre.exit0": shellHook,
  "pre.exit0.attachments": shellHook,
  "pre.exit2": shellHook,
  "pre.exit_other": shellHook,
  "pre.timeout": shellHook,
  "post.exit": shellHook,
  "flow.compose": (given, expected) => {
    const { fields, seen } = runPre(given);
    expect(fields).toMatchObject({ prompt: expected.prompt, model: expected.model });
    expect(seen[1]?.fields.prompt === "A").toBe(expected.second_hook_sees_first_rewrite);
  },
  "flow.block": (given, expected) => {
    const { blocked, fields, seen } = runPre(given);
    expect(blocked).toEqual({ by: expected.blocked_by, message: expected.message });
    expect(seen.some(({ hookId }) => hookId === "three")).toBe(expected.three_called);
    expect(fields.prompt !== "original").toBe(expected.prompt_changed);
  },
  "flow.metadata": (given, expected) => {
    const event = hookEvent("user_prompt_submit", { prompt: "original", metadata: given.metadata });
    const { fields, issues } = chain(codexRuntimeProtocol, event, [{ name: "h", exit: mutate(given.patch) }]);
    expect(fields.metadata).toEqual(expected.metadata);
    if (expected.prompt) expect(fields.prompt).toBe(expected.prompt);
    expect(issues).toEqual((expected.issues ?? []).map(({ message }: Data) => message));
  },
  "flow.mutation": (given, expected) => {
    const { PreRun, PreTurn } = given.patches;
    const run = chain(codexRuntimeProtocol, hookEvent("before_run", { prompt: given.prompt }), [
      { name: "run", exit: mutate(PreRun) },
    ]);
    const turn = chain(codexRuntimeProtocol, hookEvent("user_prompt_submit", run.fields), [
      { name: "turn", exit: mutate(PreTurn) },
    ]);
    expect(run.fields.model).toBe(expected.thread_model);
    expect(turn.fields).toMatchObject({ model: expected.turn_model, prompt: expected.text });
    expect(turn.fields.metadata).toEqual(expected.post_turn_metadata);
    expect([...run.attachments, ...turn.attachments]).toHaveLength(expected.item_types.length - 1);
    expect([...run.issues, ...turn.issues, ...run.failures, ...turn.failures]).toEqual([]);
  },
  "flow.session_mutation": (given, expected) => {
    const event = hookEvent("session_start", {});
    const { fields, issues, attachments } = chain(codexRuntimeProtocol, event, [
      { name: "h", exit: mutate(given.patches.PreSessionStart) },
    ]);
    expect(fields).toEqual({ model: expected.model, metadata: expected.post_session_metadata });
    expect(issues).toEqual(expected.issues.map(({ message }: Data) => message));
    expect(attachments).toEqual([]);
  },
  "flow.attachments": (given, expected) => {
    const patch = given.patch ?? given.patches.PreTurn;
    const read = readExit(codexRuntimeProtocol, mutate(patch), hookEvent("user_prompt_submit"));
    const files: readonly string[] = given.existing_files ?? [];
    const answer = dropMissing(answerOf(read), (path) => files.includes(join(given.cwd ?? "/", path)));
    if (expected.prompt) expect(answer.changes.prompt).toBe(expected.prompt);
    const names = answer.attachments.map((attachment) => {
      const [[kind, inner] = ["", {}]] = Object.entries(attachment as { [kind: string]: Data });
      return `${kind}:${inner.path ?? inner.url}`;
    });
    expect(names).toEqual(expected.attachments ?? []);
    const issues = typeof expected.issues === "number" ? expected.issues : expected.issues.length;
    expect(answer.issues).toHaveLength(issues);
    for (const { class: kind, message } of answer.issues)
      expect([kind, message]).toEqual(["Validation", "hook attachment path not found; mutation ignored"]);
  },
  limits: (_, expected) => {
    expect(codexRuntimeProtocol.timeoutMs).toBe(expected.timeout_ms);
    expect(codexRuntimeProtocol.environment(hookEvent("before_run"))).toEqual(expected.env_extra);
    expect(codexRuntimeProtocol.stdoutCap).toBe("fail");
  },
  "wire.env": (_, expected) => {
    const isInherited = codexRuntimeProtocol.inherits.includes("AWS_SECRET_ACCESS_KEY");
    expect(isInherited).toBe(expected.host_env_inherited);
    expect(codexRuntimeProtocol.inherits).toContain("PATH");
  },
  "wire.stdin": (given, expected) => {
    if (given.context) {
      const { phase, cwd, ts_ms } = given.context;
      const event = hookEvent(pointOf(phase), { cwd, time: new Date(ts_ms).toISOString(), prompt: "secret plan" });
      const stdin = stdinOf(codexRuntimeProtocol, event);
      const context: { [key: string]: Json } = JSON.parse(stdin);
      expect(context.correlation_id).toMatch(/^hk-\d+$/);
      expect({ ...context, correlation_id: "hk-1" }).toEqual(expected.stdin_json);
      expect(stdin.endsWith("\n")).toBe(expected.stdin_has_trailing_newline);
      return;
    }
    const contexts = expected.phases.map((phase: string) =>
      encodeContext(hookEvent(pointOf(phase), { cwd: given.cwd, prompt: given.prompt })),
    );
    expect(contexts.map((context: Data) => context.cwd)).toEqual(expected.cwd_seen);
    expect(JSON.stringify(contexts).includes(given.prompt)).toBe(expected.prompt_text_in_context);
  },
  "tool_use.name": (given, expected) => {
    expect(encodeContext(toolEvent(given.method, given.params)).tool_name).toBe(expected.tool_name);
  },
  "tool_use.input": (given, expected) => {
    const context = encodeContext(toolEvent("item/commandExecution/requestApproval", given.params));
    expect(context.tool_input).toEqual(expected.tool_input);
    expect([context.cwd, context.model, context.metadata]).toEqual([null, null, null]);
  },
  "tool_use.decision": (given, expected) => {
    const exit = given.hook === "noop" ? passing : { ...passing, code: 1 };
    const result = readExit(codexRuntimeProtocol, exit, toolEvent(given.method, { command: "ls" }));
    expect(result.ok).toBe(expected.failed !== true);
    if (expected.reply) expect(answerOf(result).outcome).toBe("pass");
  },
});
