// A bundle as a hook of Factory Droid, which speaks Claude Code's protocol of 2025.

import type { HostAdapter } from "../shared/adapter.ts";
import { endTurn, permission, refuse, refuseAndEnd, watch } from "../shared/answer-shapes.ts";
import { claudeFields, claudeMore } from "../shared/claude-fields.ts";
import { claudeLike, inputRewrite } from "../shared/claude-like.ts";
import { factoryDroid } from "./capabilities.ts";
import { droidTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

export const factoryDroidAdapter: HostAdapter = claudeLike({
  host: factoryDroid,
  projectVariables,
  tools: droidTools,
  fields: claudeFields,
  taken: ["tool_response"],
  more: { ...claudeMore, subagent_stop: () => ({ unknown: ["role", "state", "error"] }) },
  shapes: {
    user_prompt_submit: refuse("block"),
    before_tool_call: permission,
    // A block is only a remark beside the result; that the turn ends keeps the model from using it.
    after_tool_result: refuseAndEnd,
    before_completion_decision: refuse("block"),
    subagent_stop: refuse("block"),
    session_start: endTurn,
    pre_compact: endTurn,
    session_end: watch,
    notification: watch,
  },
  rewrites: { before_tool_call: { input: inputRewrite(droidTools) } },
});
