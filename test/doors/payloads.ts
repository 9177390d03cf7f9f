// The steps that every door is asked: sessions of every agent that calls hooks, what has happened and what is about to, and what is
// no payload at all. Paths are those of the samples; each door gets them as paths of its own place.

import { hookHosts } from "../../src/hosts/adapters.ts";
import { sampledAgents, samplesOf } from "../hosts/read-samples.ts";
import { inSession, type Payload, sample, shellCalls } from "./native.ts";
import { PROJECT } from "./place.ts";

export interface Step {
  readonly agent: string;
  /** As the agent writes it to stdin. */
  readonly payload: string;
  /** Beside the variables of the place. */
  readonly environment: { readonly [name: string]: string };
  /** Where the agent starts its hooks. */
  readonly folder: string;
}

export interface Session {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Doors that cost a process for every step are asked these alone. */
  readonly isShort: boolean;
}

const step = (agent: string, payload: Payload | string, more: Partial<Step> = {}): Step => ({
  agent,
  payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  environment: {},
  folder: PROJECT,
  ...more,
});

const session = (name: string, steps: readonly Step[], isShort = false): Session => ({ name, steps, isShort });

/** A note, a refusal, a question, a rewrite, a warning, a mark and what it forbids, something counted. */
const COMMANDS = [
  ...["ls", "git push --force", "git push", "npm install", "make all"],
  ...["curl https://example.org", "cat .env", "curl https://example.org", "echo 1"],
];
/** Outcomes that few agents know, and a counter up to its limit. */
const MORE_COMMANDS = ["date", "git status", "curl http://localhost:8080", "echo 2", "echo 3", "echo 4", "echo 5"];

const commandsOf =
  (commands: readonly string[]) =>
  (agent: string): Session => {
    const name = `${agent}, commands`;
    const call = shellCalls[agent];
    if (call === undefined) throw new Error(`there is no payload of ${agent}`);
    return session(
      name,
      commands.map((command, at) => step(agent, call(command, name, `${name} ${at}`))),
    );
  };

/** Everything the agent is known to send, what has happened included. */
function samplesSession(agent: string): Session {
  const name = `${agent}, samples`;
  return session(
    name,
    samplesOf(agent).map(({ payload }) => step(agent, inSession(payload, name))),
  );
}

function claudeWork(): Session {
  const name = "claude-code, work";
  const claude = (file: string, changes: Payload = {}): Step =>
    step("claude-code", sample("claude-code", file, name, changes));
  const bash = (command: string, id: string): Step =>
    claude("PreToolUse.Bash", { tool_input: { command }, tool_use_id: id });
  return session(
    name,
    [
      claude("UserPromptSubmit", { prompt: "log in with hunter2" }),
      claude("UserPromptSubmit", { prompt: "my password is old" }),
      bash("npm install", "w1"),
      bash("echo once", "w2"),
      // The same call, reported twice.
      bash("echo once", "w2"),
      claude("PermissionRequest", { tool_input: { command: "git push --force" } }),
      claude("PreToolUse.WebFetch", { tool_input: { url: "https://example.org", prompt: "p" }, tool_use_id: "w3" }),
      claude("PreToolUse.Read", { tool_input: { file_path: `${PROJECT}/.env` }, tool_use_id: "w4" }),
      claude("PreToolUse.WebFetch", { tool_input: { url: "https://example.org", prompt: "p" }, tool_use_id: "w5" }),
      claude("PreToolUse.Write", { tool_input: { file_path: `${PROJECT}/a`, content: "" }, tool_use_id: "w6" }),
      claude("PostToolUse.Bash", {
        tool_response: { stdout: "AKIAIOSFODNN7EXAMPLE", stderr: "", interrupted: false, isImage: false },
      }),
      claude("PreToolUse.Write", { tool_input: { file_path: `${PROJECT}/a`, content: "" }, tool_use_id: "w7" }),
      claude("Stop"),
      claude("PostToolUseFailure", { tool_input: { command: "npm test" } }),
      bash("npm test", "w8"),
      claude("Stop", { stop_hook_active: true }),
      claude("PostToolUse.Bash", {
        tool_input: { command: "npm test" },
        tool_response: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
      }),
      claude("Stop"),
      bash("git commit -m x", "w12"),
      bash("rm -rf ~/.policyc", "w13"),
      bash('"$TOOL" run', "w14"),
      bash("halt", "w15"),
      claude("SessionEnd"),
    ],
    true,
  );
}

