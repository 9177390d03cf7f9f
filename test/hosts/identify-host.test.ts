// Who asks: the agent that is named reads first, and another reading may only be stricter. For every pair of agents.

import { describe, expect, it } from "vitest";
import { adapterOf, hookHosts } from "../../src/hosts/adapters.ts";
import { eventsOf, ignoredReply, problemOf, refuseCall, replyTo, strictest } from "../../src/hosts/answer-call.ts";
import { type HostCall, readCall } from "../../src/hosts/identify-host.ts";
import { agentInstalls } from "../../src/hosts/install-agents.ts";
import { refusesByExit } from "../../src/hosts/refusal-for-both.ts";
import type { AgentReply, ReadEvent } from "../../src/hosts/shared/adapter.ts";
import type { Json, Outcome, Point } from "../../src/language/contract.ts";
import { decision, said } from "../protocols/decisions.ts";
import { adapterFor } from "./family.ts";
import { samplesOf } from "./read-samples.ts";

type Payload = { readonly [field: string]: Json };

const call = (payload: Json, agent: string | null): HostCall => readCall({ payload }, agent, {});

/** A call of each agent, by its own event. */
const calls: { readonly [agent: string]: readonly [event: string, sample: string] } = {
  "claude-code": ["PreToolUse", "PreToolUse.Bash"],
  codex: ["PreToolUse", "PreToolUse.Bash"],
  devin: ["PreToolUse", "PreToolUse.exec"],
  "factory-droid": ["PreToolUse", "PreToolUse.Execute"],
  "gemini-cli": ["BeforeTool", "BeforeTool.run_shell_command"],
  "qwen-code": ["PreToolUse", "PreToolUse.run_shell_command"],
  "vscode-copilot": ["PreToolUse", "PreToolUse"],
  "copilot-cli": ["preToolUse", "preToolUse.bash"],
  "copilot-cloud": ["preToolUse", "preToolUse.bash"],
  cursor: ["preToolUse", "preToolUse.Shell"],
  cline: ["PreToolUse", "PreToolUse.execute_command"],
  windsurf: ["pre_run_command", "pre_run_command"],
  kiro: ["PreToolUse", "preToolUse.execute_bash"],
  goose: ["PreToolUse", "PreToolUse.shell"],
  antigravity: ["PreToolUse", "PreToolUse"],
};
const agents = Object.keys(calls);
const pairs = agents.flatMap((named) =>
  agents.filter((other) => other !== named).map((other) => [named, other] as const),
);

function callOf(agent: string): Payload {
  const [, sample = ""] = calls[agent] ?? [];
  const found = samplesOf(agent === "copilot-cloud" ? "copilot-cli" : agent).find(
    ({ name }) => name === `${sample}.json`,
  );
  if (found === undefined) throw new Error(`${agent} has no sample ${sample}`);
  return found.payload;
}

/** Whether the agent does not make the call after this answer. */
function denies(agent: string, { stdout, stderr, exitCode }: AgentReply): boolean {
  if (agent === "antigravity") return JSON.parse(stdout).decision === "deny";
  const install = agentInstalls.get(agent === "copilot-cloud" ? "copilot-cli" : agent);
  return install?.denies(calls[agent]?.[0] ?? "", { exit: exitCode, stdout, stderr }) ?? false;
}

const block = decision("block", { message: "forbidden" });
const pass = decision("pass");

