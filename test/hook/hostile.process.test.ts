// Hook processes against whoever wants another answer than the policy's: bad payloads in every agent's format, payloads
// that pretend to be another agent's, names that are paths, environments and links that lead elsewhere.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hookHosts } from "../../src/hosts/adapters.ts";
import { claudeDenies } from "../../src/hosts/install/probe.ts";
import { samplesOf } from "../hosts/read-samples.ts";
import { sampled, times } from "../seeded.ts";
import { type Answer, bashCall, claudeVerdict } from "./claude-calls.ts";
import { type Built, hookPlace } from "./place.ts";
import { run } from "./processes.ts";

const place = hookPlace();
let built: Built;

beforeAll(async () => {
  built = await place.policy(
    "hostile",
    `rule no-deletes on before_tool_call when command runs "rm" block "Nothing is deleted." fires on "rm x"
rule no-writes on before_tool_call when tool == "write" and input.path is present and input.path matches "**/.env"
  block "Nothing is written there."
  fires on { tool: "write", input: { path: ".env", content: "" } }
rule remembers on before_tool_call when any reads matches "**/.env" mark secret-read
  fires on { tool: "read", input: { path: ".env" } }
rule no-network on before_tool_call when marked(secret-read) and any hosts != "localhost" block "No network."
  fires on "curl x.org" given { marked: [secret-read] }
`,
  );
});

const hook = (agent: string, ...more: readonly string[]): readonly string[] => [
  ...[place.cli, "hook", "--agent", agent, "--bundle", built.dir, "--state", place.state],
  ...more,
];

/** One of the words or codes that hold the agent up; never silence, never an approval. */
function isRefusal({ stdout, stderr, code }: Answer): boolean {
  if (/"(?:allow|approve)"|"cancel":false|"continue":true/.test(stdout)) return false;
  if (code === 2) return `${stdout}${stderr}`.trim() !== "";
  return code === 0 && /"(?:deny|block)"|"cancel":true|"continue":false/.test(stdout);
}

const agents = hookHosts;
const call = JSON.stringify(bashCall("ls"));
const unreadable: readonly (readonly [string, string | Buffer])[] = [
  ["nothing", ""],
  ["a part", call.slice(0, -9)],
  ["two documents", `${call}\n${call}`],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["a list", `[${call}]`],
];

/** Each agent with one of them in the gate, and each of them with a few agents. */
const pairs = agents.flatMap((agent, at) => {
  const turned = [...unreadable.slice(at % unreadable.length), ...unreadable.slice(0, at % unreadable.length)];
  return turned.map(([what, payload]) => ({ agent, what, payload }));
});

it.each(sampled(pairs, unreadable.length))("$agent refuses $what", async ({ agent, payload }) => {
  const answer = await run(hook(agent), payload);
  expect([answer, isRefusal(answer)]).toEqual([answer, true]);
  expect(answer.stdout.trimEnd().split("\n")).toHaveLength(1);
});

it("a payload of 50 MB is refused in the formats that read answers from stdout too", async () => {
  const payload = JSON.stringify(bashCall("x".repeat(50_000_000)));
  for (const agent of sampled(["cursor", "cline", "goose"], 3))
    expect(isRefusal(await run(hook(agent), payload))).toBe(true);
});

