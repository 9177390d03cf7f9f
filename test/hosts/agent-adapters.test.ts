// Agents with hooks of their own shape: every sample payload in our words, every answer in theirs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adapterOf } from "../../src/hosts/adapters.ts";
import { antigravityEvents } from "../../src/hosts/antigravity/adapter.ts";
import { clineEvents } from "../../src/hosts/cline/adapter.ts";
import { cursorEvents } from "../../src/hosts/cursor/events.ts";
import { gooseEvents } from "../../src/hosts/goose/adapter.ts";
import { hostOf } from "../../src/hosts/index.ts";
import { kiroEvents } from "../../src/hosts/kiro/adapter.ts";
import type { AgentReply, HostAdapter } from "../../src/hosts/shared/adapter.ts";
import { windsurfEvents } from "../../src/hosts/windsurf/adapter.ts";
import type { Capability, Decision, Outcome, Point, PolicyEvent } from "../../src/language/contract.ts";
import { failureOutcome } from "../../src/language/schema.ts";
import { decision, failuresOf, inOurWords, remark, said } from "../protocols/decisions.ts";
import { seeded } from "../seeded.ts";
import { answersOf, expectReadings, samplesOf } from "./read-samples.ts";

const agents = {
  antigravity: { events: antigravityEvents, key: null },
  cline: { events: clineEvents, key: "hookName" },
  cursor: { events: cursorEvents, key: "hook_event_name" },
  goose: { events: gooseEvents, key: "event" },
  kiro: { events: kiroEvents, key: "hook_event_name" },
  windsurf: { events: windsurfEvents, key: "agent_action_name" },
} as const;
const names = Object.keys(agents) as (keyof typeof agents)[];

function adapterFor(name: string): HostAdapter {
  const adapter = adapterOf(name);
  if (adapter === undefined) throw new Error(name);
  return adapter;
}

/** The event of a sample. */
function eventOf(name: string, sample: string): PolicyEvent {
  const found = samplesOf(name).find((one) => one.name === `${sample}.json`);
  const read = adapterFor(name).read(found?.payload);
  if (!("event" in read)) throw new Error(`${name}/${sample} is no event`);
  return read.event;
}

const isRefusal = (name: string, { stdout, exitCode }: AgentReply): boolean =>
  exitCode === 2 ||
  /"permission":"deny"|"continue":false|"cancel":true|"decision":"(?:deny|block)"/.test(stdout) ||
  // To keep an agent at work is to refuse that it ends.
  (name === "cursor" && stdout.includes("followup_message"));

