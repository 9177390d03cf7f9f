// The hooks module for Claude Code's mods, driven by a stand-in for its middleware chain and the mods API.

import { beforeAll, describe, expect, it } from "vitest";
import { said } from "../protocols/decisions.ts";
import { emitted, folder, loaded, policy, policyc } from "./emitted.ts";

const unconfirmed = `${said("ask", "Deploy now?", "deploys-need-a-person")}\nNobody agreed to it, so it is refused.`;

// biome-ignore lint/suspicious/noExplicitAny: Claude Code's own objects.
type Any = any;

const text = policy(
  "claude-code-mod",
  `
rule deploys-need-a-person
  on before_tool_call
  when tool == "bash" and input.command == "deploy"
  ask "Deploy now?"
  fires on "deploy"

rule enough
  on before_tool_call
  when tool == "bash" and input.command == "halt"
  stop "Enough."
  fires on "halt"

rule no-dates
  on before_tool_call
  when tool == "bash" and input.command == "date"
  respond "it is always noon"
  fires on "date"

rule protected-branch
  on before_tool_call
  when tool == "write" and git_branch() == "main"
  block "Not on main."
  fires on { tool: "write", input: { path: "a", content: "" } } given { git_branch: "main" }

rule prompts
  on user_prompt_submit
  when prompt contains "project x"
  block "Project x is secret."
  fires on "project x"

rule notes
  on user_prompt_submit
  note "Be brief."
  fires on "x"

rule approvals
  on before_permission_decision
  when tool == "bash" and command only runs "git status"
  allow
  fires on "git status"

rule compaction
  on pre_compact
  block "Not now."
  fires on "auto"

rule agents
  on subagent_start
  when role is present and role == "danger"
  block "No such agents."
  fires on { role: "danger" }
`,
);

let register: Any;
beforeAll(async () => {
  ({ register } = await loaded("claude-mod", text));
});

function started(more: Any = {}) {
  const hooks = new Map<string, Any>();
  const rescues = new Map<string, Any>();
  const told: string[] = [];
  register((event: string, handler: Any) => {
    hooks.set(event, handler);
    return { catch: (rescue: Any) => rescues.set(event, rescue) };
  });
  const $ = {
    session: { id: async () => "s1", root: async () => folder, cwd: async () => folder },
    fs: { exists: async () => false },
    env: { get: async () => undefined },
    process: {
      run: async (argv: string[]) =>
        argv[0] === "git" ? { exitCode: 0, stdout: "topic\n" } : { exitCode: 0, stdout: `${argv.at(-1)}\0` },
    },
    ui: { log: (words: string) => void told.push(words), ask: async () => "Allow it" },
    turn: { abort: async ({ turnId }: Any) => void told.push(`ended ${turnId}`) },
    ...more,
  };
  const fire = async (event: string, e: Any, outcome: Any = { result: "done" }) => {
    const seen: Any[] = [];
    const frozen = Object.freeze(e);
    const answer = await hooks.get(event)($, frozen, async (given: Any) => {
      seen.push(given);
      return outcome;
    });
    return { answer, seen };
  };
  return { fire, told, rescues, hooks, $ };
}

