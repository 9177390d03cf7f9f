// What Goose can do at each point.

import { type Host, unproven, yes } from "../shared/host.ts";

export const goose: Host = {
  name: "goose",
  evidence: "source 2026-05-21; newer docs 2026-10 second-hand",
  transport: "command stdin/stdout",
  failMode: "open; on_failure:block in newer docs",
  order: "sequential, first deny stops",
  points: {
    session_start: { event: "SessionStart", effects: {} },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit (observe)", effects: {} },
    before_tool_call: { event: "PreToolUse", effects: { block: yes } },
    after_tool_result: { event: "PostToolUse (observe)", effects: {} },
    after_tool_failure: { event: "PostToolUseFailure (observe)", effects: {} },
    before_completion_decision: {
      event: "Stop",
      note: "only in docs of October 2026, not in the May 2026 source",
      effects: { block: unproven("only in the documentation of October 2026, not in the source of May 2026") },
    },
    file_changed: { event: "AfterFileEdit", effects: {} },
  },
};