describe.each(names)("%s", (name) => {
  const adapter = adapterFor(name);
  const host = hostOf(name);
  const { events, key } = agents[name];

  it("reads every sample", () => {
    const readings = samplesOf(name).map((sample) => [sample.name, adapter.read(sample.payload)]);
    expectReadings(name, Object.fromEntries(readings));
    for (const [sample, read] of readings) {
      if (typeof read === "string" || read === undefined || !("event" in read))
        throw new Error(`${sample} is no event`);
      expect([sample, failuresOf(read.event)]).toEqual([sample, []]);
    }
  });

  it("has an event for every point of the matrix that fires, and no other", () => {
    const points = (Object.keys(host?.points ?? {}) as Point[]).filter(
      (point) => host?.points[point]?.neverFires === undefined,
    );
    expect([...new Set(Object.values(events).map(({ point }) => point))].toSorted()).toEqual(points.toSorted());
  });

  it("never throws on a payload, and refuses what it cannot read", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const read = adapter.read(value);
        return "error" in read && read.error !== "";
      }),
      seeded("any payload", 300),
    );
  });

  it("takes any value in any field", () => {
    const payloads = samplesOf(name).map(({ payload }) => payload);
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("__proto__", "constructor", "", "\u0000"));
    fc.assert(
      fc.property(fc.constantFrom(...payloads), fc.nat(), fc.nat(), value, (payload, first, second, put) => {
        const broken = structuredClone(payload);
        const outer = Object.keys(broken);
        const field = outer[first % outer.length] ?? "";
        const inner = broken[field];
        if (typeof inner === "object" && inner !== null && !Array.isArray(inner) && second % 3 > 0) {
          const within = Object.keys(inner);
          inner[within[second % Math.max(1, within.length)] ?? "x"] = put;
        } else broken[field] = put;
        const read = adapter.read(broken);
        if ("ignored" in read) return true;
        if ("error" in read) return read.error !== "" && adapter.failure(read.point, read.error).stdout !== null;
        // What the engine refuses is refused in the host's format as well.
        const reply = adapter.failure(read.event.point, "broken", read.event);
        return read.event.point !== "before_tool_call" || isRefusal(name, reply);
      }),
      seeded("payloads of agents", 300),
    );
  });

  it("holds up an unknown event before an action, with the names of both, and lets any other be", () => {
    if (key === null) return expect(adapter.read({ conversationId: "c" })).toMatchObject({ point: null });
    const before = adapter.read({ [key]: "preSomething" });
    expect(before).toMatchObject({ point: null, error: expect.stringMatching(`${name}.*preSomething`) });
    expect(adapter.read({ [key]: "afterSomething" })).toEqual({ ignored: expect.objectContaining({ exitCode: 0 }) });
    expect(adapter.read({ [key]: "constructor" })).toHaveProperty("ignored");
  });

  it("refuses when it fails, wherever something can still be held up", () => {
    expect(adapter.failure(null, "broken").exitCode).toBe(2);
    for (const { point } of Object.values(events)) {
      const can = host?.points[point]?.effects.block !== undefined && failureOutcome[point] === "block";
      const reply = adapter.failure(point, "broken");
      expect(reply.stderr + reply.stdout).toContain("broken");
      if (can) expect([point, isRefusal(name, reply)]).toEqual([point, true]);
    }
  });

  const outcomes: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

  it("has an answer for every outcome at every event, and refuses where the matrix can block", () => {
    for (const { payload } of samplesOf(name)) {
      const read = adapter.read(payload);
      if (!("event" in read)) continue;
      const { event } = read;
      for (const outcome of outcomes) {
        const more: Partial<Decision> = outcome === "respond" ? { result: { text: "instead" } } : {};
        const reply = adapter.write(decision(outcome, { message: "because", ...more }), event);
        if (reply.stdout.startsWith("{")) expect(typeof JSON.parse(reply.stdout)).toBe("object");
        const able = (effect: Capability): boolean => host?.points[event.point]?.effects[effect] !== undefined;
        const isHeldUp = outcome !== "pass" && outcome !== "allow" && able("block");
        if (isHeldUp && !isAsked(reply))
          expect([event.point, outcome, isRefusal(name, reply)]).toEqual([event.point, outcome, true]);
        if (!isHeldUp && !(name === "cline" || able("block"))) continue;
        if (outcome === "pass" || outcome === "allow") expect(isRefusal(name, reply)).toBe(false);
      }
    }
  });

  it("never lets a rewrite pass that it has no words for", () => {
    for (const { payload } of samplesOf(name)) {
      const read = adapter.read(payload);
      if (!("event" in read) || read.event.point !== "before_tool_call") continue;
      const reply = adapter.write({ ...decision("pass"), changes: { messages: [] } }, read.event);
      expect(isRefusal(name, reply)).toBe(true);
    }
  });
});

const isAsked = ({ stdout }: AgentReply): boolean => /"(?:ask|force_ask)"/.test(stdout);

