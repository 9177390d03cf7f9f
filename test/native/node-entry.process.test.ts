// The native client's refusals and those of the real Node entry: the same bytes but for the message.

import { describe, expect, it } from "vitest";
import { hookHosts } from "../../src/hosts/adapters.ts";
import { hookPlace } from "../hook/place.ts";
import { run } from "../hook/processes.ts";
import { nativeBench, runClient } from "./client.ts";

const bench = nativeBench();
const place = hookPlace();

/** An event that can be refused, as each agent writes it. */
const deciding: { readonly [agent: string]: object } = {
  "claude-code": { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, prompt_id: "p" },
  codex: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, turn_id: "t" },
  devin: { hook_event_name: "PreToolUse", tool_name: "exec", tool_input: { command: "ls" }, prompt_id: "p" },
  "factory-droid": { hook_event_name: "PreToolUse", tool_name: "Execute", tool_input: {}, permission_mode: "spec" },
  "qwen-code": { hook_event_name: "PreToolUse", tool_name: "edit", tool_input: {}, permission_mode: "yolo" },
  "vscode-copilot": { hook_event_name: "PreToolUse", tool_name: "read_file", tool_input: {}, timestamp: "2026-01-01" },
  "gemini-cli": { hook_event_name: "BeforeTool", tool_name: "x", tool_input: {}, timestamp: "2026-01-01" },
  "copilot-cli": { sessionId: "s", toolName: "bash", toolArgs: { command: "ls" } },
  "copilot-cloud": { sessionId: "s", toolName: "bash", toolArgs: { command: "ls" } },
  antigravity: { conversationId: "c", toolCall: { name: "x", args: {} } },
  cline: { hookName: "PreToolUse", clineVersion: "3", preToolUse: { toolName: "x", parameters: {} } },
  cursor: { hook_event_name: "beforeShellExecution", cursor_version: "1", command: "ls", cwd: "/" },
  goose: { event: "PreToolUse", tool_name: "x", tool_input: {} },
  kiro: { hook_event_name: "preToolUse", cwd: "/", tool_name: "x", tool_input: {} },
  windsurf: { agent_action_name: "pre_run_command", tool_info: { command_line: "ls", cwd: "/" } },
  neocode: { point: "before_tool_call", payload_version: "1", metadata: { tool_name: "x", tool_arguments: {} } },
  "codex-runtime": { phase: "PreToolUse", tool_name: "ls", tool_input: { command: "ls" } },
  ignis: { hook_event_name: "PreToolUse", toolName: "x", toolInput: {} },
};

/** Every message begins so, and none of these has a quote or a line in it. */
const withoutMessage = (text: string): string => text.replace(/policyc: [^"\n]*/g, "MESSAGE");

describe.runIf(bench.client !== null)("a deciding event", () => {
  it("is known of every agent", () => {
    expect(Object.keys(deciding).sort()).toEqual([...hookHosts].sort());
  });

  it.each(Object.entries(deciding))("of %s is refused alike", async (agent, payload) => {
    const words = ["--agent", agent, "--bundle", `${place.folder}/nowhere`, "--serve", "never"];
    const node = await run([place.cli, "hook", ...words], payload, { env: { HOME: bench.home } });
    const native = await runClient(bench, ["/nowhere/node", place.cli, "hook", ...words], payload);
    expect(native.stdout + native.stderr).toContain("policyc: Node could not be started");
    expect({ ...native, stdout: withoutMessage(native.stdout), stderr: withoutMessage(native.stderr) }).toEqual({
      code: node.code,
      stdout: withoutMessage(node.stdout),
      stderr: withoutMessage(node.stderr),
    });
  });

  it("and what cannot be read is refused with the same bytes", async () => {
    const words = ["--agent", "cursor", "--bundle", `${place.folder}/nowhere`, "--serve", "never"];
    for (const payload of [Buffer.from([0x22, 0xff, 0x22]), "x".repeat(17_000_000)])
      expect(await runClient(bench, [process.execPath, place.cli, "hook", ...words], payload)).toEqual(
        await run([place.cli, "hook", ...words], payload, { env: { HOME: bench.home } }),
      );
  });
});
