// What ignis can do at each event. It reads systemMessage but never shows it, so nothing can warn.

import { type Host, yes } from "../shared/host.ts";
import { REASON_LIMIT } from "./limits.ts";

const notShown = "ignis reads `systemMessage` but never shows it";

export const ignis: Host = {
  name: "ignis",
  evidence: "its tests and source, to PR 206",
  transport: "command stdin/stdout, no shell, sandboxed",
  failMode: "open, and a failing hook skips the rest of the chain",
  order: "declaration order, each sees the rewrites before it",
  reasonLimit: REASON_LIMIT,
  points: {
    user_prompt_submit: {
      event: "UserPromptSubmit",
      note: "also steering messages; a blocked prompt is neither stored nor sent",
      effects: { block: yes, set_input: yes },
      why: { warn: notShown },
    },
    before_tool_call: {
      event: "PreToolUse",
      note: "before the permission gate; calls of sub-agents are not seen",
      effects: { block: yes, set_input: yes },
      why: { warn: notShown, ask: "the permission gate comes later and cannot be called" },
    },
    after_tool_result: {
      event: "PostToolUse",
      note: "also on tool errors",
      effects: { set_output: yes },
      why: { warn: notShown, block: "a block here is only a warning in ignis; rewrite the output" },
    },
    assistant_message_render: {
      event: "AssistantMessageRender",
      note: "display only; history keeps the original",
      effects: { set_output: yes },
      why: { warn: notShown, block: "a block here is only a warning in ignis; rewrite the message" },
    },
  },
};
