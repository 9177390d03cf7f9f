// Commands that start another agent: they contact it, run code that is not on the line, and send their input.

import { describe, expect, it } from "vitest";
import { inRootSession } from "../../src/service/root-session.ts";
import { flows, read, shownEffects } from "./seen.ts";

const started = (command: string): readonly string[] =>
  read(command).external.flatMap(({ kind, name }) => (kind === "agent" ? [name] : []));

describe("starting an agent", () => {
  it.each([
    ["claude -p 'fix it'", "claude", "agent:claude"],
    ["claude", "claude", "agent:claude"],
    ["cat plan.md | claude --print --model x", "claude", "agent:claude"],
    ["codex exec --full-auto 'fix it'", "codex exec", "agent:codex"],
    ["codex 'fix it'", "codex", "agent:codex"],
    ["gemini -p 'fix it'", "gemini", "agent:gemini"],
    ["cursor-agent -p 'fix it'", "cursor-agent", "agent:cursor-agent"],
    ["opencode run 'fix it'", "opencode run", "agent:opencode"],
    ["aider --message 'fix it' src/a.py", "aider", "agent:aider"],
    ["goose run -t 'fix it'", "goose run", "agent:goose"],
    ["amp -x 'fix it'", "amp", "agent:amp"],
    ["qwen -p 'fix it'", "qwen", "agent:qwen"],
    ["crush run 'fix it'", "crush run", "agent:crush"],
    ["copilot -p 'fix it'", "copilot", "agent:copilot"],
    ["droid exec 'fix it'", "droid exec", "agent:droid"],
    ["q chat 'fix it'", "q chat", "agent:q"],
    ["npx -y @anthropic-ai/claude-code -p 'fix it'", "claude", "agent:claude"],
    ["sudo -u other bash -c 'claude -p x'", "claude", "agent:claude"],
    ["nohup codex exec x &", "codex exec", "agent:codex"],
  ])("%s", (command, name, host) => {
    expect(started(command)).toEqual([name]);
    expect(shownEffects(command)).toContain(`hosts ${host}`);
  });

  it.each([
    "claude --version",
    "claude mcp list",
    "claude doctor",
    "codex login",
    "codex --help",
    "opencode auth login",
    "gemini mcp list",
    "goose up",
    "goose -dir migrations postgres up",
    "copilot svc deploy",
    "q --help",
    "which claude",
    "npm install -g @anthropic-ai/claude-code",
  ])("is not %s", (command) => {
    expect(started(command)).toEqual([]);
    expect(shownEffects(command)).not.toContain("agent:");
  });

  it("sends what it is given", () => {
    expect(shownEffects("aider --message x src/a.py")).toContain("uploads src/a.py");
    expect(flows("secret", "network", "cat .env | claude -p review")).toBe("true");
    expect(flows("file", "network", "codex exec - < notes.txt")).toBe("true");
  });
});

describe("the session of an agent that another one started", () => {
  const event = { point: "before_tool_call", tool: "bash", input: {}, session_id: "own", workdir: "/w" } as const;
  const sessionOf = (id: string | undefined): unknown =>
    inRootSession({ host: "claude-code", event }, id === undefined ? {} : { POLICYC_SESSION: id }).event.session_id;

  it("is the one handed on", () => {
    expect(sessionOf("root-1")).toBe("root-1");
  });

  it.each([undefined, "", "a b", "../x", "x".repeat(129)])("is its own for %j", (id) => {
    expect(sessionOf(id)).toBe("own");
  });
});
