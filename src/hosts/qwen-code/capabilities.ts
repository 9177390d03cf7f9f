// What Qwen Code can do at each point.

import { type Host, inItsWay, yes } from "../shared/host.ts";

const unseen = "`systemMessage` only appears in its debug log";

export const qwenCode: Host = {
  name: "qwen-code",
  evidence: "docs and source 2026-08-22",
  transport: "command stdin/stdout (also http)",
  failMode: "open",
  order: "parallel or sequential",
  asksOnce: { at: ["before_tool_call"], ranAt: ["after_tool_result"] },
  points: {
    session_start: { event: "SessionStart", effects: { note: yes }, why: { warn: unseen } },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { note: yes, block: yes }, why: { warn: unseen } },
    before_permission_decision: { event: "PermissionRequest", effects: { allow: yes, block: yes, set_input: yes } },
    before_tool_call: {
      event: "PreToolUse",
      note: "updatedInput is documented but not read here in the 2026-08 source",
      effects: { allow: yes, ask: yes, block: yes },
      why: {
        warn: unseen,
        note: "`additionalContext` is not passed on",
        stop: "`continue: false` denies the call, but the turn continues",
        set_input: "`updatedInput` is documented but not read",
      },
    },
    after_tool_result: {
      event: "PostToolUse",
      effects: { note: yes, block: inItsWay("the reason of `continue: false` replaces the result") },
      why: { warn: unseen, stop: "`continue: false` withholds the result, but the turn continues" },
    },
    after_tool_failure: { event: "PostToolUseFailure", effects: { note: yes } },
    before_completion_decision: {
      event: "Stop",
      effects: { warn: yes, block: yes },
      why: { stop: "`continue: false` makes the turn continue" },
    },
    assistant_message_render: { event: "MessageDisplay (observe)", effects: {} },
    pre_compact: { event: "PreCompact", effects: {}, why: { warn: unseen } },
    post_compact: { event: "PostCompact", effects: {} },
    subagent_start: { event: "SubagentStart", effects: { note: yes } },
    subagent_stop: { event: "SubagentStop", effects: { block: yes } },
    notification: { event: "Notification", effects: {} },
  },
};
