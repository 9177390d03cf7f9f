// What OpenCode plugins can do at each point.

import { type Host, inItsWay, yes } from "../shared/host.ts";

export const opencode: Host = {
  name: "opencode",
  evidence: "source 2026-08-19",
  transport: "in-process plugin function",
  failMode: "a thrown error denies; no timeout",
  order: "sequential in load order",
  points: {
    session_start: { event: "event session.created", effects: {} },
    user_prompt_submit: {
      event: "chat.message",
      effects: {
        note: yes,
        block: inItsWay("as a thrown error; the prompt stays out of the history, and the user sees no reason"),
        set_input: yes,
      },
    },
    before_model_call: {
      event: "chat.params, experimental.chat.messages.transform, experimental.chat.system.transform",
      effects: { note: yes, set_input: yes },
    },
    after_model_call: { event: "experimental.text.complete", effects: { set_output: yes } },
    before_permission_decision: { event: "event permission.asked (observe)", effects: {} },
    before_tool_call: {
      event: "tool.execute.before",
      note: "warn/stop through the client object",
      effects: {
        warn: inItsWay("through the client object"),
        block: yes,
        stop: inItsWay("through the client object"),
        set_input: yes,
      },
    },
    after_tool_result: {
      event: "tool.execute.after",
      effects: { warn: inItsWay("through the client object"), note: yes, set_output: yes },
    },
    before_completion_decision: {
      event: "event session.idle",
      note: "by sending another prompt through the client",
      effects: { block: inItsWay("by sending another prompt through the client") },
    },
    assistant_message_render: { event: "experimental.text.complete", effects: { set_output: yes } },
    pre_compact: { event: "experimental.session.compacting", effects: { note: yes, set_input: yes } },
    post_compact: { event: "event session.compacted", effects: {} },
    file_changed: { event: "event file.edited / file.watcher.updated", effects: {} },
  },
};
