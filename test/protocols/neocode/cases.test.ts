// The cases of NeoCode that an answer, an exit code or a payload decides.

import { expect } from "vitest";
import { neocode } from "../../../src/hosts/neocode/capabilities.ts";
import { buildPayload, experimentalKeys, metadataKeys, visibleMetadata } from "../../../src/hosts/neocode/payload.ts";
import { argumentsPreview, resultPreview } from "../../../src/hosts/neocode/preview.ts";
import { neocodeProtocol } from "../../../src/hosts/neocode/protocol.ts";
import { readExit, stdinOf } from "../../../src/hosts/shared/one-shot.ts";
import type { Point } from "../../../src/language/contract.ts";
import type { HookCompletion, HookFailure } from "../../../src/language/hook-result.ts";
import { isSecretKey } from "../../../src/language/masks/mask.ts";
import { points } from "../../../src/language/schema.ts";
import { chain, type Data, exitOf, hookEvent, passing, runCases } from "../cases.ts";

const statusOf = (result: HookCompletion<HookFailure>): string => (result.ok ? result.answer.outcome : "failed");
const textOf = (result: HookCompletion<HookFailure>): string =>
  result.ok ? (result.answer.message ?? "") : result.failure.message;

function expectResult(result: HookCompletion<HookFailure>, expected: Data): void {
  if (expected.status !== undefined) expect(statusOf(result)).toBe(expected.status);
  if (expected.message !== undefined && result.ok) expect(textOf(result)).toBe(expected.message);
  if (expected.message !== undefined && !result.ok) expect(textOf(result)).toContain(expected.message);
  if (!result.ok) {
    if (expected.stderr_surfaced !== undefined) expect(result.failure.stderr !== "").toBe(expected.stderr_surfaced);
    return;
  }
  if (expected.annotations) expect(result.answer.notes).toEqual([expected.message, ...expected.annotations]);
  if (expected.update_input) expect(result.answer.changes).toEqual({ prompt: expected.update_input.text });
}

function runCommandHook(given: Data, expected: Data): void {
  if (given.workdir !== undefined) {
    expect(neocodeProtocol.cwd).toBe("workdir");
    return;
  }
  expectResult(readExit(neocodeProtocol, exitOf(given), hookEvent(given.point)), expected);
}

const exit0 = (answer: Data) => ({ ...passing, stdout: JSON.stringify(answer) });

