// Who asks is told by the payload: for every sample of every agent, whoever the hook was started for.

import { describe, expect, it } from "vitest";
import { recogniseHost } from "../../src/hosts/recognise.ts";
import { family } from "./family.ts";
import { samplesOf } from "./read-samples.ts";

const telling = ["antigravity", "cline", "cursor", "goose", "kiro", "windsurf", ...Object.keys(family)];
const samples = telling.flatMap((agent) =>
  samplesOf(agent).map(({ name, payload }) => [agent, name, payload] as const),
);

describe("samples", () => {
  it.each(samples)("%s: %s, started for it", (agent, _, payload) => {
    expect(recogniseHost(payload, family[agent] ?? {}, agent).host).toBe(agent);
    expect(recogniseHost(payload, {}, agent).host).toBe(agent);
  });

  /** Nothing in these says who sends them, unless the process around them does. */
  const open: { readonly [agent: string]: RegExp } = {
    codex: /^Session(?:Start|End)/,
    devin: /^(?:Session|Stop|UserPromptSubmit|PreToolUse\.mcp)/,
    "gemini-cli": /^(?:Session|Notification)/,
    "qwen-code": /^(?:Stop|UserPromptSubmit)/,
    "vscode-copilot": /^(?!.*ToolUse)/,
  };

  it.each(samples)("%s: %s, started for Claude Code", (agent, name, payload) => {
    const { host, confident } = recogniseHost(payload, {}, "claude-code");
    if (open[agent]?.test(name)) expect({ name, confident }).toEqual({ name, confident: false });
    else expect(host).toBe(agent);
  });

  it.each(samples)("%s: %s, started for somebody it never is", (agent, name, payload) => {
    const hint = agent === "windsurf" ? "goose" : "windsurf";
    const { host } = recogniseHost(payload, family[agent] ?? {}, hint);
    if (agent === "codex" || agent === "vscode-copilot") expect([name, host]).not.toEqual([name, hint]);
    else expect(host).toBe(agent);
  });
});

describe("what is left open", () => {
  const timed = { hook_event_name: "Stop", timestamp: "2026-08-22T10:15:00.000Z", cwd: "/w", session_id: "s" };
  const plain = { hook_event_name: "Stop", cwd: "/w", session_id: "s" };

  it.each([
    ["vscode-copilot", timed, {}, "vscode-copilot"],
    ["copilot-cli", timed, {}, "copilot-cli"],
    ["qwen-code", timed, {}, "qwen-code"],
    ["claude-code", timed, {}, "copilot-cli"],
    ["claude-code", timed, { QWEN_PROJECT_DIR: "/w" }, "qwen-code"],
    ["claude-code", timed, { GEMINI_PROJECT_DIR: "/w" }, "gemini-cli"],
    ["claude-code", { ...timed, permission_mode: "yolo", transcript_path: "t" }, {}, "qwen-code"],
    ["vscode-copilot", { ...timed, permission_mode: "yolo", transcript_path: "t" }, {}, "qwen-code"],
    ["claude-code", plain, {}, "claude-code"],
    ["factory-droid", plain, {}, "factory-droid"],
    ["codex", plain, {}, "codex"],
    ["cursor", plain, {}, "claude-code"],
    ["gemini-cli", plain, { FACTORY_PROJECT_DIR: "/w" }, "factory-droid"],
    ["claude-code", { ...plain, prompt_id: "p" }, { DEVIN_PROJECT_DIR: "/w" }, "devin"],
    ["claude-code", { ...plain, prompt_id: "p", tool_name: "exec" }, {}, "devin"],
    ["devin", plain, {}, "devin"],
    ["claude-code", { ...plain, permission_mode: "auto-low" }, {}, "factory-droid"],
    ["factory-droid", { ...plain, prompt_id: "p" }, {}, "claude-code"],
    ["copilot-cloud", { sessionId: "s", timestamp: 1, toolName: "bash" }, {}, "copilot-cloud"],
  ] as const)("for %s: %j %j is %s", (hint, payload, env, host) => {
    expect(recogniseHost(payload, env, hint).host).toBe(host);
  });

  it.each([[null], ["text"], [[]], [{}], [{ agent: 1 }], [JSON.parse('{"__proto__":{"turn_id":"t"}}')]])(
    "%j says nothing",
    (payload) => {
      expect(recogniseHost(payload, {}, "codex")).toEqual({ host: "codex", confident: false });
    },
  );

  it("leaves hosts alone that no payload tells", () => {
    for (const hint of ["neocode", "ignis", "codex-runtime", "amp", "toString"])
      expect(recogniseHost(plain, {}, hint)).toEqual({ host: hint, confident: false });
  });
});
