// Calls that take more than a new name: several tools in one, lists, addresses inside texts, folders of their own.

import { describe, expect, it } from "vitest";
import { possibleHosts } from "../../src/hosts/shared/host-names.ts";
import { failuresOf } from "../protocols/decisions.ts";
import { adapterFor } from "./family.ts";

const event: { readonly [agent: string]: string } = { "gemini-cli": "BeforeTool" };

function read(agent: string, tool_name: string, tool_input: object, more: object = {}) {
  const hook_event_name = event[agent] ?? "PreToolUse";
  const found = adapterFor(agent).read({ hook_event_name, session_id: "s", cwd: "/w", tool_name, tool_input, ...more });
  if (!("event" in found)) throw new Error(JSON.stringify(found));
  expect(failuresOf(found.event)).toEqual([]);
  return found.event;
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

const patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n";

describe("one call", () => {
  it.each([
    ["claude-code", "Monitor", { command: "tail -f log" }, { tool: "bash", input: { command: "tail -f log" } }],
    [
      "claude-code",
      "Monitor",
      { ws: { url: "wss://a.example/x" } },
      { tool: "fetch", input: { url: "wss://a.example/x" } },
    ],
    ["claude-code", "Monitor", { ws: 7 }, { tool: "other" }],
    ["claude-code", "NotebookEdit", { notebook_path: "/w/a", new_source: "x" }, { tool: "edit", input: { new: "x" } }],
    ["claude-code", "Skill", { skill: "x" }, { tool: "other", tool_name: "Skill" }],
    ["claude-code", "toString", {}, { tool: "other" }],
    ["gemini-cli", "read_many_files", { include: ["a"] }, { tool: "read", input: { path: "a" } }],
    ["gemini-cli", "read_many_files", { include: "a" }, { tool: "read", input: { path: "a" } }],
    ["gemini-cli", "read_many_files", { include: ["a", "b"] }, { tool: "read", input: { path: "a", files: ["./b"] } }],
    [
      "gemini-cli",
      "read_many_files",
      { include: ["**/*.env", "a"] },
      { tool: "read", input: { path: ".", files: ["./a", "**/*.env"] } },
    ],
    ["gemini-cli", "read_many_files", { include: ["a", 7] }, { tool: "read", unknown: ["input.files"] }],
    ["gemini-cli", "read_many_files", {}, { tool: "other" }],
    ["gemini-cli", "list_directory", { dir_path: "src" }, { tool: "search", cwd: "/w", input: { path: "src" } }],
    ["gemini-cli", "run_shell_command", { command: "ls", dir_path: "src" }, { tool: "bash", cwd: "/w/src" }],
    ["gemini-cli", "run_shell_command", { command: "ls", dir_path: "/etc" }, { tool: "bash", cwd: "/etc" }],
    ["gemini-cli", "run_shell_command", { command: "ls", dir_path: 7 }, { tool: "bash", cwd: "/w" }],
    ["gemini-cli", "run_shell_command", { command: "ls", directory: "/etc" }, { tool: "bash", cwd: "/etc" }],
    ["gemini-cli", "run_shell_command", { command: "ls", dir_path: "", directory: "a" }, { tool: "bash", cwd: "/w/a" }],
    ["codex", "Bash", { command: "ls", workdir: "/etc" }, { tool: "bash", cwd: "/etc" }],
    ["codex", "Bash", { command: "ls", cwd: "src" }, { tool: "bash", cwd: "/w/src" }],
    ["codex", "mcp__a__b", { cwd: "/etc" }, { tool: "mcp", cwd: "/w" }],
    ["gemini-cli", "web_fetch", { prompt: "see (https://a.example/x)." }, { input: { url: "https://a.example/x" } }],
    ["gemini-cli", "web_fetch", { url: "https://a.example" }, { input: { url: "https://a.example" } }],
    ["gemini-cli", "mcp_a_b_c", {}, { tool: "mcp", input: { server: "a", tool: "b_c" } }],
    ["qwen-code", "monitor", { command: "x", directory: "/v" }, { tool: "bash", cwd: "/v" }],
    ["devin", "Bash", { command: "rm x" }, { tool: "bash", input: { command: "rm x" } }],
    ["devin", "write", { path: "a", content: "x" }, { tool: "write", input: { path: "a", content: "x" } }],
    ["factory-droid", "Bash", { command: "rm x" }, { tool: "bash", input: { command: "rm x" } }],
    ["qwen-code", "Write", { file_path: "/w/a", content: "" }, { tool: "write", input: { path: "/w/a" } }],
    [
      "vscode-copilot",
      "WebFetch",
      { url: "https://a.example" },
      { tool: "fetch", input: { url: "https://a.example" } },
    ],
    ["factory-droid", "ApplyPatch", { input: patch }, { tool: "write", input: { path: "a", content: "x\n", patch } }],
    ["vscode-copilot", "apply_patch", { input: patch }, { tool: "write", input: { path: "a", content: "x\n", patch } }],
    [
      "vscode-copilot",
      "multi_replace_string_in_file",
      { replacements: [{ filePath: "/w/a" }, { filePath: "/w/a" }] },
      { tool: "edit", input: { path: "/w/a" } },
    ],
    ["copilot-cli", "Edit", { input: patch }, { tool: "write", input: { path: "a", content: "x\n", patch } }],
    [
      "copilot-cli",
      "Edit",
      { path: "/w/a", old_str: "x", new_str: "y" },
      { tool: "edit", input: { old: "x", new: "y" } },
    ],
    [
      "copilot-cli",
      "str_replace_editor",
      { command: "create", path: "/w/a", file_text: "x" },
      { tool: "write", input: { path: "/w/a", content: "x" } },
    ],
    ["copilot-cli", "str_replace_editor", { command: "view", path: "/w/a" }, { tool: "read", input: { path: "/w/a" } }],
    [
      "copilot-cli",
      "github-mcp-server-create_issue",
      {},
      { tool: "mcp", input: { server: "github-mcp-server", tool: "create_issue" } },
    ],
  ])("%s: %s %j", (agent, tool, input, wanted) => {
    expect(read(agent, tool, input)).toMatchObject(wanted);
  });

  it("over several files has no path", () => {
    const replacements = [{ filePath: "/w/a" }, { filePath: "/w/b" }];
    expect(read("vscode-copilot", "multi_replace_string_in_file", { replacements }).input).not.toHaveProperty("path");
    expect(read("vscode-copilot", "editFiles", { files: [] }).input).not.toHaveProperty("path");
  });

  it("over several addresses has none that could be taken for its only one", () => {
    const several = [
      read("gemini-cli", "web_fetch", { prompt: "https://a.example/x and https://b.example" }),
      read("gemini-cli", "web_fetch", { prompt: "nothing" }),
      read("gemini-cli", "web_fetch", { prompt: "https://a.example/,https://b.example/x" }),
      read("gemini-cli", "web_fetch", { prompt: "https://a.example/?u=http://b.example/x" }),
      read("gemini-cli", "web_fetch", { prompt: "compare https://a.example/x with evil.com/b" }),
      read("gemini-cli", "web_fetch", { prompt: "see evil.com/a" }),
      read("vscode-copilot", "fetch_webpage", { urls: ["https://a.example", "https://b.example"] }),
      read("vscode-copilot", "fetch_webpage", { urls: [] }),
      read("vscode-copilot", "fetch_webpage", { urls: "" }),
      read("vscode-copilot", "fetch_webpage", { urls: { a: "https://b.example" } }),
    ];
    for (const { input } of several) {
      const { url } = input as { readonly url: string };
      // Neither as it is nor with a scheme before it, as addresses without one are read.
      expect([url, hostIn(url), hostIn(`https://${url}`)]).toEqual([url, "", ""]);
    }
  });

  it("over one address has that one", () => {
    const one = (agent: string, tool: string, input: object) => read(agent, tool, input).input;
    const url = "https://a.example/x";
    expect(one("vscode-copilot", "fetch_webpage", { urls: url })).toMatchObject({ url });
    expect(one("gemini-cli", "web_fetch", { prompt: `a.example: ${url}` })).toMatchObject({ url });
    const prose = `what does ${url} say of README.md, src/a.ts:12, package.json, fs.promises, Next.js/React, v1.2.3, user.id and the like, e.g. a@b.com?`;
    expect(one("gemini-cli", "web_fetch", { prompt: prose })).toMatchObject({ url });
  });

  it.each([
    ["evil.com", ["evil.com"]],
    ["(evil.co.uk),10.0.0.1:80/x", ["evil.co.uk", "10.0.0.1"]],
    ["//evil.com/x //xn--a.xn--p1ai/", ["evil.com", "xn--a.xn--p1ai"]],
    ["localhost:8080 localhost", ["localhost"]],
    ["evil.md/x evil.md README.md. README.md:3", ["evil.md"]],
    ["bücher.de Evil.COM.", ["bücher.de", "Evil.COM"]],
    ["src/evil.com index.html e.g. i.e. 1.2.3 and/or a.b.c", []],
  ])("names hosts without a scheme: %s", (text, hosts) => {
    expect(possibleHosts(text)).toEqual(hosts);
  });

  it("of a server is named by what stands beside the tool's name", () => {
    const mcp_context = { server_name: "a_b", tool_name: "c" };
    expect(read("gemini-cli", "mcp_a_b_c", {}, { mcp_context }).input).toMatchObject({ server: "a_b", tool: "c" });
    const mcp_server = { name: "a__b", source: "user" };
    expect(read("claude-code", "mcp__a__b__c", {}, { mcp_server }).input).toMatchObject({ server: "a__b", tool: "c" });
    const other = { name: "z", source: "user" };
    expect(read("claude-code", "mcp__a__c", {}, { mcp_server: other }).input).toMatchObject({ server: "a", tool: "c" });
  });
});

describe("a call that says one thing twice", () => {
  const cline = (name: string, input: object) => ({
    clineVersion: "0",
    hookName: "tool_call",
    taskId: "s",
    tool_call: { name, input },
  });
  const cursor = (tool_name: string, tool_input: object) => ({
    conversation_id: "s",
    hook_event_name: "preToolUse",
    tool_name,
    tool_input,
  });
  const copilot = (tool_name: string, tool_input: object) => ({
    timestamp: "2026-08-22T10:15:00.000Z",
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
  });

  const goose = (tool_name: string, tool_input: object) => ({
    event: "PreToolUse",
    session_id: "s",
    working_dir: "/w",
    tool_name,
    tool_input,
  });
  const codex = (tool_input: object) => ({
    session_id: "s",
    turn_id: "t",
    cwd: "/w",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input,
  });

  it.each([
    ["cursor", cursor("Write", { file_path: "a", path: ".env", content: "" }), "`file_path` and `path`"],
    ["copilot-cli", copilot("Write", { path: "a", file_path: ".env", file_text: "" }), "`path` and `file_path`"],
    ["copilot-cli", copilot("apply_patch", { input: patch, patch: patch.replace("a", "b") }), "`input` and `patch`"],
    ["copilot-cli", copilot("Edit", { input: patch, path: ".env", old_str: "x", new_str: "y" }), "a patch and a path"],
    ["cursor", cursor("Shell", { command: "ls", working_directory: "/a", cwd: "/b" }), "`working_directory` and `cwd`"],
    ["goose", goose("shell", { command: "ls", working_dir: "/a", cwd: "/b" }), "`working_dir` and `cwd`"],
    ["codex", codex({ command: "ls", workdir: "/a", cwd: "/b" }), "`workdir` and `cwd`"],
    ["cline", cline("run_commands", { commands: ["ls"], command: "rm -r x" }), "commands in two places"],
  ])("is one that nobody may decide on: %s %j", (agent, payload, why) => {
    const found = adapterFor(agent).read(payload);
    expect(found).toMatchObject({ point: "before_tool_call", error: expect.stringContaining(why) });
  });

  it("runs in the folder that it says, where an empty one says nothing", () => {
    const shell = (more: object) =>
      adapterFor("cursor").read({ ...cursor("Shell", { command: "ls", ...more }), cwd: "/w" });
    expect(shell({ working_directory: "", cwd: "/etc" })).toMatchObject({ event: { cwd: "/etc" } });
    expect(shell({ working_directory: "/etc", cwd: "/etc" })).toMatchObject({ event: { cwd: "/etc" } });
    expect(shell({ working_directory: "", cwd: null })).toMatchObject({ event: { cwd: "/w" } });
    const { read } = adapterFor("goose");
    expect(read(goose("shell", { command: "ls", working_dir: "/etc" }))).toMatchObject({ event: { cwd: "/etc" } });
    expect(read(goose("a__b", { working_dir: "/etc" }))).toMatchObject({ event: { cwd: "/w" } });
  });

  it("is one call where both are the same", () => {
    const found = adapterFor("cursor").read(cursor("Write", { file_path: "a", path: "a", content: "" }));
    expect(found).toMatchObject({ event: { tool: "write", input: { path: "a" } } });
    const empty = adapterFor("cursor").read(cursor("Write", { file_path: null, path: "a", content: "" }));
    expect(empty).toMatchObject({ event: { input: { path: "a" } } });
  });

  it("is about everything that it names, where lists and texts can hold more", () => {
    const files = adapterFor("cline").read(cline("read_files", { files: ["a"], paths: [".env"] }));
    expect(files).toMatchObject({ event: { tool: "read", input: { path: "a", files: ["./.env"] } } });
    const pages = { url: "https://a.example", prompt: "read https://b.example" };
    expect(read("gemini-cli", "web_fetch", pages).input).toMatchObject({
      url: expect.stringMatching(/^several addresses: /),
    });
    const same = { url: "https://a.example", prompt: "read https://a.example" };
    expect(read("gemini-cli", "web_fetch", same).input).toMatchObject({ url: "https://a.example" });
  });
});

describe("a patch as a bare text", () => {
  const payload = { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "apply_patch", toolArgs: patch };

  it("is read like any other, and cannot be rewritten", () => {
    const { read, write } = adapterFor("copilot-cli");
    const found = read(payload);
    if (!("event" in found)) throw new Error("no event");
    expect(found.event).toMatchObject({ tool: "write", input: { path: "a", content: "x\n", patch } });
    const changes = { input: { ...(found.event.input as object), patch: patch.replace("+x", "+y"), content: "y\n" } };
    const pass = { proceed: true, outcome: "pass", reasons: [], warnings: [], notes: [] } as const;
    const rest = { unclear: [], failures: [], revision: "", facts: {} };
    expect(write({ ...pass, ...rest, changes }, found.event).stdout).toContain('"permissionDecision":"deny"');
  });
});

describe("the project's folder", () => {
  const payload = { hook_event_name: "Stop", session_id: "s", cwd: "/w/sub" };

  it.each([
    ["claude-code", "CLAUDE_PROJECT_DIR"],
    ["qwen-code", "QWEN_PROJECT_DIR"],
    ["devin", "DEVIN_PROJECT_DIR"],
    ["factory-droid", "FACTORY_PROJECT_DIR"],
  ])("of %s is in %s", (agent, name) => {
    const { read } = adapterFor(agent);
    expect(read(payload, { [name]: "/w" })).toMatchObject({ event: { workdir: "/w", cwd: "/w/sub" } });
    expect(read(payload, { [name]: "C:\\w" })).toMatchObject({ event: { workdir: "C:\\w" } });
    for (const bad of ["", "relative", undefined])
      expect(read(payload, { [name]: bad })).toMatchObject({ event: { workdir: "/w/sub" } });
  });
});
