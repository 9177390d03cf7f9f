// The filter of a search in the words of every agent: what it lets through is what the search reads.

import { describe, expect, it } from "vitest";
import { adapterOf } from "../../src/hosts/adapters.ts";
import { ampCall } from "../../src/hosts/amp/tools.ts";
import { claudeTools } from "../../src/hosts/claude-code/tools.ts";
import { ignisTools } from "../../src/hosts/ignis/tools.ts";
import { opencodeCall } from "../../src/hosts/opencode/tools.ts";
import { changedInput, fromNative, rewrittenInput, toNative } from "../../src/hosts/shared/tool-table.ts";
import { failuresOf } from "../protocols/decisions.ts";

const claude = (tool_name: string, tool_input: object, hook_event_name = "PreToolUse") => ({
  session_id: "s",
  cwd: "/w",
  hook_event_name,
  tool_name,
  tool_input,
});
const copilot = (toolName: string, toolArgs: object) => ({
  sessionId: "s",
  timestamp: 1,
  cwd: "/w",
  toolName,
  toolArgs,
});
const cursor = (tool_name: string, tool_input: object) => ({
  conversation_id: "s",
  hook_event_name: "preToolUse",
  cwd: "/w",
  tool_name,
  tool_input,
});
const cline = (toolName: string, parameters: object) => ({
  clineVersion: "3",
  hookName: "PreToolUse",
  taskId: "s",
  workspaceRoots: ["/w"],
  preToolUse: { toolName, parameters },
});
const antigravity = (name: string, args: object) => ({
  conversationId: "s",
  workspacePaths: ["/w"],
  toolCall: { name, args },
});

function inputOf(agent: string, payload: object) {
  const found = adapterOf(agent)?.read(payload);
  if (found === undefined || !("event" in found)) throw new Error(JSON.stringify(found));
  expect(failuresOf(found.event)).toEqual([]);
  expect(found.event.tool).toBe("search");
  const { raw, ...input } = found.event.input as { readonly raw: unknown };
  return { ...input, ...(found.event.unknown === undefined ? {} : { unknown: found.event.unknown }) };
}

const key = { pattern: "KEY" };

describe("a filter", () => {
  it.each([
    ["claude-code", claude("Grep", { ...key, glob: ".env" }), { ...key, files: [".env"] }],
    ["codex", claude("Grep", { ...key, glob: ".env" }), null],
    ["gemini-cli", claude("grep_search", { ...key, include: ".env" }, "BeforeTool"), { ...key, files: [".env"] }],
    [
      "gemini-cli",
      claude("grep_search", { ...key, include_pattern: ".env" }, "BeforeTool"),
      { ...key, files: [".env"] },
    ],
    [
      "gemini-cli",
      claude("search_file_content", { ...key, include: ".env" }, "BeforeTool"),
      { ...key, files: [".env"] },
    ],
    ["qwen-code", claude("grep_search", { ...key, glob: ".env" }), { ...key, files: [".env"] }],
    ["qwen-code", claude("Grep", { ...key, glob: ".env" }), { ...key, files: [".env"] }],
    ["factory-droid", claude("Grep", { ...key, glob_pattern: ".env" }), { ...key, files: [".env"] }],
    ["vscode-copilot", claude("grep_search", { query: "KEY", includePattern: ".env" }), { ...key, files: [".env"] }],
    ["copilot-cli", copilot("grep", { ...key, glob: ".env" }), { ...key, files: [".env"] }],
    ["copilot-cli", copilot("rg", { ...key, glob: ["*.ts", ".env"] }), { ...key, files: ["*.ts", ".env"] }],
    ["copilot-cli", copilot("rg", { ...key, paths: [".env"] }), { ...key, path: ".env" }],
    ["copilot-cli", copilot("rg", { ...key, paths: ".env" }), { ...key, path: ".env" }],
    [
      "copilot-cli",
      copilot("rg", { ...key, paths: ["src", ".env", "/data/[a]"], glob: "*.ts" }),
      { ...key, files: ["./src", "./.env", "/data/\\[a\\]", "*.ts"] },
    ],
    ["copilot-cli", copilot("rg", { ...key, paths: ["src", 7] }), { ...key, unknown: ["input.files"] }],
    ["cursor", cursor("Grep", { ...key, glob: ".env" }), { ...key, files: [".env"] }],
    [
      "cline",
      cline("search_files", { regex: "KEY", path: "src", file_pattern: ".env" }),
      { ...key, path: "src", files: [".env"] },
    ],
    ["kiro", claude("grep", { ...key, include: ".env" }, "preToolUse"), { ...key, files: [".env"] }],
    [
      "antigravity",
      antigravity("grep_search", { Query: "KEY", SearchPath: "/w", Includes: ["*.ts", ".env"] }),
      { ...key, path: "/w", files: ["*.ts", ".env"] },
    ],
    ["claude-code", claude("Grep", { ...key, glob: "" }), key],
    ["claude-code", claude("Grep", { ...key, glob: null }), key],
    ["claude-code", claude("Grep", { ...key, glob: { a: 1 } }), { ...key, unknown: ["input.files"] }],
    ["claude-code", claude("Grep", { ...key, glob: ["a", 7] }), { ...key, unknown: ["input.files"] }],
    // What is looked for by name is no filter: only names are printed.
    ["claude-code", claude("Glob", { pattern: "**/.env" }), { pattern: "**/.env" }],
  ])("of %s: %j", (agent, payload, input) => {
    if (input === null) expect(adapterOf(agent)?.read(payload)).toMatchObject({ event: { tool: "other" } });
    else expect(inputOf(agent, payload)).toEqual(input);
  });

  it("of agents that run the policy themselves", () => {
    const files = { tool: "search", input: { ...key, files: [".env"] } };
    expect(opencodeCall("grep", { ...key, include: ".env" }, [])).toMatchObject(files);
    expect(ampCall("Grep", { ...key, glob: ".env" }, null)).toMatchObject(files);
    expect(fromNative(ignisTools, "grep", { ...key, glob: ".env" })).toMatchObject(files);
  });

  it("and places in two fields are nobody's to decide on", () => {
    const found = adapterOf("copilot-cli")?.read(copilot("rg", { ...key, path: "src", paths: [".env"] }));
    expect(found).toMatchObject({ error: expect.stringContaining("`path` and `paths`") });
  });
});

describe("a filter in the agent's words again", () => {
  const call = (input: object) => ({ tool: "search", tool_name: "Grep", input: { ...key, ...input } });

  it.each([
    [{ files: [".env"] }, { ...key, glob: ".env" }],
    [{ files: ["a", "b"] }, { ...key, glob: ["a", "b"] }],
    [
      { files: ["a", "b"], raw: { ...key, glob: ["a", "b"] } },
      { ...key, glob: ["a", "b"] },
    ],
    [
      { files: ["b"], raw: { ...key, glob: "a" } },
      { ...key, glob: "b" },
    ],
    [{}, key],
  ])("%j", (input, native) => {
    expect(toNative(claudeTools, call(input))).toEqual({ name: "Grep", input: native });
  });

  it("can be rewritten", () => {
    const before = { ...key, files: ["a"], raw: { ...key, glob: "a" } };
    expect(rewrittenInput(claudeTools, call({ ...before, files: ["b"] }), before)).toEqual({ ...key, glob: "b" });
  });

  it("is no field of its own where a hook has changed it", () => {
    expect(changedInput(claudeTools, call({ files: ["a"] }), { ...key, glob: "b" })).toEqual({ ...key, files: ["b"] });
  });
});
