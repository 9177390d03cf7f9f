// A bundle as a hook of Codex. Its answers are read by closed schemas: one key too many, or a word it does not support,
// voids the whole answer, and the action goes on.

import type { HostAdapter } from "../shared/adapter.ts";
import { behavior, endTurn, permissionOrSilence, refuse, replaceByReason, watch } from "../shared/answer-shapes.ts";
import { claudeFields, claudeMore } from "../shared/claude-fields.ts";
import { asText, claudeLike, inputRewrite } from "../shared/claude-like.ts";
import { codex } from "./capabilities.ts";
import { codexTools } from "./tools.ts";

export const codexAdapter: HostAdapter = claudeLike({
  host: codex,
  tools: codexTools,
  callDirs: ["workdir", "cwd"],
  runId: "turn_id",
  fields: claudeFields,
  taken: ["tool_response"],
  more: claudeMore,
  shapes: {
    user_prompt_submit: refuse("block"),
    before_permission_decision: behavior("no interrupt"),
    before_tool_call: permissionOrSilence,
    after_tool_result: replaceByReason("block"),
    before_completion_decision: refuse("block"),
    subagent_stop: refuse("block"),
    session_start: endTurn,
    subagent_start: endTurn,
    pre_compact: endTurn,
    post_compact: endTurn,
    session_end: watch,
  },
  rewrites: {
    before_tool_call: { input: inputRewrite(codexTools) },
    after_tool_result: { output: asText },
  },
});