describe("a payload that pretends", () => {
  const mine = bashCall("rm x", { tool_use_id: "t1" });

  /** Fields by which others are recognised. */
  const signs: readonly object[] = [
    { agent_action_name: "post_run_command" },
    { event: "AfterFileEdit" },
    { cursor_version: "3", conversation_id: "c", generation_id: "g" },
    { hookName: "TaskStart", clineVersion: "1" },
    { sessionId: "s", toolName: "view", timestamp: 1 },
    { conversationId: "c", toolCall: { name: "view_file", args: {} } },
    { turn_id: "t" },
    { timestamp: "2026-01-01T00:00:00Z" },
    { permission_mode: "auto-low" },
    { timestamp: "2026-01-01T00:00:00Z", permission_mode: "yolo", transcript_path: "t" },
  ];

  // The agent writes its payload, and the model only the input of the call: signs in there are words like others.
  it.each(sampled(signs, 3))("by what the model writes, %j, is still Claude Code's", async (sign) => {
    const payload = { ...mine, tool_input: { command: "rm x", ...sign } };
    expect(claudeVerdict(await run(hook("claude-code"), payload))).toBe("deny: Nothing is deleted.");
  });

  it.each(sampled(signs, 3))(
    "by what it holds beside the call, %j, is refused whoever it seems to be",
    async (sign) => {
      const answer = await run(hook("claude-code"), { ...mine, ...sign });
      expect(claudeDenies("PreToolUse", { ...answer, exit: answer.code })).toBe(true);
    },
  );

  it("is refused for what only the agent that is named knows as a write", async () => {
    const write = { ...mine, tool_name: "Write", tool_input: { file_path: "/w/.env", content: "" }, turn_id: "t" };
    expect(claudeVerdict(await run(hook("claude-code"), write))).toBe("deny: Nothing is written there.");
  });
});

