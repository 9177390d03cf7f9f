// The policy the worker answers for in these tests, and one call of it in each host's format.

import { times } from "../seeded.ts";

/** So often a session may read the secret. */
export const READS = Math.min(times(8), 64);

export const policy = `language 1

rule no-force-push
  on before_tool_call
  when tool == "bash" and input.command contains "push --force"
  block "history is shared"
  fires on "git push --force"

rule read-secret
  on before_tool_call
  when tool == "read" and input.path == ".env"
  mark secret
  count reads
  fires on { tool: "read", input: { path: ".env" } }

rule too-many
  on before_tool_call
  when tool == "read" and counted(reads, 10m) > ${READS}
  block "too many"
  fires on { tool: "read", input: { path: ".env" } } given { counted: { reads: ${READS + 1} } }

rule no-network-after-secret
  on before_tool_call
  when tool == "bash" and marked(secret)
  block "a secret was read"
  fires on "curl x" given { marked: [secret] }

rule rewrite
  on before_tool_call
  when tool == "bash" and input.command == "npm i"
  set input.command = "npm ci"
  fires on "npm i"

rule remark
  on before_tool_call
  when tool == "bash" and input.command == "ls"
  note "only a look"
  fires on "ls"
`;

/** Host to its payload for a tool call before it happens. */
export const calls: {
  readonly [host: string]: (tool: "bash" | "read", value: string, session?: string) => { [field: string]: unknown };
} = {
  neocode: (tool, value, session = "s1") => ({
    payload_version: "1",
    hook_id: "policyc",
    point: "before_tool_call",
    scope: "user",
    run_id: "r1",
    session_id: session,
    metadata: {
      workdir: "/project",
      tool_call_id: `c${Math.random()}`,
      tool_name: tool === "bash" ? "bash" : "filesystem_read_file",
      tool_arguments_preview: JSON.stringify(tool === "bash" ? { command: value } : { path: value }),
    },
  }),
  "codex-runtime": (tool, value, session = "s1") => ({
    phase: "PreToolUse",
    thread_id: session,
    turn_id: "t1",
    cwd: null,
    model: null,
    main_status: null,
    correlation_id: "tu-1",
    ts_ms: 1_790_000_000_000,
    metadata: null,
    tool_name: tool === "bash" ? "git" : "read",
    tool_input: tool === "bash" ? { command: value } : { path: value },
  }),
  ignis: (tool, value, session = "s1") => ({
    hook_event_name: "PreToolUse",
    session_id: session,
    cwd: "/project",
    toolName: tool === "bash" ? "bash" : "read_file",
    toolInput: tool === "bash" ? { command: value } : { path: value },
  }),
  "claude-code": (tool, value, session = "s1") => ({
    session_id: session,
    transcript_path: "/home/dev/.claude/projects/-project/s1.jsonl",
    cwd: "/project",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool === "bash" ? "Bash" : "Read",
    tool_input: tool === "bash" ? { command: value, description: "d" } : { file_path: value },
    tool_use_id: `toolu_${Math.random()}`,
  }),
};

export const hosts = Object.keys(calls);

export function call(host: string, tool: "bash" | "read", value: string, session?: string): string {
  return JSON.stringify(calls[host]?.(tool, value, session));
}
