// The same action, reported by every agent in its own words, is the same action in ours, and has the same outcome.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adapterOf } from "../../src/hosts/adapters.ts";
import { planAmp, readAmp } from "../../src/hosts/amp/plugin.ts";
import { planMod, readMod } from "../../src/hosts/claude-code-mod/plugin.ts";
import { readCall, writeCall } from "../../src/hosts/mcp-proxy/plugin.ts";
import { planOpencode, readOpencode } from "../../src/hosts/opencode/plugin.ts";
import type { ReadEvent } from "../../src/hosts/shared/adapter.ts";
import type { Decision, Json, PolicyEvent } from "../../src/language/contract.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { failuresOf } from "../protocols/decisions.ts";
import { buildIn } from "../runtime/built-policy.ts";

type Input = { readonly [field: string]: Json };
type Call = readonly [tool: string, input: Json];

/** An agent: what its payload holds around a call, and its call for each action; null where it has no tool for it. */
interface Agent {
  readonly wrap: (tool: string, input: Json) => Input;
  readonly calls: { readonly [A in keyof typeof actions]: Call | null };
  /** Agents that run the policy inside their own process have no hook to start. */
  readonly read?: (payload: Input) => ReadEvent | null;
  /** It does not say where a call runs. */
  readonly isNowhere?: true;
}

const actions = {
  "a command": { tool: "bash", input: { command: "git push --force origin main" } },
  "a file read": { tool: "read", input: { path: "/w/.env" } },
  "a file written": { tool: "write", input: { path: "/w/.env", content: "KEY=1\n" } },
  "a file edited": { tool: "edit", input: { path: "/w/a.ts", old: "return false", new: "return true" } },
  "a search": { tool: "search", input: { pattern: "KEY", path: "/w" } },
  "a page fetched": { tool: "fetch", input: { url: "https://example.com/x" } },
  "a search of the web": { tool: "web_search", input: { query: "how to" } },
  "a subagent": { tool: "subagent", input: { task: "list the endpoints" } },
  "a tool of a server": { tool: "mcp", input: { server: "github", tool: "create_issue", args: { title: "t" } } },
} as const;

const claudeCall =
  (around: Input, event = "PreToolUse") =>
  (tool_name: string, tool_input: Json): Input => ({
    session_id: "s1",
    cwd: "/w",
    hook_event_name: event,
    ...around,
    tool_name,
    tool_input,
  });

const file = { file_path: "/w/.env" };
const edited = { file_path: "/w/a.ts", old_string: "return false", new_string: "return true" };
const force = { command: "git push --force origin main" };
const search = { pattern: "KEY", path: "/w" };
const issue = { title: "t" };
const page = { url: "https://example.com/x" };
const timestamp = "2026-08-22T10:15:00.000Z";

/** For agents that have a tool for little of this. */
const nothing: Agent["calls"] = {
  "a command": null,
  "a file read": null,
  "a file written": null,
  "a file edited": null,
  "a search": null,
  "a page fetched": null,
  "a search of the web": null,
  "a subagent": null,
  "a tool of a server": null,
};

const place = { session_id: "s1", workdir: "/w", cwd: "/w" };

const claudeCalls: Agent["calls"] = {
  "a command": ["Bash", force],
  "a file read": ["Read", file],
  "a file written": ["Write", { ...file, content: "KEY=1\n" }],
  "a file edited": ["Edit", edited],
  "a search": ["Grep", search],
  "a page fetched": ["WebFetch", { ...page, prompt: "what is it" }],
  "a search of the web": ["WebSearch", { query: "how to" }],
  "a subagent": ["Agent", { prompt: "list the endpoints" }],
  "a tool of a server": ["mcp__github__create_issue", issue],
};

