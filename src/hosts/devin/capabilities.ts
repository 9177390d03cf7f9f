// What Devin's command line can do at each point. From the vendor's documents only; not tried with the product.

import { type Host, unproven, yes } from "../shared/host.ts";

const unrun = unproven("documented, and nobody has run it");

export const devin: Host = {
  name: "devin",
  evidence: "docs 2026-11, never run",
  transport: "command stdin/stdout",
  failMode: "open",
  order: "not documented",
  points: {
    session_start: { event: "SessionStart", effects: {} },
    session_end: { event: "SessionEnd", effects: {} },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { block: yes } },
    before_permission_decision: { event: "PermissionRequest", effects: { allow: unrun, block: yes } },
    before_tool_call: {
      event: "PreToolUse",
      effects: { block: yes, set_input: unrun },
      why: { ask: "the words are approve and block", allow: "what an approval does here is not documented" },
    },
    after_tool_result: {
      event: "PostToolUse",
      effects: { note: unrun },
      why: { block: "the tool has run, and nothing is documented that withholds its result" },
    },
    before_completion_decision: { event: "Stop", effects: { block: yes }, lacks: ["last_message"] },
    post_compact: { event: "PostCompaction", effects: {} },
  },
};
