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
      note: "block would not withhold the result: assumed as claude-code until somebody has looked",
      effects: { warn: yes, note: yes, stop: yes },
      why: { block: "the tool has run, and a block is only a remark beside its result, as far as is known" },
    },
    before_completion_decision: { event: "Stop", effects: { warn: yes, block: yes, stop: yes } },
    pre_compact: { event: "PreCompact", effects: { warn: yes } },
    subagent_stop: { event: "SubagentStop", effects: { block: yes } },
    notification: { event: "Notification", effects: {} },
  },
};
