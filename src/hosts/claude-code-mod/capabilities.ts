// What Claude Code can do at each point through a hooks module that runs in its process.

import { type Host, onlyFields, unproven, yes } from "../shared/host.ts";

export const claudeCodeMod: Host = {
  name: "claude-code-mod",
  evidence: "docs 2.1.290; needs >=2.1.287",
  transport: "in-process ES module (plugin hooks module)",
  failMode: "open (hook skipped) unless .catch returns a refusal",
  order: "middleware chain",
  asksOnce: { at: ["before_tool_call"], ranAt: ["after_tool_result"] },
  points: {
    session_start: { event: "session.start", effects: {} },
    session_end: { event: "session.end", effects: {} },
    user_prompt_submit: { event: "prompt.submit", effects: { warn: yes, note: yes, block: yes, set_input: yes } },
    before_model_call: {
      event: "turn.step",
      note: "rewrite limited to model/effort",
      effects: { respond: yes, set_input: onlyFields(["model"], "the rewrite is limited to model and effort") },
    },
    after_model_call: {
      event: "turn.step (after next)",
      effects: { set_output: unproven("it is not documented which parts of the answer it may rewrite") },
    },
    before_permission_decision: { event: "tool.check", effects: { allow: yes, ask: yes, block: yes } },
    before_tool_call: {
      event: "tool.call",
      effects: { warn: yes, ask: yes, respond: yes, block: yes, stop: yes, set_input: yes },
    },
    after_tool_result: { event: "tool.call (after next)", effects: { warn: yes, note: yes, set_output: yes } },
    after_tool_failure: { event: "tool.call (isError)", effects: { note: yes, set_output: yes } },
    before_completion_decision: { event: "classic.Stop / turn.complete", effects: { warn: yes } },
    assistant_message_render: { event: "ui.render, session.append", effects: { set_output: yes } },
    pre_compact: { event: "session.compact", effects: { block: yes } },
    subagent_start: {
      event: "agent.spawn",
      effects: { block: yes, set_input: unproven("it is not documented which fields it may rewrite") },
    },
  },
};
