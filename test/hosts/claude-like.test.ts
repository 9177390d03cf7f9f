// Agents that speak Claude Code's protocol or one grown from it: every sample payload in our words, every answer in
// theirs, nothing that breaks them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AgentReply, silence } from "../../src/hosts/shared/adapter.ts";
import type { Capability, Decision, Json, Outcome, Point, PolicyEvent } from "../../src/language/contract.ts";
import { failureOutcome, points } from "../../src/language/schema.ts";
import { decision, failuresOf, remark } from "../protocols/decisions.ts";
import { seeded } from "../seeded.ts";
import { adapterFor, agents, can, eventsOf, family, readingsOf } from "./family.ts";
import { expectReadings } from "./read-samples.ts";

/** The document of an answer, without the lines that Copilot shows to the user. */
function documentOf({ stdout, exitCode }: AgentReply): { readonly [key: string]: Json } | null {
  if (exitCode !== 0) return null;
  const rest = stdout.replace(/^\{"type":"progress",.*\}\n/gm, "");
  return rest === "" ? null : JSON.parse(rest);
}

/** Whether the answer keeps what is asked about from happening, or from being used. */
function isRefusal(reply: AgentReply): boolean {
  if (reply.exitCode === 2) return true;
  const text = reply.stdout;
  return /"(?:deny|block)"|"continue":false|\[withheld: policyc/.test(text);
}

const outcomes: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

const made = (outcome: Outcome): Decision =>
  decision(outcome, { message: "because", ...(outcome === "respond" ? { result: { text: "instead" } } : {}) });

describe.each(agents)("%s", (agent) => {
  const adapter = adapterFor(agent);
  const env = family[agent] ?? {};

  it("reads every sample", () => {
    const readings = readingsOf(agent);
    expectReadings(agent, Object.fromEntries(readings.map(({ name, read }) => [name, read])));
    for (const { name, read } of readings)
      if ("event" in read) expect([name, failuresOf(read.event)]).toEqual([name, []]);
  });

  it("gives JSON or silence for every outcome at every point", () => {
    for (const event of eventsOf(agent))
      for (const outcome of outcomes) {
        const reply = adapter.write(made(outcome), event);
        if (reply.exitCode === 0) expect(documentOf(reply) ?? {}).toBeTypeOf("object");
        else expect([0, 2]).toContain(reply.exitCode);
        expect(reply.stdout === "" || reply.stdout.endsWith("\n")).toBe(true);
      }
  });

  it("says nothing when nothing is decided", () => {
    for (const event of eventsOf(agent))
      expect([event.point, adapter.write(made("pass"), event)]).toEqual([event.point, silence]);
  });

  it("names the event of every answer", () => {
    for (const { name, read } of readingsOf(agent)) {
      if (!("event" in read)) continue;
      const notes = { notes: [remark("n")], warnings: [remark("w")] };
      for (const outcome of outcomes) {
        const answer = documentOf(adapter.write({ ...made(outcome), ...notes }, read.event));
        const inner = answer?.hookSpecificOutput as { readonly hookEventName?: string } | undefined;
        if (inner !== undefined) expect(name.split(".")[0]).toBe(inner.hookEventName);
      }
    }
  });

  const single: readonly (readonly [Capability, Decision])[] = [
    ["warn", decision("pass", { warnings: [remark("careful")] })],
    ["note", decision("pass", { notes: [remark("so it is")] })],
    ["allow", made("allow")],
    ["ask", made("ask")],
    ["respond", made("respond")],
    ["stop", made("stop")],
  ];

  it.each(single)("carries out %s where the matrix says so, and nowhere else", (effect, given) => {
    for (const event of eventsOf(agent)) {
      const reply = adapter.write(given, event);
      const place = [event.point, reply.stdout];
      const isMilder = effect === "warn" || effect === "note" || effect === "allow";
      if (can(agent, event.point, effect)) {
        expect([...place, reply]).not.toEqual([...place, silence]);
        if (effect === "warn") expect(place).toEqual([event.point, expect.stringContaining("careful")]);
        if (effect === "note") expect(place).toEqual([event.point, expect.stringContaining("so it is")]);
        if (isMilder)
          expect([...place, isRefusal(reply)]).toEqual([...place, effect === "note" && reply.exitCode === 2]);
      } else if (isMilder) expect([...place, reply]).toEqual([...place, silence]);
      else {
        const { result: _, ...rest } = given;
        const message = effect === "respond" ? "instead" : "because";
        const reasons = given.reasons.map((one) => ({ ...one, effect: "block" as const, message }));
        const refused = adapter.write({ ...rest, outcome: "block", reasons }, event);
        const isUnasked = effect === "ask";
        const said = JSON.stringify(reply).replaceAll(isUnasked ? ", because nobody can be asked here" : "\n", "");
        expect([...place, JSON.parse(said)]).toEqual([...place, refused]);
      }
    }
  });

  it("refuses where the matrix says so, by whatever it has where a failure must not pass", () => {
    for (const event of eventsOf(agent)) {
      const reply = adapter.write(made("block"), event);
      const mustHold = can(agent, event.point, "block") || failureOutcome[event.point] === "block";
      if (mustHold) expect([event.point, isRefusal(reply)]).toEqual([event.point, true]);
      expect([event.point, reply.stdout + reply.stderr]).toEqual([
        event.point,
        mustHold ? expect.stringContaining("because") : expect.any(String),
      ]);
    }
  });

  it("carries out a rewrite where the matrix says so, and refuses it anywhere else", () => {
    for (const event of eventsOf(agent))
      for (const [effect, changes] of rewritesAt(event)) {
        // A permission is given with another input, or not at all.
        const outcome = event.point === "before_permission_decision" ? "allow" : "pass";
        const reply = adapter.write({ ...made(outcome), changes }, event);
        const place = [event.point, Object.keys(changes)];
        if (!can(agent, event.point, effect)) expect([...place, isHeld(event.point, reply)]).toEqual([...place, true]);
        else expect([...place, reply.stdout]).toEqual([...place, expect.stringContaining("rewritten")]);
      }
  });

  it("never lets a rewrite pass that nobody knows", () => {
    for (const event of eventsOf(agent)) {
      const reply = adapter.write({ ...made("pass"), changes: { nobody: "knows", __proto__: 1 } }, event);
      expect([event.point, isHeld(event.point, reply)]).toEqual([event.point, true]);
    }
  });

  it("keeps a rewrite of the input from meaning something else", () => {
    const event = eventsOf(agent).find(({ point }) => point === "before_tool_call");
    if (event === undefined) throw new Error(agent);
    const mcp = { server: "a", tool: "b", args: {}, raw: {} };
    const odd: readonly PolicyEvent[] = [
      { ...event, tool: "mcp", tool_name: "mcp__a__b", input: mcp },
      { ...event, tool: "bash", input: { command: "ls", shell: "powershell", raw: { command: "ls" } } },
    ];
    for (const one of odd) {
      const input = { ...(one.input as object), server: "other", shell: "zsh" };
      expect(isRefusal(adapter.write({ ...made("pass"), changes: { input } }, one))).toBe(true);
    }
  });

  describe("payloads that are broken", () => {
    const broken: readonly (readonly [string, unknown])[] = [
      ["nothing", undefined],
      ["null", null],
      ["a list", [{ hook_event_name: "PreToolUse" }]],
      ["a text", "PreToolUse"],
      ["no fields", {}],
      ["a polluting key", JSON.parse('{"__proto__":{"hook_event_name":"PreToolUse"}}')],
      ["an event that is no text", { hook_event_name: ["PreToolUse"], session_id: 7 }],
      ["a huge event", { hook_event_name: "Pre".repeat(400_000) }],
    ];
    it.each(broken)("%s", (_, payload) => {
      const read = adapter.read(payload, env);
      expect(read).toMatchObject({ point: null, error: expect.any(String) });
      if (!("error" in read)) return;
      expect(read.error.length).toBeLessThan(400);
      const reply = adapter.failure(read.point, read.error);
      expect(reply).toEqual({ stdout: "", stderr: `${read.error}\n`, exitCode: 2 });
    });

    it("any value in any field: an event, or a refusal on what can be held up", () => {
      const payloads = readingsOf(agent).map(({ payload }) => payload);
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom<unknown>(
          "__proto__",
          "constructor",
          "",
          "\u0000",
          "x".repeat(1_000_000),
          JSON.parse('{"__proto__":1}'),
        ),
      );
      fc.assert(
        fc.property(fc.constantFrom(...payloads), fc.nat(), fc.nat(), value, (payload, first, second, put) => {
          const copy = structuredClone(payload);
          const keys = Object.keys(copy);
          const field = keys[first % keys.length] ?? "";
          const inner = copy[field];
          if (typeof inner === "object" && inner !== null && second % 2 === 0) {
            const names = Object.keys(inner);
            inner[names[second % Math.max(1, names.length)] ?? "x"] = put;
          } else copy[field] = put;
          const read = adapter.read(copy, env);
          if ("ignored" in read) return true;
          if ("error" in read)
            return read.error !== "" && isClosed(read.point, adapter.failure(read.point, read.error));
          for (const outcome of outcomes) adapter.write(made(outcome), read.event);
          return isClosed(read.event.point, adapter.failure(read.event.point, "broken", read.event));
        }),
        seeded("claude-like payloads", 200),
      );
    });
  });

  it("holds up an unknown event before an action, with the names of both, and lets any other be", () => {
    for (const event of ["PreFlight", "preFlight", "BeforeAnything", "PRE_TOOL"]) {
      const read = adapter.read({ hook_event_name: event, session_id: "s", cwd: "/w" }, env);
      expect(read).toMatchObject({ point: null, error: expect.stringMatching(new RegExp(`^${agent}.*${event}`, "i")) });
    }
    for (const event of ["AfterAll", "Whatever", "constructor", "toString"])
      expect(adapter.read({ hook_event_name: event, session_id: "s", cwd: "/w" }, env)).toEqual({ ignored: silence });
  });

  it("fails by refusing, with or without the event", () => {
    for (const event of eventsOf(agent)) {
      for (const reply of [adapter.failure(event.point, "broken"), adapter.failure(event.point, "broken", event)])
        expect([event.point, isClosed(event.point, reply)]).toEqual([event.point, true]);
    }
  });
});