const copilotCalls: Agent["calls"] = {
  "a command": ["bash", force],
  "a file read": ["view", { path: "/w/.env" }],
  "a file written": ["create", { path: "/w/.env", file_text: "KEY=1\n" }],
  "a file edited": ["edit", { path: "/w/a.ts", old_str: "return false", new_str: "return true" }],
  "a search": ["rg", search],
  "a page fetched": ["web_fetch", page],
  "a search of the web": ["web_search", { query: "how to" }],
  "a subagent": ["task", { prompt: "list the endpoints" }],
  "a tool of a server": ["github-create_issue", issue],
};

const copilotWrap: Agent["wrap"] = (toolName, toolArgs) => ({
  sessionId: "s1",
  timestamp: 1_789_841_747_909,
  cwd: "/w",
  toolName,
  toolArgs,
});

const agents: { readonly [agent: string]: Agent } = {
  "claude-code": { wrap: claudeCall({ tool_use_id: "c1" }), calls: claudeCalls },
  codex: {
    wrap: claudeCall({ turn_id: "t1", model: "gpt-5.6", tool_use_id: "c1" }),
    calls: {
      "a command": ["Bash", force],
      "a file read": null,
      "a file written": ["apply_patch", { command: "*** Begin Patch\n*** Add File: /w/.env\n+KEY=1\n*** End Patch\n" }],
      "a file edited": [
        "apply_patch",
        {
          command: "*** Begin Patch\n*** Update File: /w/a.ts\n@@\n-return false\n+return true\n*** End Patch\n",
        },
      ],
      "a search": null,
      "a page fetched": null,
      "a search of the web": null,
      "a subagent": ["spawn_agent", { message: "list the endpoints" }],
      "a tool of a server": ["mcp__github__create_issue", issue],
    },
  },
  "gemini-cli": {
    wrap: claudeCall({ timestamp }, "BeforeTool"),
    calls: {
      "a command": ["run_shell_command", { ...force, dir_path: "." }],
      "a file read": ["read_file", file],
      "a file written": ["write_file", { ...file, content: "KEY=1\n" }],
      "a file edited": ["replace", { ...edited, instruction: "flip" }],
      "a search": ["grep_search", { pattern: "KEY", dir_path: "/w" }],
      "a page fetched": ["web_fetch", { prompt: "Summarise https://example.com/x." }],
      "a search of the web": ["google_web_search", { query: "how to" }],
      "a subagent": ["invoke_agent", { prompt: "list the endpoints" }],
      "a tool of a server": ["mcp_github_create_issue", issue],
    },
  },
  "qwen-code": {
    wrap: claudeCall({ timestamp, permission_mode: "yolo", tool_use_id: "c1" }),
    calls: {
      "a command": ["run_shell_command", { ...force, directory: "/w" }],
      "a file read": ["read_file", file],
      "a file written": ["write_file", { ...file, content: "KEY=1\n" }],
      "a file edited": ["edit", edited],
      "a search": ["grep_search", search],
      "a page fetched": ["web_fetch", { ...page, prompt: "what is it" }],
      "a search of the web": ["web_search", { query: "how to" }],
      "a subagent": ["agent", { prompt: "list the endpoints" }],
      "a tool of a server": ["mcp__github__create_issue", issue],
    },
  },
  devin: {
    wrap: claudeCall({ prompt_id: "p" }),
    calls: {
      ...claudeCalls,
      "a command": ["exec", { ...force, shell_id: "main" }],
      "a file read": ["read", file],
      "a file written": ["write", { ...file, content: "KEY=1\n" }],
      "a file edited": ["edit", edited],
      "a search": ["grep", search],
      "a page fetched": ["webfetch", page],
      "a search of the web": ["web_search", { query: "how to" }],
      "a subagent": ["run_subagent", { task: "list the endpoints" }],
    },
  },
  "factory-droid": {
    wrap: claudeCall({ permission_mode: "auto-low" }),
    calls: {
      ...claudeCalls,
      "a command": ["Execute", { ...force, timeout: 60 }],
      "a file written": ["Create", { ...file, content: "KEY=1\n" }],
      "a file edited": ["Edit", { file_path: "/w/a.ts", old_str: "return false", new_str: "return true" }],
      "a page fetched": ["FetchUrl", page],
      "a subagent": ["Task", { prompt: "list the endpoints" }],
    },
  },
  "vscode-copilot": {
    wrap: claudeCall({ timestamp, tool_use_id: "c1" }),
    calls: {
      "a command": ["run_in_terminal", { ...force, isBackground: false }],
      "a file read": ["read_file", { filePath: "/w/.env" }],
      "a file written": ["create_file", { filePath: "/w/.env", content: "KEY=1\n" }],
      "a file edited": [
        "replace_string_in_file",
        { filePath: "/w/a.ts", oldString: "return false", newString: "return true" },
      ],
      "a search": null,
      "a page fetched": ["fetch_webpage", { urls: ["https://example.com/x"], query: "what" }],
      "a search of the web": null,
      "a subagent": ["runSubagent", { prompt: "list the endpoints" }],
      "a tool of a server": ["mcp_github_create_issue", issue],
    },
  },
  "copilot-cli": { wrap: copilotWrap, calls: copilotCalls },
  "copilot-cli, arguments as text": {
    wrap: (tool, input) => copilotWrap(tool, JSON.stringify(input)),
    calls: copilotCalls,
  },
  "copilot-cli, PascalCase": {
    wrap: claudeCall({ timestamp }),
    calls: { ...claudeCalls, "a tool of a server": ["github-create_issue", issue] },
  },
  "copilot-cloud": { wrap: copilotWrap, calls: copilotCalls },
  cursor: {
    wrap: (tool_name, tool_input) => ({
      conversation_id: "s1",
      cursor_version: "3.17.8",
      workspace_roots: ["/w"],
      hook_event_name: "preToolUse",
      cwd: "/w",
      tool_name,
      tool_input,
    }),
    calls: {
      "a command": ["Shell", { ...force, working_directory: "/w" }],
      "a file read": ["Read", file],
      "a file written": ["Write", { ...file, content: "KEY=1\n" }],
      "a file edited": [
        "Write",
        { file_path: "/w/a.ts", edits: [{ old_string: "return false", new_string: "return true" }] },
      ],
      "a search": ["Grep", search],
      "a page fetched": ["WebFetch", page],
      "a search of the web": ["WebSearch", { search_term: "how to" }],
      "a subagent": ["Task", { prompt: "list the endpoints" }],
      // It does not say which server it is: see below.
      "a tool of a server": null,
    },
  },
  "cursor, before a shell": {
    wrap: (_, input) => ({
      conversation_id: "s1",
      hook_event_name: "beforeShellExecution",
      cwd: "/w",
      ...(input as Input),
    }),
    calls: { ...nothing, "a command": ["", force] },
  },
  windsurf: {
    wrap: (name, tool_info) => ({ agent_action_name: `pre_${name}`, trajectory_id: "s1", tool_info }),
    isNowhere: true,
    calls: {
      ...nothing,
      "a command": ["run_command", { command_line: force.command }],
      "a file read": ["read_code", file],
      "a file edited": [
        "write_code",
        { file_path: "/w/a.ts", edits: [{ old_string: "return false", new_string: "return true" }] },
      ],
      "a tool of a server": [
        "mcp_tool_use",
        { mcp_server_name: "github", mcp_tool_name: "create_issue", mcp_tool_arguments: issue },
      ],
    },
  },
  cline: {
    wrap: (toolName, parameters) => ({
      clineVersion: "3.60.0",
      hookName: "PreToolUse",
      taskId: "s1",
      workspaceRoots: ["/w"],
      preToolUse: { toolName, parameters },
    }),
    calls: {
      "a command": ["execute_command", { ...force, requires_approval: "true" }],
      "a file read": ["read_file", { path: "/w/.env" }],
      "a file written": ["write_to_file", { path: "/w/.env", content: "KEY=1\n" }],
      // Its diff is one text with both sides in it.
      "a file edited": null,
      "a search": ["search_files", { regex: "KEY", path: "/w" }],
      "a page fetched": ["web_fetch", page],
      "a search of the web": ["web_search", { query: "how to" }],
      "a subagent": null,
      "a tool of a server": [
        "use_mcp_tool",
        { server_name: "github", tool_name: "create_issue", arguments: '{"title":"t"}' },
      ],
    },
  },
  "cline, SDK": {
    wrap: (name, input) => ({
      clineVersion: "0.0.78",
      hookName: "tool_call",
      taskId: "s1",
      workspaceRoots: ["/w"],
      tool_call: { id: "c1", name, input },
    }),
    calls: {
      ...nothing,
      "a command": ["run_commands", { commands: [force.command] }],
      "a file read": ["read_files", { files: [{ path: "/w/.env" }] }],
      "a file edited": ["editor", { path: "/w/a.ts", old_text: "return false", new_text: "return true" }],
      "a page fetched": ["fetch_web_content", { requests: [{ ...page, prompt: "what" }] }],
    },
  },
  kiro: {
    wrap: claudeCall({}, "preToolUse"),
    calls: {
      "a command": ["execute_bash", { ...force, summary: "push" }],
      "a file read": ["fs_read", { operations: [{ mode: "Line", path: "/w/.env" }] }],
      "a file written": ["fs_write", { command: "create", path: "/w/.env", file_text: "KEY=1\n" }],
      "a file edited": [
        "fs_write",
        { command: "str_replace", path: "/w/a.ts", old_str: "return false", new_str: "return true" },
      ],
      "a search": ["fs_read", { operations: [{ mode: "Search", ...search }] }],
      "a page fetched": ["web_fetch", page],
      "a search of the web": ["web_search", { query: "how to" }],
      "a subagent": ["delegate", { task: "list the endpoints" }],
      "a tool of a server": ["@github/create_issue", issue],
    },
  },
  goose: {
    wrap: (tool_name, tool_input) => ({
      event: "PreToolUse",
      session_id: "s1",
      working_dir: "/w",
      tool_name,
      tool_input,
    }),
    calls: {
      ...nothing,
      "a command": ["developer__shell", force],
      "a file read": ["developer__text_editor", { command: "view", path: "/w/.env" }],
      "a file written": ["write", { path: "/w/.env", content: "KEY=1\n" }],
      "a file edited": ["edit", { path: "/w/a.ts", before: "return false", after: "return true" }],
      "a tool of a server": ["github__create_issue", issue],
    },
  },
  antigravity: {
    wrap: (name, args) => ({ conversationId: "s1", stepIdx: 3, workspacePaths: ["/w"], toolCall: { name, args } }),
    calls: {
      ...nothing,
      "a command": ["run_command", { CommandLine: force.command, Cwd: "/w" }],
      "a file read": ["view_file", { AbsolutePath: "/w/.env" }],
      "a file written": ["write_to_file", { TargetFile: "/w/.env", CodeContent: "KEY=1\n" }],
      "a file edited": [
        "replace_file_content",
        { TargetFile: "/w/a.ts", TargetContent: "return false", ReplacementContent: "return true" },
      ],
      "a search": ["grep_search", { Query: "KEY", SearchPath: "/w" }],
      "a page fetched": ["read_url_content", { Url: page.url }],
      "a search of the web": ["search_web", { query: "how to" }],
    },
  },
  opencode: {
    wrap: (tool, args) => ({ input: { tool, sessionID: "s1", callID: "c1" }, output: { args } }),
    read: (payload) => readOpencode("tool.execute.before", payload, { ...place, servers: ["github"] }),
    calls: {
      "a command": ["bash", { ...force, description: "push" }],
      "a file read": ["read", { filePath: "/w/.env" }],
      "a file written": ["write", { filePath: "/w/.env", content: "KEY=1\n" }],
      "a file edited": ["edit", { filePath: "/w/a.ts", oldString: "return false", newString: "return true" }],
      "a search": ["grep", search],
      "a page fetched": ["webfetch", { ...page, format: "text" }],
      "a search of the web": ["websearch", { query: "how to" }],
      "a subagent": ["task", { prompt: "list the endpoints" }],
      "a tool of a server": ["github_create_issue", issue],
    },
  },
  amp: {
    wrap: (tool, input) => ({ thread: { id: "s1" }, toolUseID: "c1", tool, input }),
    read: (payload) => readAmp("tool.call", payload, { ...place, shell: null }),
    calls: {
      "a command": ["Bash", { cmd: force.command, cwd: "/w" }],
      "a file read": ["Read", { path: "/w/.env" }],
      "a file written": ["create_file", { path: "/w/.env", content: "KEY=1\n" }],
      "a file edited": ["edit_file", { path: "/w/a.ts", old_str: "return false", new_str: "return true" }],
      "a search": ["Grep", search],
      "a page fetched": ["read_web_page", page],
      "a search of the web": ["web_search", { objective: "how to" }],
      "a subagent": ["Task", { prompt: "list the endpoints" }],
      "a tool of a server": ["mcp__github__create_issue", issue],
    },
  },
  "claude-code-mod": {
    wrap: (tool, input) => ({ ...(input as Input), tool }),
    read: (payload) => readMod("tool.call", payload, place),
    calls: claudeCalls,
  },
  "mcp-proxy": {
    wrap: (name, args) => ({ name, arguments: args }),
    read: (payload) => readCall(payload, { server: "github", session_id: "s1", workdir: "/w" }, "c1"),
    calls: { ...nothing, "a tool of a server": ["create_issue", issue] },
  },
};