runCases("neocode", {
  "command.exec": runCommandHook,
  "command.limits": runCommandHook,
  "command.parse_response": (given, expected) => {
    const result = readExit(neocodeProtocol, { ...passing, stdout: given.stdout }, hookEvent("before_tool_call"));
    expectResult(result, expected);
  },
  "command.env": (given, expected) => {
    const event = hookEvent(given.point, {}, { hookId: given.hook_id });
    const inherited = Object.entries(given.host_env).filter(([name]) => neocodeProtocol.inherits.includes(name));
    const environment = { ...Object.fromEntries(inherited), ...neocodeProtocol.environment(event) };
    if (expected.child_env) expect(environment).toEqual(expected.child_env);
    if (expected.child_env_keys) expect(Object.keys(environment).sort()).toEqual([...expected.child_env_keys].sort());
  },
  "command.payload": (given, expected) => {
    const payload = buildPayload({
      hookId: given.hook_id,
      point: given.point,
      scope: "user",
      runId: given.input.run_id ?? "",
      sessionId: given.input.session_id ?? "",
      metadata: given.input.metadata ?? {},
    });
    expect(payload).toEqual(expected.payload ?? expected.stdin_json);
    if (!expected.stdin_is_single_json_line) return;
    const stdin = stdinOf(neocodeProtocol, hookEvent(given.point, { prompt: "two\nlines" }));
    expect(stdin.endsWith("\n") && stdin.indexOf("\n") === stdin.length - 1).toBe(true);
  },
  executor: (given, expected) => {
    const [{ id, returns, message }] = given.hooks;
    const event = hookEvent(given.point ?? "before_tool_call", {}, { hookId: id });
    const result = readExit(neocodeProtocol, exit0({ status: returns, message }), event);
    expect(statusOf(result)).toBe(expected.results[0]);
    if (expected.message !== undefined) expect(textOf(result)).toBe(expected.message);
    if (expected.metadata?.block_downgraded && result.ok)
      expect(result.answer.issues.map((issue) => issue.class)).toEqual(["block_downgraded"]);
    if (expected.error && !result.ok) expect(result.failure.message).toContain(expected.error);
  },
  block_message: (given, expected) => {
    const own = (given.results ?? []).find((one: Data) => one.hook_id === given.blocked_by);
    const answer = given.blocked ? { status: "block", message: own?.message ?? "" } : { status: "pass" };
    const event = hookEvent("before_tool_call", {}, { hookId: given.blocked_by ?? "" });
    expect(textOf(readExit(neocodeProtocol, exit0(answer), event))).toBe(expected.message);
  },
  annotations: (given, expected) => {
    const notes = given.results.flatMap(({ scope, message }: Data) => {
      const result = readExit(
        neocodeProtocol,
        exit0({ status: "pass", message }),
        hookEvent("session_start", {}, { scope }),
      );
      return result.ok ? result.answer.notes : ["failed"];
    });
    expect(notes).toEqual(expected.annotations);
  },
  update_input: (given, expected) => {
    const text = given.parts.find((part: Data) => part.kind === "text").text;
    const hooks = given.results.map((one: Data) => ({
      name: one.hook ?? "h",
      exit: exit0({ status: one.status, update_input: one.update_input ?? one.update_input_raw }),
    }));
    const { fields, failures } = chain(neocodeProtocol, hookEvent("user_prompt_submit", { prompt: text }), hooks);
    // The host puts the text back where it came from; images and later parts are not ours to see.
    const parts = given.parts.map((part: Data) => (part.kind === "text" ? { ...part, text: fields.prompt } : part));
    expect(parts).toEqual(expected.parts);
    if (expected.failed) expect(failures).toHaveLength(1);
  },
  capability: (given, expected) => {
    const point: Point = given.point;
    const row = neocode.points[point];
    const isCall = points[point].tool;
    expect({
      can_block: row?.effects.block !== undefined,
      can_annotate: row?.effects.note !== undefined,
      can_update_input: row?.effects.set_input !== undefined,
      user_allowed: row?.internalOnly !== true,
      repo_allowed: row?.internalOnly !== true,
      // A matcher can look at what the payload shows.
      matcher: {
        tool_name: isCall,
        tool_name_regex: isCall,
        arguments_contains: Object.hasOwn(metadataKeys[point] ?? {}, "tool_arguments_preview"),
      },
    }).toEqual(expected);
  },
  "payload.fields": (given, expected) => {
    const keys = Object.keys(metadataKeys[given.point as Point] ?? {});
    expect(keys.filter((key) => !experimentalKeys.includes(key)).sort()).toEqual([...expected.stable].sort());
    expect(keys.filter((key) => experimentalKeys.includes(key)).sort()).toEqual([...expected.experimental].sort());
  },
  "payload.sanitize": (given, expected) => {
    expect(visibleMetadata(given.scope, given.point, given.metadata)).toEqual(expected.metadata);
  },
  preview: (given, expected) => {
    if (given.result_content_repeat) {
      const [text, times] = given.result_content_repeat;
      const bytes = new TextEncoder().encode(resultPreview(text.repeat(times)));
      expect(bytes).toHaveLength(expected.result_content_preview_bytes);
      return;
    }
    const preview = argumentsPreview(given.arguments);
    if (expected.preview !== undefined) expect(preview).toBe(expected.preview);
    for (const part of expected.contains ?? []) expect(preview).toContain(part);
    for (const part of expected.not_contains ?? []) expect(preview).not.toContain(part);
  },
  "preview.sensitive_key": (given, expected) => {
    expect(isSecretKey(given.key)).toBe(expected.sensitive);
  },
});
