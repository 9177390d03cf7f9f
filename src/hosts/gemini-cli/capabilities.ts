// What Gemini CLI can do at each point.

import { type Host, inItsWay, unproven, yes } from "../shared/host.ts";

export const geminiCli: Host = {
  name: "gemini-cli",
  evidence: "source 2026-08-21; live reports on 0.54.4",
  transport: "command stdin/stdout",
  failMode: "open; exit 2 with no text at all also proceeds",
  order: "parallel, or sequential if any matching group sets sequential",
  points: {
    session_start: { event: "SessionStart", effects: { warn: yes, note: yes } },
    session_end: { event: "SessionEnd", effects: { warn: yes } },
    user_prompt_submit: { event: "BeforeAgent", effects: { warn: yes, note: yes, block: yes, stop: yes } },
    before_model_call: {
      event: "BeforeModel",
      note: "BeforeToolSelection can also restrict the tool list",
      effects: { respond: yes, block: yes, stop: yes, set_input: yes },
    },
    after_model_call: {
      event: "AfterModel",
      note: "once per stream chunk",
      effects: { block: yes, stop: yes, set_output: yes },
    },
    before_permission_decision: { event: "Notification ToolPermission (observe)", effects: {} },
    before_tool_call: {
      event: "BeforeTool",
      note: "allow is inert; ask is in source, not in the reference page",
      effects: { warn: yes, ask: yes, block: yes, stop: yes, set_input: yes },
      why: { allow: "an allow is read but has no effect" },
    },
    after_tool_result: {
      event: "AfterTool",
      note: "rewrite = text replaced by the deny reason",
      effects: {
        warn: yes,
        note: yes,
        block: yes,
        stop: yes,
        set_output: inItsWay("the deny reason replaces the text"),
      },
    },
    after_tool_failure: {
      event: "AfterTool (tool_response.error)",
      effects: { warn: yes, note: yes, block: yes, set_output: inItsWay("the deny reason replaces the text") },
    },
    before_completion_decision: { event: "AfterAgent", effects: { warn: yes, block: yes, stop: yes } },
    assistant_message_render: {
      event: "AfterModel",
      effects: {
        set_output: unproven("it is called once per stream chunk, so a rewrite never sees the whole message"),
      },
    },
    pre_compact: { event: "PreCompress", effects: { warn: yes } },
    notification: { event: "Notification", effects: { warn: yes } },
  },
};
