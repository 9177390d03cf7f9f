// Calls as Claude Code makes them, and what it makes of an answer.

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** A call of bash as Claude Code reports it. */
export const bashCall = (command: string, more: object = {}): object => ({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: "/",
  tool_name: "Bash",
  tool_input: { command },
  ...more,
});

/** What Claude Code would do before a tool call. */
export function claudeVerdict({ stdout, stderr, code }: Answer): string {
  if (code === 2 && stdout === "") return `exit 2: ${stderr}`;
  if (code !== 0) return `exit ${code}: ${stderr}`;
  if (stdout === "") return "pass";
  const { hookSpecificOutput: said, systemMessage } = JSON.parse(stdout) as {
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
    systemMessage?: string;
  };
  return `${said?.permissionDecision ?? "pass"}: ${messageIn(said?.permissionDecisionReason ?? systemMessage ?? "")}`;
}

/** The rule's message without the words around it, which test/language/refusal-text.test.ts is about. */
export const messageIn = (text: string): string =>
  text.replace(/^policyc (?:blocked this|asks|ended the turn|allowed this)[^(]* \(rule [^)]*\): /, "");
