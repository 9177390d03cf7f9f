// What Qwen Code can do at each point.

import { type Host, yes } from "../host.ts";

export const qwenCode: Host = {
  name: "qwen-code",
  evidence: "docs and source 2026-08-22",
  transport: "command stdin/stdout (also http)",
  failMode: "open",
  timeoutDefaultS: 60,
  order: "parallel or sequential",
  points: {
    session_start: { event: "SessionStart", effects: { warn: yes, note: yes } },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { warn: yes, note: yes, block: yes } },
    before_permission_decision: { event: "PermissionRequest", effects: { allow: yes, block: yes, set_input: yes } },
    before_tool_call: {
      event: "PreToolUse",
      note: "updatedInput is documented but not read here in the 2026-08 source",
      effects: { warn: yes, note: yes, allow: yes, ask: yes, block: yes, stop: yes },
      why: { set_input: "`updatedInput` is documented and not read" },
    },
    after_tool_result: { event: "PostToolUse", effects: { warn: yes, note: yes, stop: yes } },
    after_tool_failure: { event: "PostToolUseFailure", effects: { note: yes } },
    before_completion_decision: { event: "Stop", effects: { block: yes, stop: yes } },
    assistant_message_render: { event: "MessageDisplay (observe)", effects: {} },
    pre_compact: { event: "PreCompact", effects: { warn: yes } },
    post_compact: { event: "PostCompact", effects: {} },
    subagent_start: { event: "SubagentStart", effects: { note: yes } },
    subagent_stop: { event: "SubagentStop", effects: { block: yes } },
    notification: { event: "Notification", effects: {} },
  },
};