describe("cursor", () => {
  const { write } = adapterFor("cursor");
  const answers = answersOf("cursor");
  const shell = eventOf("cursor", "preToolUse.Shell");
  const mcp = { ...eventOf("cursor", "preToolUse.mcp"), point: "after_tool_result", output: "key", is_error: false };
  const after = {
    ...mcp,
    metadata: { hook_event_name: "postToolUse", tool_output: '{"content":[{"type":"text","text":"key"}]}' },
  };
  const npmCi = { ...(shell.input as object), command: "npm ci" };

  it.each([
    ["before_tool_call.preToolUse", "pass", shell, decision("pass")],
    ["before_tool_call.preToolUse", "deny", shell, decision("block", { message: "rule R1" })],
    [
      "before_tool_call.beforeShellExecution",
      "ask",
      eventOf("cursor", "beforeShellExecution"),
      decision("ask", { message: "rule R1" }),
    ],
    ["user_prompt_submit", "deny", eventOf("cursor", "beforeSubmitPrompt"), decision("block", { message: "rule R2" })],
    ["user_prompt_submit", "pass", eventOf("cursor", "beforeSubmitPrompt"), decision("pass")],
    [
      "after_tool_call",
      "annotate",
      eventOf("cursor", "postToolUse.Shell"),
      decision("pass", { notes: [remark("...")] }),
    ],
    [
      "after_tool_call",
      "rewrite_output",
      after as PolicyEvent,
      decision("pass", { changes: { output: "[redacted]" } }),
    ],
    [
      "before_completion_decision",
      "deny",
      eventOf("cursor", "stop"),
      decision("block", { message: "Run the tests first." }),
    ],
  ] as const)("answers %s %s as written down", (event, action, given, made) => {
    const { stdout, exitCode } = write(made, given);
    const message = made.reasons[0]?.message ?? "";
    const text = said(action === "ask" ? "ask" : "deny", message);
    const wanted = answers[event][action];
    expect({ exit: exitCode, stdout: JSON.parse(stdout) }).toEqual(
      message === "" ? wanted : inOurWords(wanted, message, text),
    );
  });

  it("sends the whole rewritten input", () => {
    const reply = write(decision("pass", { changes: { input: npmCi } }), shell);
    const wanted = answers["before_tool_call.preToolUse"].rewrite_input.stdout;
    expect(JSON.parse(reply.stdout)).toEqual({
      ...wanted,
      updated_input: { ...wanted.updated_input, working_directory: "/home/dev/shop" },
    });
  });

  it("approves a command only where a rule does, and goes on otherwise", () => {
    const event = eventOf("cursor", "beforeShellExecution");
    expect(JSON.parse(write(decision("pass"), event).stdout)).toEqual({ continue: true });
    expect(JSON.parse(write(decision("allow"), event).stdout)).toEqual({ permission: "allow" });
  });

  it("takes an ask for a no where nobody would be asked", () => {
    expect(JSON.parse(write(decision("ask", { message: "sure?" }), shell).stdout)).toMatchObject({
      permission: "deny",
      agent_message: expect.stringContaining("sure?"),
    });
  });

  it("refuses to rewrite a command where only preToolUse could", () => {
    const event = eventOf("cursor", "beforeShellExecution");
    expect(JSON.parse(write(decision("pass", { changes: { input: npmCi } }), event).stdout)).toMatchObject({
      permission: "deny",
    });
  });

  it("withholds a result where it can, and tells the model where it cannot", () => {
    const withheld = write(decision("block", { message: "a key" }), after as PolicyEvent);
    expect(withheld.stdout).toContain(`[withheld: ${said("deny", "a key")}]`);
    expect(withheld.stdout).not.toContain('"key"');
    const told = write(decision("block", { message: "a key" }), eventOf("cursor", "postToolUse.Shell"));
    expect(JSON.parse(told.stdout)).toEqual({ additional_context: said("deny", "a key") });
  });

  it("reads a deletion as one, and several edits as one text", () => {
    const { read } = adapterFor("cursor");
    const call = (tool_name: string, tool_input: object) =>
      read({ hook_event_name: "preToolUse", tool_name, tool_input });
    expect(call("Delete", { file_path: "/w/a" })).toMatchObject({
      event: { tool: "edit", input: { patch: expect.stringContaining("*** Delete File: /w/a") } },
    });
    expect(call("Delete", { file_path: "a\n*** Add File: b" })).toMatchObject({ event: { tool: "other" } });
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "d" },
    ];
    expect(call("Write", { file_path: "/w/a", edits })).toMatchObject({
      event: { tool: "edit", input: { path: "/w/a", old: "a\nc", new: "b\nd" } },
    });
  });
});

