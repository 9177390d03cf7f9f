// Payloads of every agent that calls hooks: the samples of the repository, with another session and other fields, and the shapes
// of those that have no samples there.

import { samplesOf } from "../hosts/read-samples.ts";
import { PROJECT } from "./place.ts";

export type Payload = { readonly [field: string]: unknown };

/** The fields that name a session, whatever the agent calls it. */
const SESSION_FIELDS = [
  ...["session_id", "sessionId", "conversation_id", "conversationId"],
  ...["taskId", "trajectory_id", "thread_id"],
];

/** A sample of an agent as a payload of another session. */
export function sample(agent: string, name: string, session: string, changes: Payload = {}): Payload {
  const found = samplesOf(agent).find((one) => one.name === `${name}.json`);
  if (found === undefined) throw new Error(`${agent} has no sample ${name}`);
  return { ...inSession(found.payload, session), ...changes };
}

export function inSession(payload: Payload, session: string): Payload {
  const named = SESSION_FIELDS.filter((field) => Object.hasOwn(payload, field));
  return { ...payload, ...Object.fromEntries(named.map((field) => [field, session])) };
}

/** A shell call that is about to be made, in the agent's own words. `id` names the call where the agent does. */
export type ShellCall = (command: string, session: string, id: string) => Payload;

const byInput =
  (agent: string, name: string): ShellCall =>
  (command, session, id) =>
    sample(agent, name, session, { tool_input: { command }, tool_use_id: id });

const copilotCall: ShellCall = (command, session) =>
  sample("copilot-cli", "preToolUse.bash", session, { toolArgs: { command } });

export const shellCalls: { readonly [agent: string]: ShellCall } = {
  neocode: (command, session, id) => ({
    payload_version: "1",
    hook_id: "policyc",
    point: "before_tool_call",
    scope: "user",
    run_id: "r1",
    session_id: session,
    metadata: {
      workdir: PROJECT,
      tool_call_id: id,
      tool_name: "bash",
      tool_arguments_preview: JSON.stringify({ command }),
    },
  }),
  "codex-runtime": (command, session, id) => ({
    phase: "PreToolUse",
    thread_id: session,
    turn_id: "t1",
    cwd: PROJECT,
    model: null,
    main_status: null,
    correlation_id: id,
    ts_ms: 1_790_000_000_000,
    metadata: null,
    tool_name: "sh",
    tool_input: { command },
  }),
  ignis: (command, session) => ({
    hook_event_name: "PreToolUse",
    session_id: session,
    cwd: PROJECT,
    toolName: "bash",
    toolInput: { command },
  }),
  "claude-code": byInput("claude-code", "PreToolUse.Bash"),
  codex: byInput("codex", "PreToolUse.Bash"),
  "copilot-cli": copilotCall,
  "copilot-cloud": copilotCall,
  devin: (command, session) => sample("devin", "PreToolUse.exec", session, { tool_input: { command } }),
  "factory-droid": (command, session) =>
    sample("factory-droid", "PreToolUse.Execute", session, { tool_input: { command } }),
  "gemini-cli": (command, session) =>
    sample("gemini-cli", "BeforeTool.run_shell_command", session, { tool_input: { command } }),
  "qwen-code": byInput("qwen-code", "PreToolUse.run_shell_command"),
  "vscode-copilot": byInput("vscode-copilot", "PreToolUse"),
  antigravity: (command, session) =>
    sample("antigravity", "PreToolUse", session, { toolCall: { name: "run_command", args: { CommandLine: command } } }),
  cline: (command, session) =>
    sample("cline", "PreToolUse.execute_command", session, {
      preToolUse: { toolName: "execute_command", parameters: { command, requires_approval: "true" } },
    }),
  cursor: (command, session) => sample("cursor", "beforeShellExecution", session, { command }),
  goose: (command, session) => sample("goose", "PreToolUse.shell", session, { tool_input: { command } }),
  kiro: (command, session) => sample("kiro", "preToolUse.execute_bash", session, { tool_input: { command } }),
  windsurf: (command, session) =>
    sample("windsurf", "pre_run_command", session, { tool_info: { command_line: command, cwd: PROJECT } }),
};
