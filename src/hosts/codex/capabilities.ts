// What OpenAI Codex CLI can do at each point.

import type { Point } from "../../language/contract.ts";
import { type Host, onlySuccess, yes } from "../shared/host.ts";

/** Whoever acts there may be a subagent. */
const bySubagents: readonly Point[] = [
  "before_permission_decision",
  "before_tool_call",
  "after_tool_result",
  "subagent_start",
  "subagent_stop",
];

export const codex: Host = {
  name: "codex",
  evidence: "source 2026-08-22; ask/allow limits re-checked by others at 0.153.3",
  transport: "command stdin/stdout (also mcp_tool)",
  failMode: "open, always",
  order: "parallel; any deny wins; last finished rewrite wins",
  sends: { agent_id: bySubagents, agent_type: bySubagents },
  points: {
    session_start: { event: "SessionStart", effects: { warn: yes, note: yes, stop: yes } },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { warn: yes, note: yes, block: yes, stop: yes } },
    before_permission_decision: { event: "PermissionRequest", effects: { warn: yes, allow: yes, block: yes } },
    before_tool_call: {
      event: "PreToolUse",
      note: "silence is the only allow; ask/allow/continue:false are rejected and fail open",
      effects: { warn: yes, note: yes, block: yes, set_input: yes },
      why: {
        allow: "codex knows no approval other than no answer",
        ask: "codex rejects this answer and lets the call pass",
        stop: "codex rejects this answer and lets the call pass",
      },
    },
    after_tool_result: {
      event: "PostToolUse",
      note: "rewrite = whole text replaced by the block reason; only after success",
      effects: {
        warn: yes,
        note: yes,
        block: yes,
        set_output: onlySuccess("the block reason replaces the whole text, and only after success"),
      },
    },
    before_completion_decision: { event: "Stop", effects: { warn: yes, block: yes, stop: yes } },
    pre_compact: { event: "PreCompact", effects: { warn: yes, stop: yes } },
    post_compact: { event: "PostCompact", effects: { warn: yes, stop: yes } },
    subagent_start: { event: "SubagentStart", effects: { warn: yes, note: yes } },
    subagent_stop: { event: "SubagentStop", effects: { warn: yes, block: yes, stop: yes } },
  },
};