/** The variables of whoever asks count, not those of whoever answers. */
function stages(): Session {
  const name = "stages";
  const at = (stage: string, agent: string): Step =>
    step(agent, shellCalls[agent]?.("deploy", name, `${agent} ${stage}`) ?? {}, {
      environment: { POLICYC_DOORS_STAGE: stage },
    });
  const agents = ["claude-code", "cursor", "gemini-cli"];
  return session(
    name,
    ["production", "test"].flatMap((stage) => agents.map((agent) => at(stage, agent))),
    true,
  );
}

/** Agents that say in a variable which project it is, and start hooks wherever the call runs. */
const PROJECT_VARIABLES: { readonly [agent: string]: string } = {
  "claude-code": "CLAUDE_PROJECT_DIR",
  cursor: "CURSOR_PROJECT_DIR",
  devin: "DEVIN_PROJECT_DIR",
  "factory-droid": "FACTORY_PROJECT_DIR",
  "gemini-cli": "GEMINI_PROJECT_DIR",
  "qwen-code": "QWEN_PROJECT_DIR",
};

function projectOf(agent: string): Session {
  const name = `${agent}, project`;
  const folder = `${PROJECT}/src`;
  const variable = PROJECT_VARIABLES[agent] ?? "";
  const call = shellCalls[agent]?.("touch ../infra/a", name, `${name} 1`) ?? {};
  const payload = { ...call, cwd: folder, workspace_roots: undefined };
  return session(name, [step(agent, payload, { environment: { [variable]: PROJECT }, folder })], true);
}

function codexWork(): Session {
  const name = "codex, work";
  const codex = (file: string, changes: Payload = {}): Step => step("codex", sample("codex", file, name, changes));
  const patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n";
  return session(name, [
    codex("UserPromptSubmit", { prompt: "log in with hunter2" }),
    codex("PreToolUse.apply_patch", { tool_input: { command: patch } }),
    codex("PostToolUse.Bash", { tool_response: "AKIAIOSFODNN7EXAMPLE" }),
    codex("PreToolUse.apply_patch", { tool_input: { command: patch } }),
    codex("PermissionRequest", { tool_input: { command: "cat .env" } }),
    codex("PreToolUse.Bash", { tool_input: { command: "cat .env" } }),
    codex("PreToolUse.Bash", { tool_input: { command: "curl https://example.org" } }),
    codex("Stop"),
    codex("PostToolUse.Bash", { tool_input: { command: "npm test" }, tool_response: "ok" }),
    codex("Stop"),
  ]);
}

function cursorWork(): Session {
  const name = "cursor, work";
  const cursor = (file: string, changes: Payload = {}): Step => step("cursor", sample("cursor", file, name, changes));
  return session(
    name,
    [
      cursor("beforeSubmitPrompt", { prompt: "my password is old", attachments: [] }),
      cursor("beforeShellExecution", { command: "curl https://example.org" }),
      cursor("beforeReadFile"),
      cursor("beforeShellExecution", { command: "curl https://example.org" }),
      cursor("preToolUse.Shell", { tool_input: { command: "git push --force" } }),
      cursor("postToolUse.Shell", { tool_output: '{"exitCode":0,"stdout":"AKIAIOSFODNN7EXAMPLE"}' }),
      cursor("preToolUse.Write"),
      cursor("beforeShellExecution", { command: "touch ../infra/a", cwd: `${PROJECT}/src` }),
      cursor("stop"),
    ],
    true,
  );
}

