// What Windsurf Cascade can do at each point.

import { type Host, inItsWay, yes } from "../shared/host.ts";

/** One Windsurf event corresponds to one point. */
const reportedAt = (at: string): string => `windsurf reports this only once, and rules about it run at ${at}`;

export const windsurf: Host = {
  name: "windsurf",
  evidence: "docs as reported 2026-03..04",
  transport: "command; exit code only",
  failMode: "open",
  order: "sequential system, user, workspace",
  points: {
    user_prompt_submit: { event: "pre_user_prompt", effects: { block: yes } },
    after_model_call: { event: "post_cascade_response", effects: {} },
    before_tool_call: {
      event: "pre_run_command / pre_write_code / pre_read_code / pre_mcp_tool_use",
      note: "warn = stdout with show_output",
      effects: { warn: inItsWay("as stdout, with show_output set"), block: yes },
    },
    after_tool_result: {
      event: "post_run_command / post_write_code / post_read_code / post_mcp_tool_use",
      effects: { warn: inItsWay("as stdout, with show_output set") },
    },
    before_completion_decision: {
      event: "post_cascade_response (observe)",
      effects: {},
      neverFires: reportedAt("after_model_call"),
    },
    assistant_message_render: {
      event: "post_cascade_response (observe)",
      effects: {},
      neverFires: reportedAt("after_model_call"),
    },
    file_changed: { event: "post_write_code", effects: {}, neverFires: reportedAt("after_tool_result") },
  },
};