function isClosed(point: Point | null, reply: AgentReply): boolean {
  return point !== null && failureOutcome[point] === "pass" ? true : isRefusal(reply);
}

/** Points that only tell have nothing left to hold up. */
function isHeld(point: Point, reply: AgentReply): boolean {
  const telling: readonly Point[] = [
    ...(["session_end", "post_compact", "notification", "file_changed", "after_tool_failure"] as const),
    "assistant_message_render",
  ];
  return isRefusal(reply) || telling.includes(point);
}

/** Every field of the point that a rule may rewrite, with a value that can be seen again. */
function rewritesAt(event: PolicyEvent): readonly (readonly [Capability, Decision["changes"] & object])[] {
  const { fields, tool } = points[event.point];
  const texts = Object.entries(fields).flatMap(([name, { set }]) =>
    set === undefined ? [] : [[set, { [name]: "rewritten" }] as const],
  );
  const input = event.input as { readonly [field: string]: Json } | undefined;
  const field = ["command", "path"].find((name) => typeof input?.[name] === "string");
  if (!tool || input === undefined || field === undefined || event.point.startsWith("after")) return texts;
  return [...texts, ["set_input", { input: { ...input, [field]: "rewritten" } }]];
}

describe("prompts of Qwen Code", () => {
  const prompt = {
    hook_event_name: "UserPromptSubmit",
    session_id: "s",
    cwd: "/w",
    timestamp: "2026-11-17T07:54:02.632Z",
    prompt_id: "s########0",
  };

  it.each([
    [{ prompt: "" }, { ignored: silence }],
    [{ prompt: "", submitted_prompt: "" }, { event: { point: "user_prompt_submit", prompt: "" } }],
    [{ prompt: "go on: tests first" }, { event: { point: "user_prompt_submit", prompt: "go on: tests first" } }],
  ])("are those that somebody has submitted, and not the way back of a result: %j", (said, wanted) => {
    expect(adapterFor("qwen-code").read({ ...prompt, ...said })).toMatchObject(wanted);
  });
});