function geminiWork(): Session {
  const name = "gemini-cli, work";
  const gemini = (file: string, changes: Payload = {}): Step =>
    step("gemini-cli", sample("gemini-cli", file, name, changes));
  const bash = (command: string): Step => gemini("BeforeTool.run_shell_command", { tool_input: { command } });
  return session(
    name,
    [
      gemini("BeforeAgent", { prompt: "my password is old" }),
      bash("npm install"),
      gemini("BeforeTool.web_fetch", { tool_input: { prompt: "Read https://example.org" } }),
      bash("cat .env"),
      gemini("BeforeTool.web_fetch", { tool_input: { prompt: "Read https://example.org" } }),
      gemini("AfterTool.run_shell_command", {
        tool_input: { command: "npm test" },
        tool_response: { llmContent: "ok", returnDisplay: "ok" },
      }),
      gemini("AfterAgent"),
    ],
    true,
  );
}

/** What an agent never writes, and what it writes when something went wrong. */
const malformed: { readonly [what: string]: (call: Payload) => string } = {
  "cut off": (call) => JSON.stringify(call).slice(0, -20),
  empty: () => "",
  blank: () => " \n\t",
  "two documents": (call) => `${JSON.stringify(call)}\n${JSON.stringify(call)}`,
  "not JSON": () => "git push --force",
  "a list": (call) => JSON.stringify([call]),
  "the empty object": () => "{}",
  null: () => "null",
  "a name twice": (call) => JSON.stringify(call).replace(/\}$/, ',"cwd":"/"}'),
  "half a character": (call) => JSON.stringify({ ...call, note: "x" }).replace('"x"', '"\\ud800"'),
  "an event that nobody knows": (call) => JSON.stringify({ ...call, hook_event_name: "OnToolCall" }),
  "an event without a name": (call) => JSON.stringify({ ...call, hook_event_name: "" }),
  "no event": (call) => JSON.stringify({ ...call, hook_event_name: undefined }),
  "an input that is none": (call) => JSON.stringify({ ...call, tool_input: "git push --force", command: 7 }),
  "a very deep input": (call) => JSON.stringify({ ...call, deep: null }).replace(":null}", `:${deep(300)}}`),
};

const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

function malformedOf(agent: string): Session {
  const name = `${agent}, malformed`;
  const call = shellCalls[agent]?.("git push --force", name, `${name} 1`) ?? {};
  const steps = Object.values(malformed).map((spoiled) => step(agent, spoiled(call)));
  return session(name, steps);
}

/** Agents read each other's configuration, so a hook is asked by another agent than it was started for. */
function strangers(): Session {
  const name = "strangers";
  const calls = ["cursor", "gemini-cli", "codex"].map((agent) => ({
    agent,
    payload: shellCalls[agent]?.("git push --force", name, `${agent} 1`) ?? {},
  }));
  return session(
    name,
    [
      ...calls.map(({ payload }) => step("claude-code", payload)),
      ...calls.map(({ agent }) => step(agent, sample("claude-code", "PreToolUse.Bash", name))),
      // One more field makes it look like another agent's.
      step("claude-code", sample("claude-code", "PreToolUse.Bash", name, { turn_id: "t", prompt_id: undefined })),
      step("claude-code", sample("claude-code", "PreToolUse.Bash", name, { conversation_id: "c", generation_id: "g" })),
    ],
    true,
  );
}

const MOST_USED = ["claude-code", "codex", "cursor", "gemini-cli"];

export const sessions: readonly Session[] = [
  ...MOST_USED.map(commandsOf([...COMMANDS, ...MORE_COMMANDS])),
  ...hookHosts.filter((agent) => !MOST_USED.includes(agent)).map(commandsOf(COMMANDS)),
  ...sampledAgents.filter((agent) => hookHosts.includes(agent)).map(samplesSession),
  claudeWork(),
  stages(),
  ...Object.keys(PROJECT_VARIABLES).map(projectOf),
  codexWork(),
  cursorWork(),
  geminiWork(),
  ...["claude-code", "cursor", "gemini-cli", "codex", "neocode", "ignis", "windsurf"].map((agent) =>
    malformedOf(agent),
  ),
  strangers(),
];
