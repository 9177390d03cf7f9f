// What NeoCode can do at each point. NeoCode turns a block at a point that may not block into a pass, so it is rejected here.

import { type Host, yes } from "../shared/host.ts";

const noBlock = "NeoCode turns a block here into a pass";

export const neocode: Host = {
  name: "neocode",
  evidence: "its tests and source, to PR 717",
  transport: "command stdin/stdout; http for observers",
  failMode: "warn_only (open) unless fail_closed is set per hook",
  order: "internal, user, repo; higher priority first; the first block ends the chain",
  points: {
    session_start: { event: "session_start", effects: { note: yes }, why: { block: noBlock } },
    session_end: { event: "session_end", effects: { note: yes }, why: { block: noBlock } },
    user_prompt_submit: {
      event: "user_prompt_submit",
      note: "the prompt itself is not sent; a rewrite replaces its first text part",
      effects: { note: yes, block: yes, set_input: yes },
      lacks: ["prompt"],
    },
    before_permission_decision: {
      event: "before_permission_decision",
      note: "only if the permission layer answered ask or deny",
      effects: { note: yes, block: yes },
      internalOnly: true,
    },
    before_tool_call: {
      event: "before_tool_call",
      effects: { note: yes, block: yes },
      why: { set_input: "NeoCode rewrites only the prompt" },
    },
    after_tool_result: { event: "after_tool_result", effects: { note: yes }, why: { block: noBlock } },
    after_tool_failure: { event: "after_tool_failure", effects: { note: yes }, why: { block: noBlock } },
    before_completion_decision: {
      event: "before_completion_decision",
      effects: {},
      neverFires: "NeoCode declares it but never fires it since PR 646; use accept_gate",
    },
    accept_gate: {
      event: "accept_gate",
      note: "block sends the agent back, at most 3 times; only when the run wrote to the workspace",
      effects: { note: yes, block: yes },
    },
    pre_compact: { event: "pre_compact", effects: { note: yes, block: yes }, internalOnly: true },
    post_compact: { event: "post_compact", effects: { note: yes }, why: { block: noBlock } },
    subagent_start: { event: "subagent_start", effects: { note: yes, block: yes }, internalOnly: true },
    subagent_stop: { event: "subagent_stop", effects: { note: yes }, why: { block: noBlock } },
  },
};