const cells = Object.entries(agents).flatMap(([agent, { wrap, calls }]) =>
  (Object.keys(actions) as (keyof typeof actions)[]).flatMap((action) => {
    const call = calls[action];
    return call === null ? [] : [[agent, action, wrap(...call)] as const];
  }),
);

describe("the same action", () => {
  it.each(cells)("%s: %s", (agent, action, payload) => {
    const own = agents[agent];
    const read = own?.read?.(payload) ?? adapterOf(agent.split(",")[0] ?? "")?.read(payload);
    if (read === undefined || !("event" in read)) throw new Error(JSON.stringify(read));
    const { point, tool, input, cwd, session_id } = read.event;
    // The words of the agent, and a patch where that is how it edits, stand beside ours.
    const { raw, patch, ...ours } = input as Input;
    expect({ point, tool, input: ours }).toEqual({ point: "before_tool_call", ...actions[action] });
    expect({ cwd, session_id }).toEqual({ cwd: own?.isNowhere ? undefined : "/w", session_id: "s1" });
    expect(failuresOf(read.event)).toEqual([]);
  });
});

/** Each action is refused by a rule of its own; pages are asked about. */
const POLICY = `
rule a-command on before_tool_call when command runs "git push --force" block "Refused: command." fires on "git push -f"
rule a-file-read on before_tool_call when tool == "read" and any reads matches "**/.env" block "Refused: read."
  fires on { tool: "read", input: { path: ".env" } }
rule a-file-written on before_tool_call when tool == "write" and any writes matches "**/.env" block "Refused: write."
  fires on { tool: "write", input: { path: ".env", content: "" } }
rule a-file-edited on before_tool_call when tool == "edit" and any writes matches "**/*.ts" stop "Refused: edit."
  fires on { tool: "edit", input: { path: "a.ts" } }
rule a-search on before_tool_call when tool == "search" and input.pattern == "KEY" block "Refused: search."
  fires on { tool: "search", input: { pattern: "KEY" } }
rule a-page-fetched on before_tool_call when any hosts == "example.com" ask "Refused: fetch." else block
  fires on { tool: "fetch", input: { url: "https://example.com/" } }
rule a-search-of-the-web on before_tool_call when tool == "web_search" block "Refused: web."
  fires on { tool: "web_search", input: { query: "x" } }
rule a-subagent on before_tool_call when tool == "subagent" block "Refused: subagent."
  fires on { tool: "subagent", input: { task: "x" } }
rule a-tool-of-a-server on before_tool_call when mcp.server == "github" block "Refused: server."
  fires on { tool: "mcp", input: { server: "github", tool: "t", args: {} } }
`;

