// What Factory Droid can do at each point.

import { type Host, yes } from "../shared/host.ts";

export const factoryDroid: Host = {
  name: "factory-droid",
  evidence: "docs 2026-07-24",
  transport: "command stdin/stdout",
  failMode: "open",
  order: "parallel, deduplicated",
  points: {
    session_start: { event: "SessionStart", effects: { warn: yes, note: yes } },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { warn: yes, note: yes, block: yes, stop: yes } },
    before_tool_call: {
      event: "PreToolUse",
      effects: { warn: yes, allow: yes, ask: yes, block: yes, stop: yes, set_input: yes },
    },
    after_tool_result: {
      event: "PostToolUse",
      note: "block would not withhold the result: assumed to be like claude-code, not verified",
      effects: { warn: yes, note: yes, stop: yes },
      why: { block: "as far as is known, the tool has already run, and a block only adds a remark to its result" },
    },
    before_completion_decision: { event: "Stop", effects: { warn: yes, block: yes, stop: yes } },
    pre_compact: { event: "PreCompact", effects: { warn: yes } },
    subagent_stop: { event: "SubagentStop", effects: { block: yes } },
    notification: { event: "Notification", effects: {} },
  },
};
