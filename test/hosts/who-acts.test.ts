// Who acts: the fields for a subagent, where an agent sends them, and the error where it does not.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adapterOf } from "../../src/hosts/adapters.ts";
import { hostOf, lackingAt, renderMatrix, targets } from "../../src/hosts/index.ts";
import type { Point } from "../../src/language/contract.ts";
import { analyseIn } from "../harness.ts";
import { samplesOf } from "./read-samples.ts";

const fields = ["agent_id", "agent_type"] as const;

/** What the samples of the agent show, by point. */
function seen(agent: string): readonly { readonly point: Point; readonly field: string }[] {
  return samplesOf(agent).flatMap(({ payload }) => {
    const read = adapterOf(agent)?.read(payload);
    if (read === undefined || !("event" in read)) return [];
    const { event } = read;
    return fields.filter((field) => typeof event[field] === "string").map((field) => ({ point: event.point, field }));
  });
}

function codesFor(target: string, point: string, field: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "who-acts-"));
  try {
    const text = `target ${target}\nrule who\n  on ${point}\n  when ${field} is present\n  mark delegated\n`;
    writeFileSync(join(folder, "a.policy"), text);
    return analyseIn(folder, ["a.policy"]).codes.filter((code) => code === "P405" || code < "P400");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("a subagent's call", () => {
  it.each(["claude-code", "codex", "cursor", "copilot-cli", "vscode-copilot"])("of %s says who acts", (agent) => {
    const found = seen(agent);
    expect(found).not.toEqual([]);
    for (const { point, field } of found) expect(lackingAt(agent, point).includes(field)).toBe(false);
  });

  it("has both fields in Claude Code, and the main agent's has neither", () => {
    const event = (name: string) => {
      const sample = samplesOf("claude-code").find((one) => one.name === name);
      const read = adapterOf("claude-code")?.read(sample?.payload);
      return read !== undefined && "event" in read ? read.event : {};
    };
    expect(event("PreToolUse.subagent.json")).toMatchObject({ agent_id: "a4d2c8f1e0b3a297", agent_type: "Explore" });
    expect(event("PreToolUse.Agent.json")).not.toHaveProperty("agent_id");
  });
});

describe("a rule about who acts", () => {
  it.each([
    ["claude-code", "before_tool_call", "agent_id", []],
    ["codex", "after_tool_result", "agent_type", []],
    ["policyc", "session_start", "agent_type", []],
    ["cursor", "subagent_start", "agent_id", []],
    ["cursor", "subagent_stop", "agent_id", ["P405"]],
    ["cursor", "before_tool_call", "agent_type", ["P405"]],
    ["gemini-cli", "before_tool_call", "agent_id", ["P405"]],
    ["claude-code", "user_prompt_submit", "agent_id", ["P405"]],
  ])("for %s at %s with %s", (target, point, field, expected) => {
    expect(codesFor(target, point, field)).toEqual(expected);
  });

  it("is about points that the target has", () => {
    for (const target of targets) {
      const { points = {}, sends = {} } = hostOf(target) ?? {};
      for (const at of Object.values(sends))
        for (const point of at === "all" ? [] : at) expect(Object.keys(points)).toContain(point);
    }
  });
});

it("the matrix lists where the fields are sent", () => {
  expect(renderMatrix("cursor")).toContain("`agent_id` is sent at subagent_start.");
  expect(renderMatrix("gemini-cli")).not.toContain("agent_id");
});
