// What the GitHub Copilot cloud agent can do at each point.

import { type Host, inItsWay, unproven, yes } from "../shared/host.ts";

export const copilotCloud: Host = {
  name: "copilot-cloud",
  evidence: "docs 2026-08-07",
  transport: "command (bash) in Linux sandbox",
  failMode: "as copilot-cli",
  order: "in order",
  sends: { agent_id: ["subagent_stop"], agent_type: ["subagent_start", "subagent_stop"] },
  points: {
    session_start: { event: "sessionStart", effects: { note: yes } },
    session_end: { event: "sessionEnd", effects: {} },
    user_prompt_submit: { event: "userPromptSubmitted (once)", effects: {} },
    before_tool_call: {
      event: "preToolUse",
      note: "ask is turned into deny",
      effects: { allow: yes, block: yes, set_input: unproven("documented for the CLI, not verified here") },
      why: { ask: "there is nobody to ask, so it becomes a denial" },
    },
    after_tool_result: { event: "postToolUse", effects: { note: yes, set_output: yes } },
    after_tool_failure: {
      event: "postToolUseFailure",
      effects: { note: inItsWay("by exit 2, with stdout as the text") },
    },
    before_completion_decision: { event: "agentStop", effects: { block: yes } },
    pre_compact: { event: "preCompact (auto)", effects: {} },
    subagent_start: { event: "subagentStart", effects: { note: yes } },
    subagent_stop: { event: "subagentStop", effects: { block: yes, set_output: yes } },
  },
};
