// What Claude Code can do at each point through its command hooks.

import type { Point } from "../../language/contract.ts";
import { type Host, unproven, yes } from "../shared/host.ts";

/** Whoever acts there may be a subagent. */
const bySubagents: readonly Point[] = [
  "before_model_call",
  "before_permission_decision",
  "before_tool_call",
  "after_tool_result",
  "after_tool_failure",
  "subagent_start",
  "subagent_stop",
];

export const claudeCode: Host = {
  name: "claude-code",
  evidence: "docs 2.1.240 (2026-08-22) + reports to 2.1.303 (2026-10)",
  transport: "command stdin/stdout (also http, mcp_tool)",
  failMode: 'open; onFailure:"block" per hook entry from 2.1.295',
  order: "parallel",
  sends: { agent_id: bySubagents, agent_type: bySubagents },
  asksOnce: { at: ["before_tool_call"], ranAt: ["after_tool_result", "after_tool_failure"] },
  points: {
    session_start: { event: "SessionStart", effects: { warn: yes, note: yes } },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { warn: yes, note: yes, block: yes, stop: yes } },
    before_model_call: {
      event: "PostToolBatch",
      note: "only the model call that follows a tool batch, not the first one of a turn",
      effects: {
        warn: unproven("only the model call that follows a tool batch, not the first one of a turn"),
        note: unproven("only the model call that follows a tool batch, not the first one of a turn"),
        block: unproven("only the model call that follows a tool batch, not the first one of a turn"),
        stop: unproven("only the model call that follows a tool batch, not the first one of a turn"),
      },
    },
    before_permission_decision: {
      event: "PermissionRequest",
      note: "exit 2 is not honoured here",
      effects: { allow: yes, block: yes, stop: yes, set_input: yes },
    },
    before_tool_call: {
      event: "PreToolUse",
      effects: { warn: yes, note: yes, allow: yes, ask: yes, block: yes, stop: yes, set_input: yes },
    },
    after_tool_result: {
      event: "PostToolUse",
      note: "deny = reason shown next to the result; tool already ran; block would not withhold the result: the reason is only shown next to it; nearest: set output",
      effects: { warn: yes, note: yes, stop: yes, set_output: yes },
      why: { block: "the tool has already run, and a block only adds a remark to its result" },
    },
    after_tool_failure: { event: "PostToolUseFailure", effects: { warn: yes, note: yes } },
    before_completion_decision: {
      event: "Stop",
      note: "deny = keep working; capped at 8 in a row",
      effects: { warn: yes, note: yes, block: yes, stop: yes },
    },
    assistant_message_render: {
      event: "MessageDisplay",
      note: "display only; transcript and model keep the original",
      effects: { set_output: yes },
    },
    pre_compact: { event: "PreCompact", effects: { block: yes } },
    post_compact: { event: "PostCompact", effects: {} },
    subagent_start: { event: "SubagentStart", effects: { note: yes } },
    subagent_stop: { event: "SubagentStop", effects: { note: yes, block: yes } },
    file_changed: { event: "FileChanged", effects: { warn: yes } },
    notification: { event: "Notification", effects: {} },
  },
};
