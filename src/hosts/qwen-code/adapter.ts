// A bundle as a hook of Qwen Code: Claude Code's event names on Gemini CLI's machinery, and fewer answers that are read.

import type { HostAdapter } from "../shared/adapter.ts";
import { behavior, endTurn, permission, refuse, refuseAndEnd, watch } from "../shared/answer-shapes.ts";
import { claudeFields, claudeMore } from "../shared/claude-fields.ts";
import { claudeLike, inputRewrite } from "../shared/claude-like.ts";
import { qwenCode } from "./capabilities.ts";
import { qwenTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

export const qwenCodeAdapter: HostAdapter = claudeLike({
  host: qwenCode,
  projectVariables,
  // What it tells has been decided.
  harmless: ["PermissionDenied"],
  tools: qwenTools,
  callDirs: ["directory", "dir_path"],
  runId: "prompt_id",
  // Every result that goes back to the model comes by as a prompt without words, which nobody has submitted.
  isRepeated: (point, { prompt, submitted_prompt }) =>
    point === "user_prompt_submit" && prompt === "" && submitted_prompt === undefined,
  fields: claudeFields,
  taken: ["tool_response", "displayed_text"],
  more: {
    ...claudeMore,
    assistant_message_render: ({ displayed_text }) => ({ message: displayed_text ?? "" }),
  },
  shapes: {
    user_prompt_submit: refuse("block"),
    before_permission_decision: behavior("no interrupt"),
    before_tool_call: permission,
    // Only the end of the turn is read here.
    after_tool_result: refuseAndEnd,
    before_completion_decision: refuse("block"),
    subagent_stop: refuse("block"),
    session_start: endTurn,
    subagent_start: endTurn,
    pre_compact: endTurn,
    after_tool_failure: watch,
    assistant_message_render: watch,
    session_end: watch,
    post_compact: watch,
    notification: watch,
  },
  rewrites: { before_permission_decision: { input: inputRewrite(qwenTools) } },
});
