// What Kiro can do at each point.

import { type Host, inItsWay, yes } from "../shared/host.ts";

export const kiro: Host = {
  name: "kiro",
  evidence: "Q CLI docs 2026-04 (2.x shape); v3 docs via search excerpts",
  transport: "command; exit code",
  failMode: "open",
  order: "sequential",
  points: {
    session_start: { event: "SessionStart (agentSpawn)", effects: { note: yes } },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { note: yes } },
    before_tool_call: {
      event: "PreToolUse",
      note: "warn = exit 20 with stderr",
      effects: { warn: inItsWay("as exit 20 with stderr"), block: yes },
    },
    after_tool_result: { event: "PostToolUse", effects: { warn: inItsWay("as exit 20 with stderr") } },
    before_completion_decision: { event: "Stop (observe)", effects: {} },
    file_changed: { event: "PostFileSave / PostFileCreate / PostFileDelete", effects: {} },
  },
};
