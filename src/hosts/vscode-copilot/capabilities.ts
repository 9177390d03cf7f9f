// What VS Code agent mode can do at each point.

import type { Point } from "../../language/contract.ts";
import { type Host, yes } from "../shared/host.ts";

/** Whoever acts there may be a subagent. */
const bySubagents: readonly Point[] = ["subagent_start", "subagent_stop"];

export const vscodeCopilot: Host = {
  name: "vscode-copilot",
  evidence: "docs 2026-08-19",
  transport: "command stdin/stdout",
  failMode: "open",
  order: "most restrictive decision wins",
  sends: { agent_id: bySubagents, agent_type: bySubagents },
  asksOnce: { at: ["before_tool_call"], ranAt: ["after_tool_result"] },
  points: {
    session_start: { event: "SessionStart", effects: { note: yes } },
    user_prompt_submit: { event: "UserPromptSubmit", effects: { warn: yes, block: yes, stop: yes } },
    before_tool_call: {
      event: "PreToolUse",
      effects: { warn: yes, note: yes, allow: yes, ask: yes, block: yes, stop: yes, set_input: yes },
    },
    after_tool_result: {
      event: "PostToolUse",
      note: "block would not withhold the result: assumed to be like claude-code, not verified",
      effects: { warn: yes, note: yes, stop: yes },
      why: { block: "as far as is known, the tool has already run, and a block only adds a remark to its result" },
    },
    before_completion_decision: { event: "Stop", effects: { block: yes } },
    pre_compact: { event: "PreCompact", effects: { warn: yes } },
    subagent_start: { event: "SubagentStart", effects: { note: yes } },
    subagent_stop: { event: "SubagentStop", effects: { block: yes } },
  },
};