describe.each(pairs)("started for %s, recognised as %s", (named, other) => {
  const reading = (agent: string): ReadEvent => adapterFor(agent).read(callOf(agent));
  const both: HostCall = {
    adapter: adapterFor(other),
    read: reading(other),
    own: { adapter: adapterFor(named), read: reading(named) },
    error: null,
    remark: `this hook was started for ${named}, and ${other} asks`,
  };

  it("refuses in a way that both understand", () => {
    const asked = { ...pass, outcome: "ask", proceed: false } as const;
    for (const decisions of [
      [block, pass],
      [pass, block],
      [block, block],
      [decision("stop", { message: "forbidden" }), pass],
      [block, asked],
    ]) {
      const reply = replyTo(both, decisions);
      expect([reply, denies(named, reply), denies(other, reply)]).toEqual([reply, true, true]);
      expect(`${reply.stdout}${reply.stderr}`).toContain("forbidden");
    }
    const failed = refuseCall(both, "failed");
    expect([failed, denies(named, failed), denies(other, failed)]).toEqual([failed, true, true]);
  });

  it("refuses where the other one has nothing to refuse, or cannot read it", () => {
    const unread: readonly ReadEvent[] = [
      { ignored: { stdout: "", stderr: "", exitCode: 0 } },
      { error: "it has no words for it", point: "session_end" },
    ];
    for (const read of unread) {
      const reply = replyTo({ ...both, read }, [block]);
      expect([reply, denies(named, reply), denies(other, reply)]).toEqual([reply, true, true]);
    }
  });

  it("says what the host that asks would be told, when both readings pass", () => {
    const { adapter, read } = both;
    if (adapter === null || !("event" in read)) throw new Error("no event");
    expect(replyTo({ ...both, remark: null }, [pass, pass])).toEqual(adapter.write(pass, read.event));
    const allow = decision("allow", { message: "fine" });
    expect(replyTo({ ...both, remark: null }, [pass, allow])).toEqual(adapter.write(pass, read.event));
    expect(replyTo({ ...both, remark: null }, [allow, allow])).toEqual(adapter.write(allow, read.event));
  });

  it("asks a person only in words of both", () => {
    const reply = replyTo(both, [decision("ask", { message: "sure?" }), pass]);
    const isAsked =
      /"(?:permissionDecision|decision|permission)":"(?:force_)?ask"/.test(reply.stdout) && reply.exitCode === 0;
    expect([reply, isAsked || (denies(named, reply) && denies(other, reply))]).toEqual([reply, true]);
  });

  /** Fields of the other agent in a call of this one: whoever it then seems to be. */
  it("holds with the other's fields in the payload", () => {
    const mixed = call({ ...callOf(other), ...callOf(named) }, named);
    expect(ignoredReply(mixed)).toBeNull();
    const host = mixed.adapter?.name ?? "";
    const read = adapterFor(named).read(callOf(named));
    const events = eventsOf(mixed);
    if (problemOf(mixed) === null) {
      expect(events[0]).toMatchObject({ host: named, event: { tool: "event" in read ? read.event.tool : "" } });
      const reply = replyTo(mixed, [block, ...events.slice(1).map(() => pass)]);
      expect([reply, denies(named, reply), denies(host, reply)]).toEqual([reply, true, true]);
    }
    const refused = refuseCall(mixed, "failed");
    expect([host, refused, denies(named, refused), denies(host, refused)]).toEqual([host, refused, true, true]);
  });
});