describe("a mod", () => {
  it("imports nothing", async () => {
    const module = await emitted("claude-mod", text);
    expect(module.match(/^(?:import|export)\b.*\bfrom\b.*$|\brequire\(|\bimport\(/gm)).toBeNull();
  });

  it("denies, rewrites and answers calls", async () => {
    const { fire } = started();
    expect(await fire("tool.call", { tool: "Bash", command: "rm -rf dist" })).toEqual({
      answer: { deny: said("deny", "Nothing is removed here.", "no-removal") },
      seen: [],
    });
    const made = await fire("tool.call", { tool: "Bash", command: "npm install", description: "d" });
    expect(made.seen).toEqual([{ tool: "Bash", command: "npm ci", description: "d" }]);
    expect((await fire("tool.call", { tool: "Bash", command: "date" })).answer).toEqual({
      result: "it is always noon",
    });
    const passed = await fire("tool.call", { tool: "Bash", command: "ls" });
    expect(passed).toEqual({ answer: { result: "done" }, seen: [{ tool: "Bash", command: "ls" }] });
  });

  it("asks, and takes everything but a yes for a no", async () => {
    expect((await started().fire("tool.call", { tool: "Bash", command: "deploy" })).seen).toHaveLength(1);
    for (const ask of [async () => "Refuse", async () => Promise.reject(new Error("-p")), undefined]) {
      const { answer, seen } = await started({ ui: { log: () => undefined, ask } }).fire("tool.call", {
        tool: "Bash",
        command: "deploy",
      });
      expect([answer, seen]).toEqual([{ deny: unconfirmed }, []]);
    }
  });

  it("ends the turn that has begun, and denies the call all the same", async () => {
    const { fire, told } = started();
    await fire("turn.start", { turnId: "t7" });
    expect((await fire("tool.call", { tool: "Bash", command: "halt" })).answer).toEqual({
      deny: said("stop", "Enough.", "enough"),
    });
    expect(told).toEqual(["ended t7"]);
  });

  it("rewrites results, and leaves refusals and failures of others alone", async () => {
    const { fire } = started();
    const call = { tool: "Bash", command: "env" };
    const { answer } = await fire("tool.call", call, { result: { stdout: "AKIAABCDEFGHIJKLMNOP", stderr: "" } });
    expect(JSON.stringify(answer)).not.toContain("AKIA");
    expect((await fire("tool.call", call, { deny: "theirs" })).answer).toEqual({ deny: "theirs" });
    expect((await fire("tool.call", call, { isError: true, result: "x" })).answer).toEqual({
      isError: true,
      result: "x",
    });
  });

  it("remembers, and finds facts through the mods API", async () => {
    const { fire, told } = started();
    await fire("tool.call", { tool: "Read", file_path: `${folder}/.env` });
    expect((await fire("tool.call", { tool: "WebFetch", url: "https://example.org", prompt: "p" })).answer).toEqual({
      deny: said("deny", "This session has read secrets.", "no-network-after-secrets"),
    });
    expect(told).toEqual(["policyc: about to fetch `https://example.org`"]);
    const write = { tool: "Write", file_path: `${folder}/a`, content: "" };
    expect((await fire("tool.call", write)).seen).toHaveLength(1);
    const onMain = started({
      process: {
        run: async (argv: string[]) => ({ exitCode: 0, stdout: argv[0] === "git" ? "main\n" : `${argv.at(-1)}\0` }),
      },
    });
    expect((await onMain.fire("tool.call", write)).answer).toEqual({
      deny: said("deny", "Not on main.", "protected-branch"),
    });
    // A branch that cannot be told is not a branch that is fine.
    const blind = started({
      process: {
        run: async () => {
          throw new Error("no");
        },
      },
      ui: { log: () => undefined, ask: async () => "" },
    });
    expect((await blind.fire("tool.call", write)).answer).toHaveProperty("deny");
  });

  it("follows a link to what it leads to", async () => {
    const run = async (argv: string[]) => ({
      exitCode: 0,
      stdout: argv[0] === "git" ? "topic\n" : `${argv.at(-1)?.replace(/innocent$/, ".env")}\0`,
    });
    const { fire } = started({ process: { run } });
    await fire("tool.call", { tool: "Read", file_path: `${folder}/innocent` });
    expect(
      (await fire("tool.call", { tool: "WebFetch", url: "https://example.org", prompt: "p" })).answer,
    ).toHaveProperty("deny");
  });

  it("drops prompts and adds what the model is to know", async () => {
    const { fire } = started();
    expect((await fire("prompt.submit", { text: "about project x" })).answer).toEqual({
      drop: said("deny", "Project x is secret.", "prompts"),
    });
    expect((await fire("prompt.submit", { text: "hi", context: ["a"] })).seen).toEqual([
      { text: "hi", context: ["a", "Be brief."] },
    ]);
  });

  it("approves only what nobody has refused", async () => {
    const { fire } = started();
    const make = { tool: "Bash", input: { command: "git status" } };
    expect((await fire("tool.check", make, { decision: "ask" })).answer).toMatchObject({ decision: "allow" });
    expect((await fire("tool.check", make, { decision: "deny", reason: "rule" })).answer).toEqual({
      decision: "deny",
      reason: "rule",
    });
    expect((await fire("tool.check", { tool: "Bash", input: { command: "ls" } }, { decision: "ask" })).answer).toEqual({
      decision: "ask",
    });
  });

  it("holds up compaction and agents", async () => {
    const { fire } = started();
    expect((await fire("session.compact", { trigger: "auto" })).answer).toEqual({
      skip: said("deny", "Not now.", "compaction"),
    });
    expect((await fire("agent.spawn", { agentType: "danger", prompt: "x" })).answer).toEqual({
      deny: said("deny", "No such agents.", "agents"),
    });
    expect((await fire("agent.spawn", { agentType: "explore", prompt: "x" })).seen).toHaveLength(1);
    expect((await fire("session.start", {})).seen).toHaveLength(1);
  });

  it("refuses when it fails or runs out of time, also after the call", async () => {
    const { rescues, hooks, $ } = started();
    const rescue = rescues.get("tool.call");
    const next = (called: boolean) =>
      Object.assign(async () => ({ result: "leak" }), { called, error: { kind: "timeout" } });
    expect(await rescue($, {}, next(false))).toEqual({ deny: "policyc: the rules could not be evaluated: timeout" });
    expect((await rescue($, {}, next(true))).result).toContain("withheld");
    expect(await rescues.get("prompt.submit")($, {}, next(false))).toHaveProperty("drop");
    expect(await rescues.get("tool.check")($, {}, next(true))).toMatchObject({ decision: "deny" });
    const call = hooks.get("tool.call");
    expect(await call($, { tool: 7 }, async () => ({}))).toHaveProperty("deny");
    const broken = async () => {
      throw new Error("the tool broke");
    };
    expect(await call($, { tool: "Bash", command: "ls" }, broken)).toEqual({ deny: "policyc: the tool broke" });
  });
});

it("is not emitted for points that it does not handle", async () => {
  const rule =
    'target claude-code-mod\nrule r on assistant_message_render when message contains "x" set message = "y"\n  fires on "x"\n';
  await expect(emitted("claude-mod", rule)).rejects.toThrow("which the mod does not handle");
  expect(await policyc("emit", "claude-mod", "nowhere")).toMatchObject({ code: 3 });
});

describe("what Claude Code reads before it runs a module", () => {
  it("spells out events and variables, and hands what it watches to functions at the top alone", async () => {
    const frozen = `target claude-code-mod
rule frozen
  on before_tool_call
  when tool == "bash" and (env("FREEZE") ?? "") == "yes"
  block "Frozen."
  fires on "ls" given { env: { FREEZE: "yes" } }
`;
    const module = await emitted("claude-mod", frozen);
    expect(module).toContain('$.env.get("FREEZE")');
    const registered = module.slice(module.indexOf("function registerMod("));
    expect([...registered.matchAll(/\bon\("([\w.]+)",/g)].map(([, event]) => event)).toEqual([
      ...["tool.call", "tool.check", "prompt.submit", "session.compact", "agent.spawn"],
      ...["turn.start", "session.start", "session.end", "classic.Stop"],
    ]);
    for (const name of [
      "toolCall",
      "toolCheck",
      "promptSubmit",
      "sessionCompact",
      "agentSpawn",
      "planned",
      "fetchFact",
    ])
      expect(module).toMatch(new RegExp(`async function ${name}\\d*\\(\\$,`));
    ({ register } = await loaded("claude-mod", frozen));
    const { fire } = started({ env: { get: async (name: string) => (name === "FREEZE" ? "yes" : undefined) } });
    expect((await fire("tool.call", { tool: "Bash", command: "ls" })).answer).toEqual({
      deny: said("deny", "Frozen.", "frozen"),
    });
  });

  it("is nothing that it would leave out for its size", async () => {
    const rules = Array.from(
      { length: 160 },
      (_, at) => `rule r${at}
  on before_tool_call
  when tool == "bash" and input.command == "x${at}"
  block "${`${at} `.repeat(400)}"
  fires on "x${at}"
`,
    );
    await expect(emitted("claude-mod", `target claude-code-mod\n${rules.join("")}`)).rejects.toThrow(
      /the module has \d{7} bytes, but it loads at most 1048576/,
    );
  });
});
