// policyc's own runtime. Each `no` that a reader might not expect has its reason in `why`.

import { type Host, type HostPoint, yes } from "../shared/host.ts";

const noConfirmation = "there is no confirmation to skip here";
const over = "it has already happened";
const nothingToAnswer = "only a tool call or a model call has a result that can be replaced";
const noTurn = "no turn is running here";
const notHere = { allow: noConfirmation, respond: nothingToAnswer } as const;
const past = { allow: over, ask: over, respond: over } as const;

/** Something is about to happen and can be refused. */
const gate = { warn: yes, note: yes, ask: yes, block: yes, stop: yes } as const;
/** Something has happened; people and the model can be informed. */
const told: HostPoint["effects"] = { warn: yes, note: yes };
const toldOnly = { ...past, block: over, stop: over } as const;

const sendsBack = {
  allow: noConfirmation,
  ask: "the agent is either sent back or not; nobody can be asked",
  respond: nothingToAnswer,
  stop: "the turn is about to end, and a `stop` would override a rule that sends the agent back",
} as const;

export const policycItself: Host = {
  name: "policyc",
  evidence: "src/runtime",
  transport: "in-process function, worker thread, stdio JSON-RPC or one-shot process",
  failMode: "depends on the point: block where something can still be stopped, otherwise pass with a failure",
  order: "one decision: the strictest of all rules and hooks",
  sends: { agent_id: "all", agent_type: "all" },
  asksOnce: {
    at: ["before_tool_call", "before_permission_decision"],
    ranAt: ["after_tool_result", "after_tool_failure"],
  },
  points: {
    session_start: {
      event: "session_start",
      effects: { ...gate, set_input: yes },
      why: notHere,
    },
    session_end: {
      event: "session_end",
      effects: { warn: yes },
      why: { ...toldOnly, note: "no model call follows the end of a session" },
    },
    before_run: { event: "before_run", effects: { ...gate, set_input: yes }, why: notHere },
    after_run: { event: "after_run", effects: told, why: toldOnly },
    user_prompt_submit: { event: "user_prompt_submit", effects: { ...gate, set_input: yes }, why: notHere },
    before_model_call: {
      event: "before_model_call",
      note: "`set` reaches the model; the conversation is not rewritten",
      effects: { ...gate, respond: yes, set_input: yes },
      why: { allow: noConfirmation },
    },
    after_model_call: {
      event: "after_model_call",
      note: "block withholds the answer",
      effects: { warn: yes, note: yes, block: yes, stop: yes, set_output: yes },
      why: past,
    },
    before_permission_decision: {
      event: "before_permission_decision",
      effects: { ...gate, allow: yes, set_input: yes },
      why: { respond: "a permission is granted or refused; the call itself comes later" },
    },
    before_tool_call: {
      event: "before_tool_call",
      effects: { ...gate, allow: yes, respond: yes, set_input: yes },
    },
    after_tool_result: {
      event: "after_tool_result",
      note: "block withholds the result from the model; the tool has run",
      effects: { warn: yes, note: yes, block: yes, stop: yes, set_output: yes },
      why: past,
    },
    after_tool_failure: {
      event: "after_tool_failure",
      note: "block withholds the error text from the model",
      effects: { warn: yes, note: yes, block: yes, stop: yes, set_output: yes },
      why: past,
    },
    before_completion_decision: {
      event: "before_completion_decision",
      note: "block sends the agent back to work, at most 3 times in a row",
      effects: { warn: yes, note: yes, block: yes },
      why: sendsBack,
    },
    accept_gate: {
      event: "accept_gate",
      note: "block sends the agent back to work, at most 3 times in a row",
      effects: { warn: yes, note: yes, block: yes },
      why: sendsBack,
    },
    assistant_message_render: {
      event: "assistant_message_render",
      note: "a rewrite changes what is shown, not the history",
      effects: { ...told, set_output: yes },
      why: { ...past, block: "the message is already in the history; rewrite what is shown", stop: noTurn },
    },
    pre_compact: { event: "pre_compact", effects: gate, why: notHere },
    post_compact: { event: "post_compact", effects: told, why: toldOnly },
    subagent_start: { event: "subagent_start", effects: gate, why: notHere },
    subagent_stop: { event: "subagent_stop", effects: told, why: toldOnly },
    file_changed: { event: "file_changed", effects: told, why: toldOnly },
    notification: { event: "notification", effects: told, why: { ...toldOnly, stop: noTurn } },
  },
};
