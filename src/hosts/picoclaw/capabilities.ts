// What picoclaw can do at each stage. Ending the turn is `stop`; `block` is only the denial of a tool.

import { type Host, onlyFields, yes } from "../shared/host.ts";

const aborts = "picoclaw can only end the whole turn here; use `stop`";

export const picoclaw: Host = {
  name: "picoclaw",
  evidence: "its tests and source, protocol version 1",
  transport: "long-lived process, JSON-RPC 2.0 over stdio, one message per line",
  failMode: "interceptors open, approval closed",
  order: "in-process before process, lower priority first; each sees the rewrites before it",
  points: {
    before_run: { event: "agent.turn.start", note: "for observing only, no answer is read", effects: {} },
    after_run: { event: "agent.turn.end", note: "for observing only, no answer is read", effects: {} },
    before_model_call: {
      event: "before_llm",
      note: "changes of system messages or tools are undone",
      effects: { stop: yes, set_input: onlyFields(["model"], "only a change of the model is certain to be kept") },
      why: { block: aborts, respond: "picoclaw responds only for tools" },
    },
    after_model_call: { event: "after_llm", effects: { stop: yes, set_output: yes }, why: { block: aborts } },
    before_permission_decision: {
      event: "approve_tool",
      effects: { block: yes },
      why: { allow: "`approved: true` lets the call pass but does not approve it", ask: "it cannot wait for a person" },
    },
    before_tool_call: {
      event: "before_tool",
      note: "respond skips approval, execution and after_tool",
      effects: { block: yes, stop: yes, respond: yes, set_input: yes },
      why: { ask: "it cannot wait for a person", allow: "continuing does not approve the call" },
    },
    after_tool_result: { event: "after_tool", effects: { stop: yes, set_output: yes }, why: { block: aborts } },
  },
};