describe("cline", () => {
  const { write, read } = adapterFor("cline");
  const call = (name: string, input: unknown) => read({ hookName: "tool_call", tool_call: { id: "1", name, input } });

  it("rewrites only in the SDK, and there completely", () => {
    const sdk = eventOf("cline", "sdk.tool_call");
    const changes = { input: { ...(sdk.input as object), command: "ls" } };
    expect(JSON.parse(write(decision("pass", { changes }), sdk).stdout)).toEqual({
      cancel: false,
      overrideInput: { commands: ["ls"] },
    });
    const own = eventOf("cline", "PreToolUse.execute_command");
    expect(JSON.parse(write(decision("pass", { changes }), own).stdout)).toMatchObject({ cancel: true });
  });

  it.each([
    ["run_commands", ["a", "b c"], { tool: "bash", input: { command: "a\nb c" } }],
    [
      "run_commands",
      { commands: [{ command: "git", args: ["commit", "-m", "it's"] }] },
      { tool: "bash", input: { command: "git commit -m 'it'\\''s'" } },
    ],
    ["run_commands", { commands: [7] }, { tool: "other" }],
    ["read_files", { files: [{ path: "/w/a" }] }, { tool: "read", input: { path: "/w/a" } }],
    ["read_files", { file_paths: ["/w/a", "/w/b"] }, { tool: "read", input: { path: "/w/a", files: ["/w/b"] } }],
    ["read_files", { file_paths: [] }, { tool: "other" }],
    ["search_codebase", { queries: ["a", "b"] }, { tool: "other" }],
    ["search_codebase", "secret", { tool: "search", input: { pattern: "secret" } }],
    [
      "fetch_web_content",
      { requests: [{ url: "https://a.example" }] },
      { tool: "fetch", input: { url: "https://a.example" } },
    ],
    [
      "fetch_web_content",
      { requests: [{ url: "https://a.example" }, { url: "https://b.example" }] },
      { tool: "fetch", input: { url: expect.stringMatching(/^several addresses: /) } },
    ],
    ["apply_patch", "*** Begin Patch", { tool: "edit", input: { patch: "*** Begin Patch" } }],
    [
      "use_mcp_tool",
      { server_name: "s", tool_name: "t", arguments: '{"a":1}' },
      { tool: "mcp", input: { server: "s", tool: "t", args: { a: 1 } } },
    ],
    [
      "github__create_issue",
      { title: "t" },
      { tool: "mcp", input: { server: "github", tool: "create_issue", args: { title: "t" } } },
    ],
    ["browser_action", { action: "click" }, { tool: "other" }],
  ])("reads %s %j", (name, input, wanted) => {
    expect(call(name, input)).toMatchObject({ event: wanted });
  });

  it("tells the model why, and adds what it is to know", () => {
    const reply = write(
      decision("block", { message: "no", notes: [remark("by the way")] }),
      eventOf("cline", "PreToolUse.execute_command"),
    );
    expect(JSON.parse(reply.stdout)).toEqual({
      cancel: true,
      errorMessage: said("deny", "no"),
      contextModification: `${said("deny", "no")}\nby the way`,
    });
  });
});

describe("kiro", () => {
  const { write, read } = adapterFor("kiro");
  const call = (tool_name: string, tool_input: object) =>
    read({ hook_event_name: "PreToolUse", cwd: "/w", tool_name, tool_input });

  it.each([
    [
      "fs_read",
      { operations: [{ mode: "Search", path: "/w", pattern: "x" }] },
      { tool: "search", input: { pattern: "x", path: "/w" } },
    ],
    [
      "fs_read",
      {
        operations: [
          { mode: "Line", path: "/w/a" },
          { mode: "Line", path: "/w/b" },
        ],
      },
      { tool: "read", input: { path: "/w/a", files: ["/w/b"] } },
    ],
    [
      "fs_read",
      { operations: [{ mode: "Image", image_paths: ["/w/a.png"] }] },
      { tool: "read", input: { path: "/w/a.png" } },
    ],
    [
      "fs_read",
      { operations: [{ mode: "Image", path: "/w/a", image_paths: ["/w/b", "c[1].png"] }] },
      { tool: "read", input: { path: "/w/a", files: ["/w/b", "./c\\[1\\].png"] } },
    ],
    [
      "fs_read",
      {
        path: "/w/a",
        operations: [
          { mode: "Line", path: "/w/b" },
          { mode: "Search", pattern: "x" },
        ],
      },
      { tool: "read", input: { path: "/w/a", files: ["/w/b", "./."] } },
    ],
    ["fs_read", { operations: [{ path: "/w/a" }, 7] }, { tool: "read", unknown: ["input.files"] }],
    ["fs_read", { operations: [{ mode: "Line" }] }, { tool: "other" }],
    [
      "fs_write",
      { command: "str_replace", path: "/w/a", old_str: "x", new_str: "y" },
      { tool: "edit", input: { path: "/w/a", old: "x", new: "y" } },
    ],
    [
      "fs_write",
      { command: "append", path: "/w/a", new_str: "y" },
      { tool: "edit", input: { path: "/w/a", new: "y" } },
    ],
    ["delegate", { operation: "status" }, { tool: "other" }],
    ["use_aws", { service_name: "s3" }, { tool: "other", tool_name: "use_aws" }],
  ])("reads %s %j", (name, input, wanted) => {
    expect(call(name, input)).toMatchObject({ event: wanted });
  });

  it("warns by an exit code of its own, blocks by 2, and gives context on stdout", () => {
    const bash = eventOf("kiro", "preToolUse.execute_bash");
    expect(write(decision("pass", { warnings: [remark("careful")] }), bash)).toEqual({
      stdout: "",
      stderr: "careful\n",
      exitCode: 20,
    });
    expect(write(decision("block", { message: "no" }), bash)).toEqual({
      stdout: "",
      stderr: `${said("deny", "no")}\n`,
      exitCode: 2,
    });
    const start = eventOf("kiro", "agentSpawn");
    expect(write(decision("pass", { notes: [remark("so it is")] }), start)).toEqual({
      stdout: "so it is\n",
      stderr: "",
      exitCode: 0,
    });
  });
});

