// What codex_runtime (codexus) can do at each phase. Pre phases change or block, post phases only observe; no text reaches
// the user or the model.

import { type Host, onlyFields, yes } from "../shared/host.ts";

const noText = "no phase carries text to the user or the model";
const watch = { block: "post phases only observe", warn: noText, note: noText } as const;

export const codexRuntime: Host = {
  name: "codex-runtime",
  evidence: "its tests and source, contract version 1.0",
  transport: "command stdin/stdout, always through sh -c",
  failMode: "open, always; a failing tool guard approves",
  order: "declaration order; the last rewrite wins; a block ends the chain and drops earlier rewrites",
  points: {
    session_start: {
      event: "PreSessionStart",
      note: "model and metadata only",
      effects: { block: yes, set_input: onlyFields(["model"], "PreSessionStart may change only model and metadata") },
      why: { warn: noText, note: noText },
    },
    before_run: {
      event: "PreRun",
      note: "the prompt is not sent",
      effects: { block: yes, set_input: yes },
      why: { warn: noText, note: noText },
      lacks: ["prompt"],
    },
    after_run: { event: "PostRun", effects: {}, why: watch },
    user_prompt_submit: {
      event: "PreTurn",
      note: "the prompt is not sent",
      effects: { block: yes, set_input: yes },
      why: { warn: noText, note: noText },
      lacks: ["prompt"],
    },
    after_model_call: { event: "PostTurn", effects: {}, why: watch, lacks: ["response"] },
    before_tool_call: {
      event: "PreToolUse",
      note: "command and file-change approvals only; the reason is not passed on",
      effects: { block: yes },
      why: {
        set_input: "a rewrite is ignored at PreToolUse",
        ask: "the answer is the approval itself: accept or decline",
        allow: "it accepts calls even without a rule",
        warn: noText,
        note: noText,
      },
      tools: ["bash", "write", "edit"],
    },
    after_tool_result: {
      event: "PostToolUse",
      effects: {},
      neverFires: "codex_runtime reserves PostToolUse and never fires it",
    },
  },
};
