// What Cursor (IDE, CLI and cloud agents) can do at each point.

import { type Host, inItsWay, onlyTools, yes } from "../shared/host.ts";

export const cursor: Host = {
  name: "cursor",
  evidence: "docs 2026; live reports on 3.14-3.17",
  transport: "command stdin/stdout",
  failMode: "open; failClosed:true per hook",
  order: "all sources run; enterprise>team>project>user on conflict",
  sends: { agent_id: ["subagent_start"], agent_type: ["subagent_start", "subagent_stop"] },
  points: {
    session_start: { event: "sessionStart", note: "fire and forget", effects: { note: yes } },
    session_end: { event: "sessionEnd", effects: {} },
    user_prompt_submit: { event: "beforeSubmitPrompt", effects: { block: yes } },
    after_model_call: { event: "afterAgentResponse / afterAgentThought", effects: {} },
    before_tool_call: {
      event: "preToolUse + beforeShellExecution/beforeMCPExecution/beforeReadFile",
      note: "ask only shell+MCP (specialised events); rewrite only preToolUse",
      effects: {
        allow: onlyTools(["bash", "mcp"], "only through the shell and MCP events"),
        ask: onlyTools(
          ["bash", "mcp"],
          "only through the shell and MCP events; elsewhere it is accepted but not enforced",
        ),
        block: yes,
        set_input: onlyTools(
          ["bash", "write", "edit", "search", "fetch", "subagent", "mcp"],
          "only through preToolUse, which read calls may skip",
        ),
      },
    },
    after_tool_result: {
      event: "postToolUse",
      note: "rewrite MCP results only",
      effects: { note: yes, set_output: onlyTools(["mcp"], "only results of MCP tools") },
    },
    after_tool_failure: { event: "postToolUseFailure", effects: {} },
    before_completion_decision: {
      event: "stop",
      note: "as an automatic follow-up message, loop_limit 5 by default",
      effects: { block: inItsWay("as an automatic follow-up message, at most 5 in a row by default") },
      why: { ask: "it only accepts a follow-up message" },
    },
    assistant_message_render: {
      event: "afterAgentResponse",
      effects: {},
      neverFires: "cursor reports a message only once, and rules about it run at after_model_call",
    },
    pre_compact: { event: "preCompact", effects: { warn: yes } },
    subagent_start: { event: "subagentStart", effects: { block: yes } },
    subagent_stop: {
      event: "subagentStop",
      effects: { block: inItsWay("as an automatic follow-up message, at most 5 in a row by default") },
    },
    file_changed: { event: "afterFileEdit", effects: {} },
  },
};
