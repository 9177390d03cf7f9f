// hook.cjs decides as the loaded bundle does, by itself and through the command line, and answers each agent in its words.

import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { adapterOf } from "../../src/hosts/adapters.ts";
import { loadPolicy } from "../../src/runtime/index.ts";
import { type Answer, bashCall, claudeVerdict } from "./claude-calls.ts";
import { type Built, hookPlace } from "./place.ts";
import { run } from "./processes.ts";

const place = hookPlace();
let built: Built;
let hooked: Built;

const POLICY = `let secret = "**/.env*"
rule no-force on before_tool_call when command runs "git push --force" block "No force: {command}."
  fires on "git push -f"
rule asks on before_tool_call when tool == "write" ask "Write {writes}?" else block
  fires on { tool: "write", input: { path: "a", content: "" } }
rule warns on before_tool_call when tool == "fetch" warn "Fetching."
  fires on { tool: "fetch", input: { url: "https://example.org/" } }
rule on-main on before_tool_call when tool == "bash" and git_branch() == "main" and input.command starts with "touch"
  block "Not on main."
  fires on "touch a" given { git_branch: "main" }
rule needs-notes on before_tool_call when tool == "edit" and file_exists("NOTES.md") block "Notes first."
  fires on { tool: "edit", input: { path: "a" } } given { file_exists: ["NOTES.md"] }
rule in-ci on before_tool_call when tool == "search" and env("POLICYC_TEST_CI") == "1" block "Not in CI."
  fires on { tool: "search", input: { pattern: "a" } } given { env: { POLICYC_TEST_CI: "1" } }
rule remembers on before_tool_call when any reads matches secret mark secret-read
  fires on { tool: "read", input: { path: ".env" } }
rule no-network on before_tool_call when marked(secret-read) and tool == "web_search" block "Secrets were read."
  fires on { tool: "web_search", input: { query: "a" } } given { marked: [secret-read] }
rule prompts on user_prompt_submit when prompt contains "password" block "No passwords."
  fires on "my password"
rule hides on after_tool_result when output matches /AKIA[0-9A-Z]{16}/ set output = mask(output, /AKIA[0-9A-Z]{16}/)
  fires on { tool: "bash", input: { command: "ls" }, output: "AKIAABCDEFGHIJKLMNOP" }
rule ends on before_completion_decision when last_message is present and last_message contains "sorry" block "Go on."
  fires on "sorry"
`;

beforeAll(async () => {
  built = await place.policy("all", POLICY);
  writeFileSync(join(place.folder, "judge.sh"), `#!/bin/sh\ncat > /dev/null\necho 'judged' >&2\nexit 2\n`);
  chmodSync(join(place.folder, "judge.sh"), 0o755);
  hooked = await place.policy(
    "hooked",
    `rule judged on before_tool_call when tool == "bash" and input.command starts with "rm"
  run ["/bin/sh", file("judge.sh")] timeout 10s may block fail closed
  fires on "rm x"
rule plain on before_tool_call when tool == "bash" and input.command starts with "dd" block "No dd."
  fires on "dd x"
`,
  );
});

const forms: readonly (readonly [string, () => readonly string[]])[] = [
  ["policyc hook", () => [place.cli, "hook", "--bundle", built.dir, "--revision", built.revision]],
  ["node hook.cjs", () => [join(built.dir, "hook.cjs")]],
];

