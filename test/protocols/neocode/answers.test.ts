// Answers of NeoCode hooks beyond the seed cases, and a bundle as a NeoCode hook.

import { describe, expect, it } from "vitest";
import { neocodeAdapter } from "../../../src/hosts/neocode/adapter.ts";
import { neocodeProtocol } from "../../../src/hosts/neocode/protocol.ts";
import { readExit } from "../../../src/hosts/shared/one-shot.ts";
import type { Point, PolicyEvent } from "../../../src/language/contract.ts";
import { hookEvent, passing } from "../cases.ts";
import { decision, failuresOf, remark } from "../decisions.ts";

const ask = (stdout: string, point: Point = "before_tool_call", more: object = {}) =>
  readExit(neocodeProtocol, { ...passing, stdout, ...more }, hookEvent(point));

describe("status", () => {
  it.each(["Block", " BLOCK ", "block"])("%s blocks", (status) => {
    expect(ask(JSON.stringify({ status, message: "m" }))).toMatchObject({ ok: true, answer: { outcome: "block" } });
  });

  it("is found whatever the case of its key, as NeoCode finds it", () => {
    expect(ask('{"Status":"block","MESSAGE":"m"}')).toMatchObject({ answer: { outcome: "block", message: "m" } });
  });

  it("given twice in different case is a failure (improved: the last one counts in NeoCode)", () => {
    expect(ask('{"status":"block","STATUS":"pass"}')).toMatchObject({ ok: false, failure: { kind: "shape" } });
  });

  it("is found in an answer of several lines behind a log line (improved: weak spot 2)", () => {
    expect(ask('starting\n{\n  "status": "block"\n}\n')).toMatchObject({ answer: { outcome: "block" } });
  });

  it.each(["{", '{"status":5}', '{"status":"pass","annotations":"a"}', '{"status":"pass","message":[]}', "{}"])(
    "of %s is a failure (improved: it passes in NeoCode)",
    (text) => expect(ask(text).ok).toBe(false),
  );

  it.each(["[1]", "5", '"block"', "null", "status: block"])("of %s is plain text, which passes", (text) => {
    expect(ask(text)).toMatchObject({ ok: true, answer: { outcome: "pass", message: text, notes: [text] } });
  });
});

describe("a block", () => {
  const noBlock: readonly Point[] = [
    "session_start",
    "session_end",
    "after_tool_result",
    "post_compact",
    "subagent_stop",
  ];
  it.each(noBlock)("at %s becomes a pass with a remark", (point) => {
    for (const result of [ask('{"status":"block","message":"m"}', point), ask("m", point, { code: 1 })])
      expect(result).toMatchObject({
        ok: true,
        answer: { outcome: "pass", message: "m", notes: ["m"], issues: [{ class: "block_downgraded" }] },
      });
  });

  it("by exit code keeps annotations and drops the rewrite", () => {
    const stdout = '{"status":"pass","annotations":["a"],"update_input":{"text":"x"}}';
    expect(ask(stdout, "user_prompt_submit", { code: 2 })).toMatchObject({
      answer: { outcome: "block", notes: ["a"], changes: {} },
    });
  });
});

describe("a rewrite", () => {
  const rewrite = '{"status":"pass","update_input":{"text":"x"}}';
  it("counts at user_prompt_submit only, and elsewhere leaves a remark", () => {
    expect(ask(rewrite, "user_prompt_submit")).toMatchObject({ answer: { changes: { prompt: "x" }, issues: [] } });
    expect(ask(rewrite, "before_tool_call")).toMatchObject({
      answer: { changes: {}, issues: [{ class: "update_input" }] },
    });
  });
});

describe("as a hook of NeoCode", () => {
  const payload = (point: string, metadata: object) => ({
    payload_version: "1",
    hook_id: "h",
    point,
    session_id: "s",
    metadata,
  });
  const eventOf = (point: string, metadata: object): PolicyEvent => {
    const read = neocodeAdapter.read(payload(point, metadata));
    if (!("event" in read)) throw new Error(JSON.stringify(read));
    return read.event;
  };

  const preview = '{"command":"rm -rf x"}';
  const rows: readonly [string, object, object][] = [
    [
      "before_tool_call",
      { tool_name: "bash", tool_arguments_preview: preview },
      { tool: "bash", input: { command: "rm -rf x" } },
    ],
    [
      "before_tool_call",
      { tool_name: "filesystem_edit", tool_arguments_preview: '{"path":"a","search_string":"x","replace_string":"y"}' },
      { tool: "edit", input: { path: "a", old: "x", new: "y" } },
    ],
    [
      "before_tool_call",
      { tool_name: "mcp.git.push", tool_arguments_preview: "{}" },
      { tool: "mcp", input: { server: "git", tool: "push" } },
    ],
    [
      "after_tool_result",
      { tool_name: "bash", result_content_preview: "o" },
      { tool: "other", tool_name: "bash", output: "o" },
    ],
    [
      "after_tool_failure",
      { tool_name: "bash", tool_arguments_preview: preview, execution_error: "e" },
      { tool: "bash", error: "e" },
    ],
    ["user_prompt_submit", { workdir: "/w" }, { workdir: "/w" }],
    ["session_start", {}, { session_id: "s" }],
    ["session_end", { stop_reason: "done" }, { reason: "done" }],
    ["pre_compact", { trigger_mode: "auto" }, { trigger: "auto" }],
    ["post_compact", { trigger_mode: "auto" }, { trigger: "auto" }],
    ["subagent_start", { role: "r" }, { role: "r" }],
    ["subagent_stop", { role: "r", state: "done" }, { state: "done" }],
    [
      "accept_gate",
      { workspace_changed: true, todo_summary: { required_open: 2 } },
      { workspace_changed: true, todo_open: 2 },
    ],
  ];
  it.each(rows)("reads %s %o", (point, metadata, expected) => {
    const event = eventOf(point, metadata);
    expect(event).toMatchObject({ point, agent: "neocode", ...expected });
    expect(failuresOf(event)).toEqual([]);
  });

  it("holds up a call whose arguments it was shown only in part", () => {
    const metadata = { tool_name: "bash", tool_arguments_preview: `{"command":"${"x".repeat(400)}` };
    expect(neocodeAdapter.read(payload("before_tool_call", metadata))).toMatchObject({ point: "before_tool_call" });
    expect(neocodeAdapter.failure("before_tool_call", "only in part")).toMatchObject({ exitCode: 2 });
  });

  it.each([
    { payload_version: "2", point: "session_start" },
    { payload_version: 1, point: "session_start" },
    { payload_version: "1", point: "no_such_point" },
    { payload_version: "1", point: "before_tool_call", metadata: [] },
    { payload_version: "1", point: "before_tool_call", metadata: { tool_name: 5 } },
    { payload_version: "1", point: "before_tool_call" },
  ])("refuses %o", (given) => {
    expect(neocodeAdapter.read(given)).toHaveProperty("error");
  });

  it("writes one line of JSON, and the exit code beside a block", () => {
    const event = eventOf("user_prompt_submit", {});
    const blocked = neocodeAdapter.write(decision("block", { message: "no\nway", notes: [remark("n")] }), event);
    expect(blocked).toEqual({
      stdout: '{"status":"block","message":"policyc blocked this (rule r): no\\nway","annotations":["n"]}\n',
      stderr: "",
      exitCode: 2,
    });
    const empty = neocodeAdapter.write(decision("pass", { changes: { prompt: "" } }), event);
    expect(empty.exitCode).toBe(2);
  });
});
