// Unknown events: one that carries a call without a result is decided, any other is ignored.

import { describe, expect, it } from "vitest";
import { hookHosts } from "../../src/hosts/adapters.ts";
import { refuseCall, replyTo } from "../../src/hosts/answer-call.ts";
import { readCall } from "../../src/hosts/identify-host.ts";
import { agentInstalls } from "../../src/hosts/install-agents.ts";
import type { ReadEvent } from "../../src/hosts/shared/adapter.ts";
import type { Json } from "../../src/language/contract.ts";
import { decision, said } from "../protocols/decisions.ts";
import { adapterFor } from "./family.ts";

const NO = said("deny", "no");

interface Row {
  /** The field that names the event; null where no payload does. */
  readonly key: string | null;
  readonly base: { readonly [field: string]: Json };
  readonly call: { readonly [field: string]: Json };
  readonly result: { readonly [field: string]: Json };
  /** The agent's own event of a call. */
  readonly event: string;
}

const claude: Row = {
  key: "hook_event_name",
  base: { session_id: "s", cwd: "/w" },
  call: { tool_name: "Bash", tool_input: { command: "rm x" } },
  result: { tool_response: "" },
  event: "PreToolUse",
};
const native = (row: Row, tool_name: string, event = row.event): Row => ({
  ...row,
  event,
  call: { ...row.call, tool_name },
});
const info = (more: { readonly [field: string]: Json }): Row => ({
  key: "agent_action_name",
  base: { trajectory_id: "t", execution_id: "e" },
  call: { tool_info: { cwd: "/w", ...more } },
  result: { tool_info: { cwd: "/w", ...more, output: "" } },
  event: "pre_run_command",
});

/** By agent, and how its call looks where it has several shapes. */
const rows: { readonly [agent: string]: Row } = {
  "claude-code": claude,
  codex: claude,
  devin: native(claude, "exec"),
  "factory-droid": native(claude, "Execute"),
  "vscode-copilot": native(claude, "run_in_terminal"),
  "qwen-code": native(claude, "run_shell_command"),
  "gemini-cli": native(claude, "run_shell_command", "BeforeTool"),
  kiro: native(claude, "execute_bash"),
  cursor: { ...native(claude, "Shell", "preToolUse"), result: { tool_output: "" } },
  "cursor: a command": { ...claude, call: { command: "rm x" }, result: { output: "" }, event: "beforeShellExecution" },
  "copilot-cli": {
    ...claude,
    call: { ...claude.call, tool_name: "bash" },
    event: "preToolUse",
    result: { tool_result: "" },
  },
  "copilot-cloud": { ...claude, event: "preToolUse", result: { error: "no" } },
  goose: { ...native(claude, "developer__shell"), key: "event", result: { tool_output: "" } },
  windsurf: info({ command_line: "rm x" }),
  "windsurf: a file": { ...info({ file_path: "/w/.env" }), event: "pre_read_code" },
  "windsurf: an edit": { ...info({ file_path: "/w/.env", edits: [] }), event: "pre_write_code" },
  "windsurf: MCP": {
    ...info({ mcp_server_name: "s", mcp_tool_name: "t", mcp_tool_arguments: {} }),
    event: "pre_mcp_tool_use",
  },
  cline: {
    key: "hookName",
    base: { clineVersion: "3", taskId: "t", workspaceRoots: ["/w"] },
    call: { preToolUse: { toolName: "execute_command", parameters: { command: "rm x" } } },
    result: { postToolUse: { toolName: "execute_command", parameters: { command: "rm x" }, result: "" } },
    event: "PreToolUse",
  },
  "cline: the SDK": {
    key: "hookName",
    base: { clineVersion: "3", taskId: "t", workspaceRoots: ["/w"] },
    call: { tool_call: { id: "1", name: "run_commands", input: { commands: ["rm x"] } } },
    result: { tool_result: { id: "1", name: "run_commands", output: "" } },
    event: "PreToolUse",
  },
  antigravity: {
    key: null,
    base: { conversationId: "c", workspacePaths: ["/w"] },
    call: { toolCall: { name: "run_command", args: { CommandLine: "rm x", Cwd: "/w" } } },
    result: { error: "" },
    event: "PreToolUse",
  },
};

/** They refuse every event that they do not know. */
const strict = ["neocode", "ignis", "codex-runtime"];

it("has a row for every agent", () => {
  const agents = Object.keys(rows).map((name) => name.split(":")[0] ?? "");
  expect([...new Set(agents), ...strict].toSorted()).toEqual(hookHosts.toSorted());
});

const agentOf = (name: string): string => name.split(":")[0] ?? "";
const names: readonly Json[] = ["ToolUse", "OnToolCall", "", "toolExecution", "constructor", "__proto__"];

const payloadOf = ({ key, base }: Row, name: Json | undefined, ...more: readonly object[]): { [field: string]: Json } =>
  Object.assign({}, base, key === null || name === undefined ? {} : { [key]: name }, ...more);

