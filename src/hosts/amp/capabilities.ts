// What Amp plugins can do at each point.

import { type Host, unproven, yes } from "../shared/host.ts";

export const amp: Host = {
  name: "amp",
  evidence: "plugin code and third-party summaries 2026",
  transport: "in-process Bun plugin",
  failMode: "adapter must catch and reject",
  order: "plugin load order",
  asksOnce: { at: ["before_tool_call"], ranAt: ["after_tool_result"] },
  points: {
    session_start: { event: "session.start", effects: {} },
    user_prompt_submit: { event: "agent.start", effects: { warn: yes, note: yes, stop: unproven("not documented") } },
    before_tool_call: {
      event: "tool.call",
      effects: { warn: yes, allow: yes, ask: yes, respond: yes, block: yes, stop: yes, set_input: yes },
    },
    after_tool_result: { event: "tool.result", effects: { warn: yes, note: yes, set_output: yes } },
    after_tool_failure: { event: "tool.result (status error)", effects: { set_output: yes } },
    before_completion_decision: { event: "agent.end (observe)", effects: { warn: yes } },
  },
};