describe("one field more", () => {
  const mine: Payload = {
    ...{ hook_event_name: "PreToolUse", session_id: "s", cwd: "/w", tool_use_id: "t" },
    ...{ tool_name: "Write", tool_input: { file_path: "/w/.env", content: "" } },
  };
  const timed = { timestamp: "2026-01-01T00:00:00Z" };

  it.each([
    ["codex", { turn_id: "t" }],
    ["cursor", { conversation_id: "c", generation_id: "g" }],
    ["cursor", { cursor_version: "3" }],
    ["copilot-cli", timed],
    ["qwen-code", { ...timed, permission_mode: "yolo", transcript_path: "t" }],
    ["factory-droid", { permission_mode: "auto-low" }],
    ["windsurf", { agent_action_name: "post_run_command" }],
    ["windsurf", { agent_action_name: "post_run_command", tool_info: { command_line: "ls" } }],
    ["cline", { hookName: "TaskStart", clineVersion: "1" }],
    ["copilot-cli", { sessionId: "s", toolName: "view", toolArgs: { path: "a" } }],
    ["copilot-cli", { sessionId: "s", timestamp: 1, source: "new" }],
    ["antigravity", { conversationId: "c", toolCall: { name: "view_file", args: {} } }],
    ["antigravity", { conversationId: "c", workspacePaths: ["/w"], terminationReason: "done" }],
  ])("makes it %s's (%j), and still a call of Claude Code's that is refused", (host, more) => {
    const asked = call({ ...mine, ...more }, "claude-code");
    expect(asked.adapter?.name).toBe(host);
    expect(asked.own?.read).toMatchObject({ event: { tool: "write", input: { path: "/w/.env" } } });
    const events = eventsOf(asked);
    const reply =
      problemOf(asked) === null ? replyTo(asked, [block, ...events.slice(1).map(() => pass)]) : refuseCall(asked, "no");
    expect([reply, denies("claude-code", reply)]).toEqual([reply, true]);
  });

  it("counts beside a call that contradicts itself", () => {
    const folders = { tool_name: "Bash", tool_input: { command: "ls", workdir: "/a", cwd: "/b" } };
    const asked = call({ ...mine, ...folders, prompt_id: "p" }, "codex");
    expect([asked.adapter?.name, problemOf(asked)]).toEqual(["claude-code", expect.stringMatching(/workdir.*cwd/)]);
  });

  it("is still what holds up a permission, where only JSON is read", () => {
    const asked = call({ ...mine, ...timed, hook_event_name: "PermissionRequest" }, "claude-code");
    expect(asked.adapter?.name).toBe("copilot-cli");
    const { stdout, exitCode } = replyTo(asked, [block, pass]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      {
        ...{ behavior: "deny", message: said("deny", "forbidden"), interrupt: false },
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "deny", message: said("deny", "forbidden"), interrupt: false },
        },
      },
    ]);
  });

  it("withholds a result from both", () => {
    const over = { ...mine, hook_event_name: "PostToolUse", tool_response: "text" };
    const asked = call({ ...over, permission_mode: "auto-low" }, "claude-code");
    const reply = replyTo(asked, [block, pass]);
    expect([reply.exitCode, JSON.parse(reply.stdout)]).toMatchObject([
      0,
      {
        decision: "block",
        continue: false,
        hookSpecificOutput: { updatedToolOutput: expect.stringContaining("withheld") },
      },
    ]);
  });
});

describe("agents that load the entry of another", () => {
  const sample = (agent: string, name: string): Payload =>
    samplesOf(agent).find((one) => one.name === `${name}.json`)?.payload;

  it.each(["cursor", "gemini-cli", "kiro", "windsurf", "cline", "antigravity"])(
    "%s alone counts for Claude Code",
    (agent) => {
      for (const { payload } of samplesOf(agent)) {
        const asked = call(payload, "claude-code");
        if (asked.adapter?.name === agent && !/^Session/.test(payload.hook_event_name ?? ""))
          expect(asked.own).toBeNull();
      }
      expect(call(callOf(agent), "claude-code")).toMatchObject({ adapter: { name: agent }, own: null });
    },
  );

  it("is told so", () => {
    const { adapter, remark } = call(sample("cursor", "preToolUse.Shell"), "claude-code");
    expect([adapter?.name, remark]).toEqual(["cursor", "this hook was started for claude-code, but cursor called it"]);
    const asked = call(sample("gemini-cli", "BeforeTool.recorded"), "claude-code");
    const { stdout } = replyTo(asked, [decision("block", { message: "no" })]);
    expect(JSON.parse(stdout)).toEqual({ decision: "deny", reason: said("deny", "no"), systemMessage: asked.remark });
  });

  it("VS Code alone counts for tools that Claude Code does not have", () => {
    const own = call(sample("vscode-copilot", "PreToolUse"), "claude-code");
    expect(eventsOf(own).map(({ host, event }) => [host, event.tool])).toEqual([["vscode-copilot", "bash"]]);
  });

  it("VS Code is answered as always where both readings count", () => {
    const prompt = { ...sample("vscode-copilot", "PreToolUse"), tool_name: "runTheUnknown" };
    const asked = call(prompt, "claude-code");
    expect(eventsOf(asked).map(({ host, event }) => [host, event.tool])).toEqual([
      ["claude-code", "other"],
      ["vscode-copilot", "other"],
    ]);
    for (const outcome of ["ask", "block"] as const) {
      const word = outcome === "ask" ? "ask" : "deny";
      const { stdout, stderr, exitCode } = replyTo(asked, [pass, decision(outcome, { message: "why" })]);
      expect({ stderr, exitCode, answer: JSON.parse(stdout) }).toEqual({
        ...{ stderr: "", exitCode: 0 },
        answer: {
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: word,
            permissionDecisionReason: said(word, "why"),
          },
        },
      });
    }
  });

  it("Copilot alone counts for tools with Claude Code's names and its own arguments", () => {
    const pascal = sample("copilot-cli", "PreToolUse.pascal");
    const bash = call(pascal, "claude-code");
    expect(eventsOf(bash)).toHaveLength(2);
    expect(replyTo(bash, [block, block])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"PreToolUse"'),
    });
    for (const [tool_name, tool_input] of [
      ["Read", { path: "/w/.env" }],
      ["Write", { path: "/w/.env", file_text: "" }],
      ["Bash", '{"command":"rm x"}'],
    ] as const) {
      const asked = call({ ...pascal, tool_name, tool_input }, "claude-code");
      expect([tool_name, asked.own, asked.adapter?.name]).toEqual([tool_name, null, "copilot-cli"]);
    }
    // Of a tool that the other does not know either, nothing says that it is not Claude Code's.
    const { own } = call({ ...pascal, turn_id: "t", tool_name: "Write", tool_input: { path: "a" } }, "claude-code");
    expect(own).toMatchObject({ read: { event: { tool: "write" } } });
  });
});

