// Both ends of each protocol meet: what we write as a hook we read as its host, and what we write as a host we read
// as a hook.

import { describe, expect, it } from "vitest";
import { adapterOf, hookHosts } from "../../src/hosts/adapters.ts";
import { hostOf } from "../../src/hosts/index.ts";
import { oneShotProtocols } from "../../src/hosts/protocols.ts";
import { readPayload } from "../../src/hosts/shared/adapter.ts";
import { readExit, stdinOf } from "../../src/hosts/shared/one-shot.ts";
import type { Decision, Json, Point, PolicyEvent } from "../../src/language/contract.ts";
import type { HookCompletion, HookFailure } from "../../src/language/hook-result.ts";
import { hookEvent, passing } from "./cases.ts";
import { decision, remark, said } from "./decisions.ts";

/** Hosts whose hooks we also call. */
const names = hookHosts.filter((name) => oneShotProtocols.has(name));
type Fields = { readonly [field: string]: Json };

function ends(name: string) {
  const adapter = adapterOf(name);
  const protocol = oneShotProtocols.get(name);
  if (adapter === undefined || protocol === undefined) throw new Error(name);
  return { adapter, protocol };
}

function roundTrip(name: string, point: Point, fields: Fields, given: Decision): HookCompletion<HookFailure> {
  const { adapter, protocol } = ends(name);
  const scope = hostOf(name)?.points[point]?.internalOnly ? "internal" : "user";
  const event = hookEvent(point, fields, { scope });
  const payload = readPayload(stdinOf(protocol, event));
  const read = "payload" in payload ? adapter.read(payload.payload) : payload;
  if (!("event" in read)) throw new Error("error" in read ? read.error : "ignored");
  const reply = adapter.write(given, read.event);
  return readExit(protocol, { ...passing, code: reply.exitCode, stdout: reply.stdout, stderr: reply.stderr }, event);
}

const common = { session_id: "s1", run_id: "r1", workdir: "/w", cwd: "/w", time: "2026-01-01T00:00:00.000Z" };
const bash = { ...common, tool: "bash", tool_name: "bash", input: { command: "git push" }, call_id: "c1" };
const fieldsAt: { readonly [point: string]: Fields } = {
  before_tool_call: bash,
  before_permission_decision: bash,
  after_tool_result: { ...bash, output: "out", is_error: false },
  after_tool_failure: { ...bash, error: "e" },
  user_prompt_submit: { ...common, prompt: "hello" },
  assistant_message_render: { ...common, message: "hi" },
  accept_gate: { ...common, workspace_changed: true },
};

describe.each(names)("%s", (name) => {
  const { protocol, adapter } = ends(name);

  it.each(protocol.blocks)("carries a block at %s, with its reason", (point) => {
    for (const outcome of ["block", "stop"] as const) {
      const result = roundTrip(name, point, fieldsAt[point] ?? common, decision(outcome, { message: "because" }));
      expect(result).toMatchObject({
        ok: true,
        answer: { message: expect.stringMatching(/^policyc (?:blocked this|ended the turn) \(rule r\): because$/) },
      });
      expect(["block", "stop"]).toContain(result.ok ? result.answer.outcome : "");
    }
  });

  it.each(protocol.blocks)("says nothing at %s when nothing is decided", (point) => {
    const result = roundTrip(name, point, fieldsAt[point] ?? common, decision("pass"));
    expect(result).toMatchObject({ ok: true, answer: { outcome: "pass", changes: {}, notes: [], issues: [] } });
  });

  it("never lets what needs a confirmation, or is answered already, go through", () => {
    for (const outcome of ["ask", "respond"] as const) {
      const more = outcome === "respond" ? { result: { text: "instead" } } : { message: "sure?" };
      const result = roundTrip(name, "before_tool_call", bash, decision(outcome, more));
      expect(["ask", "block"]).toContain(result.ok ? result.answer.outcome : "");
    }
  });

  it("refuses a rewrite it has no words for", () => {
    const result = roundTrip(name, "user_prompt_submit", fieldsAt.user_prompt_submit ?? {}, {
      ...decision("pass"),
      changes: { messages: [] },
    });
    expect(result).toMatchObject({ ok: true, answer: { outcome: "block" } });
  });

  it("reads a command back as it was", () => {
    const { event } = adapter.read(JSON.parse(stdinOf(protocol, hookEvent("before_tool_call", bash)))) as {
      event: PolicyEvent;
    };
    expect(event).toMatchObject({
      point: "before_tool_call",
      tool: "bash",
      input: { command: "git push" },
      agent: name,
    });
  });
});

const rewrites: readonly [string, Point, Fields][] = [
  ["neocode", "user_prompt_submit", { prompt: "other" }],
  ["codex-runtime", "user_prompt_submit", { prompt: "other", model: "m2" }],
  ["codex-runtime", "before_run", { prompt: "other" }],
  ["codex-runtime", "session_start", { model: "m2" }],
  ["ignis", "user_prompt_submit", { prompt: "other" }],
  ["ignis", "before_tool_call", { input: { command: "echo safe" } }],
  ["ignis", "after_tool_result", { output: "[redacted]" }],
  ["ignis", "assistant_message_render", { message: "shown" }],
  ["claude-code", "before_tool_call", { input: { command: "echo safe" } }],
  ["claude-code", "after_tool_result", { output: "[redacted]" }],
  ["claude-code", "assistant_message_render", { message: "shown" }],
];

it.each(rewrites)("%s carries a rewrite at %s", (name, point, changes) => {
  const result = roundTrip(name, point, fieldsAt[point] ?? common, { ...decision("pass"), changes });
  expect(result).toMatchObject({ ok: true, answer: { outcome: "pass" } });
  expect(result.ok && result.answer.changes).toEqual(changes);
});

it.each(["neocode", "claude-code"])("%s carries notes", (name) => {
  const given = decision("pass", { notes: [remark("one"), { ...remark("unseen"), shadow: true }] });
  const result = roundTrip(name, "before_tool_call", bash, given);
  expect(result.ok && result.answer.notes).toEqual(["one"]);
});

it.each(["ignis", "claude-code"])("%s withholds a result by replacing it", (name) => {
  const fields = fieldsAt.after_tool_result ?? {};
  const result = roundTrip(name, "after_tool_result", fields, decision("block", { message: "a key" }));
  expect(result.ok && result.answer.changes).toEqual({ output: `[withheld: ${said("deny", "a key")}]` });
});

const fileCalls: readonly [string, Fields, string][] = [
  ["read", { path: "/w/a" }, "read"],
  ["write", { path: "/w/a", content: "x" }, "write"],
  ["edit", { path: "/w/a", old: "x", new: "y" }, "edit"],
  ["search", { pattern: "x", path: "/w" }, "search"],
  ["fetch", { url: "https://example.com" }, "fetch"],
  ["mcp", { server: "github", tool: "create_issue", args: { title: "t" } }, "mcp"],
];

describe.each(["neocode", "ignis", "claude-code"])("%s", (name) => {
  it.each(fileCalls)("names %s by its own word and reads it back", (tool, input) => {
    const { adapter, protocol } = ends(name);
    const fields = { ...common, tool, tool_name: "whatever", input };
    const read = adapter.read(JSON.parse(stdinOf(protocol, hookEvent("before_tool_call", fields))));
    expect(read).toMatchObject({ event: { tool, input } });
  });
});
