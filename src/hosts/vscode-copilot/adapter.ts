// A bundle as a hook of VS Code's agent mode, which speaks Claude Code's protocol with tools of its own.

import type { HostAdapter } from "../shared/adapter.ts";
import { endTurn, permission, refuse, refuseAndEnd, refuseInside } from "../shared/answer-shapes.ts";
import { claudeFields, claudeMore } from "../shared/claude-fields.ts";
import { claudeLike, inputRewrite } from "../shared/claude-like.ts";
import { vscodeCopilot } from "./capabilities.ts";
import { vscodeTools } from "./tools.ts";

export const vscodeCopilotAdapter: HostAdapter = claudeLike({
  host: vscodeCopilot,
  tools: vscodeTools,
  fields: claudeFields,
  taken: ["tool_response"],
  more: claudeMore,
  shapes: {
    // Only the fields common to all events are documented here.
    user_prompt_submit: refuseAndEnd,
    before_tool_call: permission,
    // A block is only a remark beside the result; that the turn ends keeps the model from using it.
    after_tool_result: refuseAndEnd,
    before_completion_decision: refuseInside,
    subagent_stop: refuse("block"),
    session_start: endTurn,
    subagent_start: endTurn,
    pre_compact: endTurn,
  },
  rewrites: { before_tool_call: { input: inputRewrite(vscodeTools) } },
});