describe("the strictest", () => {
  it.each([
    ["pass", "pass", "pass"],
    ["allow", "pass", "pass"],
    ["pass", "allow", "pass"],
    ["allow", "allow", "allow"],
    ["ask", "allow", "ask"],
    ["pass", "ask", "ask"],
    ["block", "ask", "block"],
    ["block", "stop", "stop"],
  ] as const)("of %s and %s is %s", (one, other, wanted: Outcome) => {
    expect(strictest([decision(one), decision(other)]).outcome).toBe(wanted);
  });

  it("is a rewrite only where both carry it out", () => {
    const tool_input = { command: "rm x" };
    const payload = { ...callOf("claude-code"), tool_input, permission_mode: "auto-low" };
    const asked = call(payload, "claude-code");
    const rewritten = decision("pass", { changes: { input: { command: "ls" } } });
    expect(JSON.parse(replyTo(asked, [rewritten, rewritten]).stdout)).toMatchObject({
      hookSpecificOutput: { updatedInput: { command: "ls" } },
    });
    const alone = replyTo(asked, [rewritten, pass]);
    expect([alone, denies("claude-code", alone), denies("factory-droid", alone)]).toEqual([alone, true, true]);
  });
});

describe("exit code 2 with a reason", () => {
  const gates: readonly Point[] = ["user_prompt_submit", "before_permission_decision", "before_completion_decision"];
  const cells = agents.flatMap((agent) => gates.map((point) => [agent, point] as const));

  it.each(cells)("is a refusal of %s at %s only where its installation says so", (agent, point) => {
    const install = agentInstalls.get(agent === "copilot-cloud" ? "copilot-cli" : agent);
    const [event] = install?.events[point] ?? [];
    const isTaken = event !== undefined && install?.denies(event, { exit: 2, stdout: "", stderr: "no" });
    if (refusesByExit(agent, point)) expect(isTaken).toBe(true);
  });
});

describe("nobody to answer", () => {
  it("is an error, in the format of who is recognised", () => {
    expect(call(callOf("cursor"), null)).toMatchObject({
      adapter: { name: "cursor" },
      own: null,
      error: "--agent is missing",
    });
    expect(call({}, "no`body")).toMatchObject({
      adapter: { name: "claude-code" },
      error: expect.stringMatching(/unknown agent/),
    });
    const unread = readCall({ error: "no payload" }, null, {});
    expect([unread.adapter, refuseCall(unread, "no")]).toEqual([null, { stdout: "", stderr: "no\n", exitCode: 2 }]);
  });

  it("is nobody where nothing speaks against the agent that is named", () => {
    for (const name of hookHosts)
      expect(call({}, name)).toMatchObject({ adapter: adapterOf(name), own: null, error: null, remark: null });
  });
});
