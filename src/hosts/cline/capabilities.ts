// What Cline can do at each point.

import { type Host, unproven, yes } from "../shared/host.ts";

export const cline: Host = {
  name: "cline",
  evidence: "source 2026-08-22",
  transport: "executable per event",
  failMode: "open",
  order: "global then workspace; contexts concatenated, any cancel wins",
  points: {
    session_start: { event: "TaskStart / TaskResume", effects: { note: yes, block: yes } },
    session_end: { event: "SessionShutdown (SDK)", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { note: yes, block: yes } },
    before_tool_call: {
      event: "PreToolUse",
      note: "rewrite only in the SDK/CLI runtime (overrideInput)",
      effects: { note: yes, block: yes, set_input: unproven("only in the SDK and CLI runtime") },
    },
    after_tool_result: { event: "PostToolUse", effects: { note: yes, stop: unproven("not in every runtime") } },
    before_completion_decision: { event: "TaskComplete (observe)", effects: {} },
    pre_compact: { event: "PreCompact", effects: { note: unproven("not in every runtime") } },
    notification: { event: "Notification", effects: {} },
  },
};