describe.each(forms)("%s", (_, start) => {
  it("decides as the loaded bundle does", async () => {
    const project = join(place.folder, "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(project, "NOTES.md"), "");
    const env = { CLAUDE_PROJECT_DIR: project, POLICYC_TEST_CI: "1" };
    process.env.POLICYC_TEST_CI = "1";
    const adapter = adapterOf("claude-code");
    const policy = await loadPolicy(built.dir, { target: "claude-code", workdir: project });
    const call = (tool_name: string, tool_input: object): object => ({
      ...bashCall(""),
      cwd: project,
      tool_name,
      tool_input,
    });
    const payloads = [
      call("Bash", { command: "git push -f origin main" }),
      call("Bash", { command: "git status" }),
      call("Bash", { command: "git push $FLAGS" }),
      call("Bash", { command: "touch a" }),
      call("Write", { file_path: join(project, "a"), content: "" }),
      call("WebFetch", { url: "https://example.org/", prompt: "x" }),
      call("Edit", { file_path: join(project, "a"), old_string: "a", new_string: "b" }),
      call("Grep", { pattern: "a" }),
      call("WebSearch", { query: "a" }),
      call("Read", { file_path: join(project, ".env") }),
      call("WebSearch", { query: "a" }),
      { hook_event_name: "UserPromptSubmit", session_id: "s1", cwd: project, prompt: "my password" },
      {
        ...call("Bash", { command: "cat k" }),
        hook_event_name: "PostToolUse",
        tool_response: { stdout: "AKIAABCDEFGHIJKLMNOP", stderr: "" },
      },
      {
        hook_event_name: "Stop",
        session_id: "s1",
        cwd: project,
        last_assistant_message: "sorry",
        stop_hook_active: false,
      },
      { hook_event_name: "Notification", session_id: "s1", cwd: project, message: "x", notification_type: "idle" },
    ];
    const state = join(place.folder, `state-${start().length}`);
    for (const payload of payloads) {
      const read = adapter?.read(payload, { ...process.env, ...env });
      if (adapter === undefined || read === undefined || !("event" in read)) throw new Error(JSON.stringify(read));
      const wanted = adapter.write(await policy.decide(read.event), read.event);
      const words = [...start(), "--agent", "claude-code", "--state", state];
      expect(await run(words, payload, { env, cwd: project }), JSON.stringify(payload)).toEqual({
        stdout: wanted.stdout,
        stderr: wanted.stderr,
        code: wanted.exitCode,
      });
    }
    await policy.close();
  });
});

const withoutRemark = ({ stdout, code }: Answer): object => {
  const answers = stdout.split("\n").filter((line) => line !== "" && !line.includes('"progress"'));
  return { code, answers: answers.map((line) => ({ ...JSON.parse(line), systemMessage: null })) };
};

describe("agents", () => {
  const calls: readonly (readonly [string, object])[] = [
    ["codex", { ...bashCall("git push -f"), turn_id: "t", model: "m", permission_mode: "default", tool_use_id: "c" }],
    [
      "gemini-cli",
      {
        session_id: "s",
        cwd: "/",
        hook_event_name: "BeforeTool",
        timestamp: "2026-01-01T00:00:00Z",
        tool_name: "run_shell_command",
        tool_input: { command: "git push -f" },
      },
    ],
    [
      "cursor",
      {
        conversation_id: "c",
        generation_id: "g",
        cursor_version: "3",
        hook_event_name: "beforeShellExecution",
        command: "git push -f",
        cwd: "/",
        workspace_roots: ["/"],
      },
    ],
    [
      "copilot-cli",
      {
        sessionId: "s",
        timestamp: 1,
        cwd: "/",
        toolName: "bash",
        toolArgs: JSON.stringify({ command: "git push -f" }),
      },
    ],
    [
      "windsurf",
      {
        agent_action_name: "pre_run_command",
        trajectory_id: "t",
        execution_id: "e",
        timestamp: "2026-01-01T00:00:00Z",
        tool_info: { command_line: "git push -f", cwd: "/" },
      },
    ],
  ];

  it.each(calls)("%s is refused in its own words, whoever the hook was started for", async (agent, payload) => {
    const words = [place.cli, "hook", "--bundle", built.dir, "--state", place.state, "--agent"];
    const own = await run([...words, agent], payload);
    expect(`${own.stdout}${own.stderr}`).toContain("No force");
    const other = await run([...words, "claude-code"], payload);
    // Beside what its own hook would say, at most a remark that this one was meant for another.
    expect(withoutRemark(other)).toEqual(withoutRemark(own));
  });

  it("a repository's bundle needs its revision pinned", async () => {
    const repo = await place.policy(
      "repo",
      `scope repo\nrule no-rm on before_tool_call when command runs "rm" block "x"\n  fires on "rm a"\n`,
    );
    const words = [
      place.cli,
      "hook",
      "--agent",
      "claude-code",
      "--bundle",
      repo.dir,
      "--state",
      place.state,
      "--scope",
      "repo",
    ];
    expect(claudeVerdict(await run(words, bashCall("ls")))).toMatch(/^deny: policyc: P612: /);
    expect(claudeVerdict(await run([...words, "--revision", repo.revision], bashCall("ls")))).toBe("pass");
  });
});

describe("external hooks", () => {
  it("are asked when a rule needs one, and worker.mjs is looked at only then", async () => {
    const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", hooked.dir, "--state", place.state];
    const slow = [...words, "--deadline", "20000"];
    expect(claudeVerdict(await run(slow, bashCall("rm x")))).toMatch(/^deny: judged: .*judged/);
    writeFileSync(join(hooked.dir, "worker.mjs"), "process.exit(0)");
    expect(claudeVerdict(await run(slow, bashCall("rm x")))).toMatch(/^deny: .*hash differs/);
    expect(claudeVerdict(await run(words, bashCall("dd x")))).toBe("deny: No dd.");
    expect(claudeVerdict(await run(words, bashCall("ls")))).toBe("pass");
  });
});

describe("--capture", () => {
  it("records payloads, masked, and lets them pass", async () => {
    const file = join(place.folder, "seen.jsonl");
    const words = [place.cli, "hook", "--agent", "claude-code", "--capture", file];
    const secret = "ghp_0123456789abcdefghijklmnop";
    const payload = bashCall(`git push -f https://${secret}@example.org`, { brand_new: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => run(words, payload)));
    for (const answer of answers) expect(answer).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(await run(words, "{nothing")).toEqual({ stdout: "", stderr: "", code: 0 });
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(13);
    expect(lines[0]).toMatchObject({
      agent: "claude-code",
      host: "claude-code",
      event: "PreToolUse",
      point: "before_tool_call",
      tool: "bash",
      unknown_fields: ["brand_new"],
      masked: ["tool_input.command"],
    });
    expect(lines[12]).toMatchObject({
      host: "claude-code",
      event: null,
      problem: expect.any(String),
      text: "{nothing",
    });
  });

  it("beside a bundle records and decides, and a file that cannot be written changes no answer", async () => {
    const file = join(place.folder, "both.jsonl");
    const words = [
      place.cli,
      "hook",
      "--agent",
      "claude-code",
      "--bundle",
      built.dir,
      "--state",
      place.state,
      "--capture",
    ];
    expect(claudeVerdict(await run([...words, file], bashCall("git push -f")))).toMatch(/^deny: No force/);
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(2);
    const answer = await run([...words, place.folder], bashCall("git push -f"));
    expect(claudeVerdict(answer)).toMatch(/^deny: No force/);
    expect(answer.stderr).toMatch(/not recorded/);
  });
});