describe("calls that are none", () => {
  it.each([
    ["text", "rm x"],
    ["a list", ["rm", "x"]],
    ["a number", 7],
    ["null", null],
    ["a command that is a list", { command: ["rm", "x"] }],
    ["a command that is an object", { command: { toString: "rm x" } }],
    ["no command", {}],
  ])("are refused: %s", async (_, tool_input) => {
    expect(claudeVerdict(await run(hook("claude-code"), bashCall("", { tool_input })))).toMatch(/^(?:deny|ask): /);
  });

  it.each([
    [
      "a key twice",
      `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"rm x","command":"ls"}}`,
    ],
    [
      "__proto__ in the input",
      `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"ls","__proto__":{"command":"ls"}}}`,
    ],
    [
      "deep nesting",
      `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm x","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    ],
  ])("are refused: %s", async (_, payload) => {
    expect(isRefusal(await run(hook("claude-code"), payload))).toBe(true);
  });

  it("are events like others with keys of objects", async () => {
    const input = { command: "rm x", constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4 };
    expect(claudeVerdict(await run(hook("claude-code"), bashCall("", { tool_input: input })))).toBe(
      "deny: Nothing is deleted.",
    );
  });
});

describe("unknown events", () => {
  it("before an action are refused with the names of both", async () => {
    const answer = await run(hook("claude-code"), { ...bashCall("ls"), hook_event_name: "PreEverything" });
    expect(answer).toMatchObject({ code: 2, stdout: "" });
    expect(answer.stderr).toMatch(/claude-code sent the event "PreEverything"/);
  });

  it("with a call and no result are judged", async () => {
    for (const hook_event_name of ["ToolUse", "OnToolCall", "", "constructor", "__proto__", "toString"]) {
      const answer = await run(hook("claude-code"), { ...bashCall("rm x"), hook_event_name });
      expect(answer).toMatchObject({
        code: 2,
        stderr: "policyc blocked this (rule no-deletes): Nothing is deleted.\n",
      });
    }
    const harmless = bashCall("ls", { hook_event_name: "ToolUse" });
    expect(claudeVerdict(await run(hook("claude-code"), harmless))).toBe("pass");
  });

  it("with a result, or without a call, are let be", async () => {
    for (const hook_event_name of ["ToolUse", "", "constructor"]) {
      const over = bashCall("rm x", { hook_event_name, tool_response: "" });
      const none = bashCall("rm x", { hook_event_name, tool_input: null });
      for (const payload of [over, none]) expect(claudeVerdict(await run(hook("claude-code"), payload))).toBe("pass");
    }
  });

  it("that are no text are refused", async () => {
    for (const hook_event_name of [null, 7, ["PreToolUse"], {}])
      expect(isRefusal(await run(hook("claude-code"), { ...bashCall("rm x"), hook_event_name }))).toBe(true);
  });
});

describe("names of sessions", () => {
  const curl = (session_id: unknown): object => bashCall("curl https://example.org/", { session_id });
  const read = (session_id: unknown): object =>
    bashCall("", { session_id, tool_name: "Read", tool_input: { file_path: "/w/.env" } });

  it.each([
    ["a way out", "../../../../escaped"],
    ["a path", join(place.folder, "elsewhere")],
    ["100 kB", "s".repeat(100_000)],
    ["a NUL", "a\u0000b"],
    ["lone halves", "\ud800"],
    ["nothing", ""],
    ["a name of every object", "__proto__"],
  ])("keep what was marked, and are no paths: %s", async (_, session) => {
    const before = readdirSync(place.folder);
    expect(claudeVerdict(await run(hook("claude-code"), read(session)))).toMatch(/^(?:pass|deny|ask)/);
    expect(claudeVerdict(await run(hook("claude-code"), curl(session)))).toMatch(/^(?:deny|ask): /);
    expect(readdirSync(place.folder).filter((name) => !before.includes(name) && name !== "state")).toEqual([]);
  });

  it.each([[7], [null], [{}]])("that are no text are no way around: %j", async (session) => {
    await run(hook("claude-code"), read(session));
    expect(claudeVerdict(await run(hook("claude-code"), curl(session)))).toMatch(/^(?:deny|ask): /);
  });
});

describe("what lies around", () => {
  it("a bundle behind a link is the bundle, pinned or refused", async () => {
    const link = join(place.folder, "link");
    symlinkSync(built.dir, link);
    const words = [place.cli, "hook", "--agent", "claude-code", "--state", place.state, "--bundle", link];
    expect(claudeVerdict(await run(words, bashCall("rm x")))).toBe("deny: Nothing is deleted.");
    expect(claudeVerdict(await run([...words, "--revision", "0".repeat(64)], bashCall("ls")))).toMatch(/^deny: .*P606/);
  });

  it("a file of a bundle that is a link is refused", async () => {
    const dir = join(place.folder, "linked-files");
    mkdirSync(dir);
    writeFileSync(join(dir, "manifest.json"), readFileSync(join(built.dir, "manifest.json")));
    symlinkSync(join(built.dir, "hook.cjs"), join(dir, "hook.cjs"));
    const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", dir];
    expect(claudeVerdict(await run(words, bashCall("ls")))).toMatch(/^deny: policyc: P60/);
  });

  it("a state folder that is a link of somebody's is not followed into silence", async () => {
    const state = join(place.folder, "state-file");
    writeFileSync(state, "");
    const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", built.dir, "--state", state];
    expect(claudeVerdict(await run(words, bashCall("curl https://example.org/")))).toMatch(/^(?:deny|ask): /);
  });

  it("a folder that is gone, variables that name other agents, no HOME: the same answer", async () => {
    const env = {
      ...{ QWEN_PROJECT_DIR: "/", GEMINI_PROJECT_DIR: "/", FACTORY_PROJECT_DIR: "/", CURSOR_PROJECT_DIR: "/" },
      ...{ CLAUDE_PROJECT_DIR: "../..", HOME: "", POLICYC_EVENT: "permissionRequest" },
    };
    expect(isRefusal(await run(hook("claude-code"), bashCall("rm x", { cwd: "/no/such/place" }), { env }))).toBe(true);
    expect(isRefusal(await run(hook("claude-code"), bashCall("rm x", { cwd: 7 }), { env }))).toBe(true);
  });
});

it("every sample of every agent is answered with at most one document and a known exit code", async () => {
  for (const agent of agents.filter((name) => !["neocode", "codex-runtime", "ignis", "copilot-cloud"].includes(name)))
    for (const { name, payload } of samplesOf(agent).slice(0, times(1))) {
      const answer = await run(hook(agent), payload);
      const { stdout, code } = answer;
      if (code !== 0) expect([agent, name, code, isRefusal(answer)]).toEqual([agent, name, 2, true]);
      const documents = stdout.split("\n").filter((line) => line !== "" && !line.includes('"progress"'));
      expect([agent, name, documents.length < 2]).toEqual([agent, name, true]);
    }
});
