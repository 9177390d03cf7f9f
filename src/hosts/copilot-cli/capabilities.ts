// What GitHub Copilot CLI can do at each point.

import { type Host, inItsWay, yes } from "../shared/host.ts";

export const copilotCli: Host = {
  name: "copilot-cli",
  evidence: "docs 2026-08-07; live reports on 1.0.73",
  transport: "command stdin/stdout (also http)",
  failMode: "preToolUse closed on non-zero exit, open on timeout or unparsable stdout; other events open",
  order: "in order; policy, user, project, plugin",
  sends: { agent_id: ["subagent_stop"], agent_type: ["subagent_start", "subagent_stop"] },
  points: {
    session_start: { event: "sessionStart", effects: { note: yes } },
    session_end: { event: "sessionEnd", effects: {} },
    user_prompt_submit: {
      event: "userPromptSubmitted + userPromptTransformed",
      note: "submitted: output dropped; transformed: rewrite only",
      effects: { set_input: yes },
      why: { block: "the answer to a submitted prompt is dropped" },
    },
    before_permission_decision: { event: "permissionRequest", effects: { allow: yes, block: yes, stop: yes } },
    before_tool_call: {
      event: "preToolUse",
      note: "warn as progress line",
      effects: { warn: inItsWay("as a progress line"), allow: yes, ask: yes, block: yes, set_input: yes },
    },
    after_tool_result: {
      event: "postToolUse",
      effects: { warn: inItsWay("as a progress line"), note: yes, set_output: yes },
    },
    after_tool_failure: {
      event: "postToolUseFailure",
      note: "exit 2, stdout is the text",
      effects: { note: inItsWay("by exit 2, with stdout as the text") },
    },
    before_completion_decision: { event: "agentStop", effects: { block: yes } },
    pre_compact: { event: "preCompact", effects: {} },
    subagent_start: { event: "subagentStart", effects: { note: yes } },
    subagent_stop: { event: "subagentStop", effects: { block: yes, set_output: yes } },
    notification: { event: "notification", effects: { note: yes } },
  },
};