describe.each(Object.entries(rows))("%s", (agent, row) => {
  const { call, result, key } = row;
  const isCopilot = agent.startsWith("copilot");
  const read = (payload: Json): ReadEvent => adapterFor(agentOf(agent)).read(payload);

  it.each([...names, undefined, null, 7])("judges a call in the event %j", (name) => {
    const found = read(payloadOf(row, name, call));
    // Without a name Copilot's payloads have other fields, and those are a call of its own.
    if (isCopilot && name === undefined) return expect(found).toMatchObject({ point: null, error: expect.any(String) });
    expect(found).toMatchObject({ event: { point: "before_tool_call" } });
    const nativeCall = JSON.stringify(call);
    if (nativeCall.includes("rm x"))
      expect(found).toMatchObject({ event: { tool: "bash", input: { command: "rm x" } } });
  });

  it.each([{ error: null }, { error: false }, { tool_error: "" }, { tool_response: null, toolResult: null }])(
    "judges a call with %j, which is no result",
    (more) => {
      if (key === null && more.error === false) return;
      expect(read(payloadOf(row, "ToolUse", call, more))).toMatchObject({ event: { point: "before_tool_call" } });
    },
  );

  it.each(names)("lets %j be when the call has its result", (name) => {
    if (key === null)
      return expect(read(payloadOf(row, name, call, result))).toMatchObject({ event: { point: "after_tool_result" } });
    expect(read(payloadOf(row, name, call, result))).toHaveProperty(name === "" && isCopilot ? "error" : "ignored");
  });

  it.each(names)("lets %j be without a call", (name) => {
    const none = key === null || (name === "" && isCopilot);
    expect(read(payloadOf(row, name))).toHaveProperty(none ? "error" : "ignored");
  });

  it("refuses a call in an event before something, of which it knows no more", () => {
    if (key === null) return;
    expect(read(payloadOf(row, "PreEverything", call))).toMatchObject({ point: null, error: expect.any(String) });
  });

  it.each(names)("is refused in the shape of its own call, and by exit code: %j", (name) => {
    const host = agentOf(agent);
    const asked = readCall({ payload: payloadOf(row, name, call) }, host, {});
    const { denies } = agentInstalls.get(host) ?? agentInstalls.get("copilot-cli") ?? {};
    for (const reply of [replyTo(asked, [decision("block", { message: "no" })]), refuseCall(asked, NO)]) {
      const { stdout, stderr, exitCode } = reply;
      if (host === "antigravity") expect(JSON.parse(stdout)).toMatchObject({ decision: "deny" });
      else expect([reply, denies?.(row.event, { exit: exitCode, stdout, stderr })]).toEqual([reply, true]);
      if (host !== "antigravity") expect({ stderr, exitCode }).toEqual({ stderr: `${NO}\n`, exitCode: 2 });
    }
  });
});

describe.each(["copilot-cli", "copilot-cloud"])("a call of %s that does not name its event", (agent) => {
  const payload = { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "bash", toolArgs: { command: "rm x" } };
  const point = (more: object, configured?: string): unknown => {
    const read = adapterFor(agent).read({ ...payload, ...more }, { POLICYC_EVENT: configured });
    return "event" in read ? read.event.point : read;
  };

  it.each([{}, { error: null }, { toolResult: null }, { toolResult: null, error: null, prompt: "x", source: "new" }])(
    "is still to be made with %j, whatever the environment says",
    (more) => {
      for (const configured of [
        undefined,
        "",
        "postToolUse",
        "postToolUseFailure",
        "sessionStart",
        "notification",
        "x",
      ])
        expect([configured, point(more, configured)]).toEqual([configured, "before_tool_call"]);
      expect(point(more, "permissionRequest")).toBe("before_permission_decision");
    },
  );

  it("is over with a result or an error", () => {
    expect(point({ toolResult: {} })).toBe("after_tool_result");
    expect(point({ error: "no" })).toBe("after_tool_failure");
  });
});

describe("a call in an unknown event", () => {
  const asked = readCall({ payload: payloadOf(claude, "ToolUse", claude.call) }, "claude-code", {});

  it("passes without a word", () => {
    expect(replyTo(asked, [decision("pass")])).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  it.each(["ask", "respond", "stop"] as const)("is refused where a rule says %s", (outcome) => {
    const text = said(outcome === "ask" ? "unasked" : "deny", "why");
    expect(replyTo(asked, [decision(outcome, { message: "why" })])).toMatchObject({ exitCode: 2, stderr: `${text}\n` });
  });

  it("is refused where a rule rewrites it", () => {
    const reply = replyTo(asked, [decision("pass", { changes: { input: { command: "ls" } } })]);
    expect(reply).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("rewrites") });
  });
});

it.each(strict)("%s refuses all of them", (agent) => {
  for (const event of names)
    for (const call of [
      {},
      { toolName: "Bash", toolInput: { command: "rm x" } },
      { metadata: { tool_name: "bash" } },
    ]) {
      const payload = { hook_event_name: event, point: event, phase: event, payload_version: "1", ...call };
      const read = adapterFor(agent).read(payload);
      expect(read).toMatchObject({ point: null, error: expect.any(String) });
      expect(adapterFor(agent).failure(null, "no").exitCode).toBe(2);
    }
});