describe("windsurf", () => {
  const { write } = adapterFor("windsurf");

  it("warns on stdout, blocks by the exit code alone", () => {
    const run = eventOf("windsurf", "pre_run_command");
    expect(write(decision("pass", { warnings: [remark("careful")] }), run)).toEqual({
      stdout: "careful\n",
      stderr: "",
      exitCode: 0,
    });
    expect(write(decision("ask", { message: "sure?" }), run)).toEqual({
      stdout: "",
      stderr: `${said("unasked", "sure?")}\n`,
      exitCode: 2,
    });
    const over = eventOf("windsurf", "post_run_command");
    expect(write(decision("block", { message: "too late" }), over)).toEqual({
      stdout: `${said("deny", "too late")}\n`,
      stderr: "",
      exitCode: 0,
    });
  });
});

describe("goose", () => {
  const { read, write } = adapterFor("goose");
  const call = (tool_name: string, tool_input: object) => read({ event: "PreToolUse", tool_name, tool_input });

  it.each([
    ["developer__text_editor", { command: "view", path: "/w/a" }, { tool: "read", input: { path: "/w/a" } }],
    [
      "developer__text_editor",
      { command: "write", path: "/w/a", file_text: "x" },
      { tool: "write", input: { content: "x" } },
    ],
    [
      "text_editor",
      { command: "str_replace", path: "/w/a", old_str: "x", new_str: "y" },
      { tool: "edit", input: { old: "x", new: "y" } },
    ],
    ["edit", { path: "/w/a", before: "x", after: "y" }, { tool: "edit", input: { path: "/w/a", old: "x", new: "y" } }],
    ["github__create_issue", { title: "t" }, { tool: "mcp", input: { server: "github", tool: "create_issue" } }],
    ["developer__unheard", {}, { tool: "other" }],
  ])("reads %s %j", (name, input, wanted) => {
    expect(call(name, input)).toMatchObject({ event: wanted });
  });

  it("refuses in both ways, and only where it counts", () => {
    const reply = write(decision("block", { message: "no" }), eventOf("goose", "PreToolUse.shell"));
    expect(reply).toEqual({
      stdout: `{"decision":"block","reason":"${said("deny", "no")}"}\n`,
      stderr: `${said("deny", "no")}\n`,
      exitCode: 2,
    });
    expect(write(decision("block", { message: "no" }), eventOf("goose", "SessionStart")).exitCode).toBe(0);
    expect(read({ event: "PreToolUseResult" })).toHaveProperty("ignored");
  });
});

describe("antigravity", () => {
  const { write } = adapterFor("antigravity");
  it("asks a person even where the user's own rules would not", () => {
    const event = eventOf("antigravity", "PreToolUse");
    expect(JSON.parse(write(decision("ask", { message: "sure?" }), event).stdout)).toEqual({
      decision: "force_ask",
      reason: said("ask", "sure?"),
    });
    expect(JSON.parse(write(decision("pass"), event).stdout)).toEqual({});
  });
});
