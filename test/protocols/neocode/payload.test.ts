// What NeoCode hooks receive of policy events, and what is hidden from user and repo hooks.

import { describe, expect, it } from "vitest";
import { argumentsPreview, resultPreview } from "../../../src/hosts/neocode/preview.ts";
import { neocodeProtocol } from "../../../src/hosts/neocode/protocol.ts";
import type { Json, Point } from "../../../src/language/contract.ts";
import { hookEvent } from "../cases.ts";

const common = { session_id: "s", run_id: "r", workdir: "/w", cwd: "/w/src", time: "2026-01-01T00:00:00.000Z" };
const bash = { ...common, tool: "bash", tool_name: "bash", call_id: "c", input: { command: "ls" } };

const metadataOf = (point: Point, fields: { [field: string]: Json }, scope: "user" | "repo" | "internal" = "user") =>
  (neocodeProtocol.encode(hookEvent(point, fields, { scope })) as { metadata: Json }).metadata;

describe("metadata", () => {
  const ids = { run_id: "r", session_id: "s" };
  const call = { ...ids, tool_call_id: "c", tool_name: "bash", workdir: "/w" };
  const rows: readonly [Point, { [field: string]: Json }, object][] = [
    ["before_tool_call", bash, { ...call, tool_arguments_preview: '{"command":"ls"}' }],
    [
      "after_tool_result",
      { ...bash, output: "out", is_error: false, metadata: { result_metadata_present: true, error_class: "" } },
      { ...call, is_error: false, error_class: "", result_metadata_present: true, result_content_preview: "out" },
    ],
    [
      "after_tool_failure",
      { ...bash, error: "boom", error_class: "timeout" },
      {
        ...call,
        is_error: true,
        error_class: "timeout",
        execution_error: "boom",
        tool_arguments_preview: '{"command":"ls"}',
        result_content_preview: "boom",
      },
    ],
    [
      "before_permission_decision",
      { ...bash, decision: "ask", reason: "unknown command", metadata: { rule_id: "7" } },
      { ...call, decision: "ask", reason: "unknown command", rule_id: "7" },
    ],
    ["user_prompt_submit", { ...common, prompt: "a secret plan" }, { ...ids, workdir: "/w" }],
    ["session_start", { ...common, source: "startup" }, { ...ids, workdir: "/w" }],
    [
      "session_end",
      { ...common, reason: "done", metadata: { detail: "d" } },
      { ...ids, stop_reason: "done", detail: "d" },
    ],
    ["pre_compact", { ...common, trigger: "auto" }, { ...ids, workdir: "/w", trigger_mode: "auto" }],
    [
      "post_compact",
      { ...common, trigger: "auto", metadata: { applied: true } },
      { ...ids, workdir: "/w", trigger_mode: "auto", applied: true },
    ],
    [
      "subagent_start",
      { ...common, role: "coder", task: "t", metadata: { task_id: "1" } },
      { ...ids, workdir: "/w", role: "coder", task_id: "1" },
    ],
    ["subagent_stop", { ...common, role: "coder", state: "done" }, { ...ids, role: "coder", state: "done" }],
    [
      "accept_gate",
      { ...common, workspace_changed: true, last_message: " " },
      { ...ids, workdir: "/w", workspace_changed: true, assistant_text_empty: true },
    ],
    ["before_completion_decision", common, ids],
  ];

  it.each(rows)("of %s", (point, fields, expected) => {
    expect(metadataOf(point, fields)).toEqual(expected);
    expect(metadataOf(point, fields, "repo")).toEqual(expected);
  });

  it.each(rows)("of %s keeps from user hooks what the host says beside it", (point, fields, expected) => {
    const extra = { capability_token: "x", turn: 3, phase: "p", runtime_run_token: "y", tool_arguments: "raw" };
    const metadata = { ...(fields.metadata as object), ...extra };
    expect(metadataOf(point, { ...fields, metadata })).toEqual(expected);
  });

  it("shows internal hooks everything, the arguments unmasked", () => {
    const fields = { ...bash, input: { command: "login", password: "p@ss" }, metadata: { turn: 3 } };
    const { tool_arguments, turn, tool_arguments_preview } = metadataOf("before_tool_call", fields, "internal") as {
      [key: string]: Json;
    };
    expect(JSON.parse(String(tool_arguments))).toEqual(fields.input);
    expect(turn).toBe(3);
    expect(tool_arguments_preview).not.toContain("p@ss");
  });

  it("does not let a host's metadata contradict the event", () => {
    const fields = { ...bash, metadata: { tool_name: "harmless", workdir: "/elsewhere" } };
    expect(metadataOf("before_tool_call", fields)).toMatchObject({ tool_name: "bash", workdir: "/w" });
  });
});

describe("the preview of arguments", () => {
  const masked: readonly [string, string][] = [
    ['{"password":"a b"}', '{"password":"***"}'],
    ['{"a":[{"client_secret":"x"}],"b":1}', '{"a":[{"client_secret":"***"}],"b":1}'],
    ['{"accessKey":{"id":"x"}}', '{"accessKey":{"id":"***"}}'],
    ["API_KEY=abc make", "API_KEY=*** make"],
    ['token: "two words" rest', "token=*** rest"],
    ["authorization:xyz ok", "authorization=*** ok"],
    ["author=me keys=3", "author=me keys=3"],
    ["  ", ""],
  ];
  it.each(masked)("of %s", (text, expected) => expect(argumentsPreview(text)).toBe(expected));

  it("is cut after masking, between characters", () => {
    expect([...argumentsPreview("é".repeat(600))]).toHaveLength(512);
    expect([...argumentsPreview("😀".repeat(600))]).toHaveLength(512);
    const long = `{"pad":"${"x".repeat(490)}","password":"hunter2hunter2hunter2"}`;
    expect(argumentsPreview(long)).not.toContain("hunter");
  });

  it("is made of the worst text too", () => {
    for (const text of [
      "token=".repeat(200_000),
      `${"a".repeat(1 << 20)}=`,
      'token="'.repeat(100_000),
      "{".repeat(1 << 20),
    ])
      expect(argumentsPreview(text).length).toBeLessThanOrEqual(512);
  });
});

describe("the preview of a result", () => {
  it("is 256 bytes at most and never half a character", () => {
    expect(resultPreview("short")).toBe("short");
    expect(resultPreview("a".repeat(255) + "é".repeat(9))).toBe("a".repeat(255));
    expect(new TextEncoder().encode(resultPreview("😀".repeat(100)))).toHaveLength(256);
  });
});