describe("the same outcome", () => {
  let policy: LoadedPolicy;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "policyc-same-"));
    await buildIn(folder, POLICY);
    policy = await loadPolicy(join(folder, "bundle"));
    rmSync(folder, { recursive: true });
  });
  afterAll(() => policy.close());

  /** What the agent gets to see, and whether it goes on. */
  function told(agent: string, made: Decision, event: PolicyEvent): readonly [text: string, isHeldUp: boolean] {
    const adapter = adapterOf(agent.split(",")[0] ?? "");
    if (adapter !== undefined) {
      const { stdout, stderr, exitCode } = adapter.write(made, event);
      const words = /"(?:deny|block|ask|force_ask)"|"cancel":true|"continue":false/;
      return [`${stdout}${stderr}`, exitCode === 2 || words.test(stdout)];
    }
    if (agent === "mcp-proxy") {
      const action = writeCall(made, event);
      return [JSON.stringify(action), action.kind !== "forward"];
    }
    const plan = { opencode: planOpencode, amp: planAmp, "claude-code-mod": planMod }[agent];
    const { word, reason } = plan?.(made, event) ?? { word: "pass", reason: "" };
    return [reason, word !== "pass" && word !== "allow"];
  }

  it.each(cells)("%s: %s", async (agent, action, payload) => {
    const read = agents[agent]?.read?.(payload) ?? adapterOf(agent.split(",")[0] ?? "")?.read(payload);
    if (read === undefined || !("event" in read)) throw new Error(JSON.stringify(read));
    const made = await policy.decide({ ...read.event, session_id: `${agent} ${action}` });
    const outcome = { "a file edited": "stop", "a page fetched": "ask" }[action as string] ?? "block";
    expect(made.outcome).toBe(outcome);
    expect(made.reasons.map(({ rule }) => rule)).toEqual([action.replaceAll(" ", "-")]);
    const [text, isHeldUp] = told(agent, made, read.event);
    expect(text).toContain("Refused: ");
    expect(isHeldUp).toBe(true);
  });

  /** The rule speaks of a server, and nobody can say that it is another one. */
  it.each([
    ["preToolUse", { tool_name: "MCP:create_issue", tool_input: issue }],
    ["beforeMCPExecution", { tool_name: "create_issue", tool_input: JSON.stringify(issue), command: "npx server" }],
  ])("cursor: a tool of a server that it does not name, at %s", async (hook_event_name, call) => {
    const read = adapterOf("cursor")?.read({ conversation_id: "s1", cwd: "/w", hook_event_name, ...call });
    if (read === undefined || !("event" in read)) throw new Error(JSON.stringify(read));
    expect(read.event).toMatchObject({ tool: "mcp", input: { tool: "create_issue" }, unknown: ["input.server"] });
    const made = await policy.decide({ ...read.event, session_id: `cursor ${hook_event_name}` });
    expect(made.reasons.map(({ rule, effect }) => `${rule}: ${effect}`)).toContain("a-tool-of-a-server: ask");
    const [text, isHeldUp] = told("cursor", made, read.event);
    expect(text).toContain("Refused: server. (could not determine: input.server)");
    expect(isHeldUp).toBe(true);
  });
});
