// A bundle as a Qwen Code hook: Claude Code's event names on Gemini CLI's implementation, which reads fewer answers.

import type { HostAdapter } from "../shared/adapter.ts";
import { claudeLike } from "../shared/claude-like.ts";
import { qwenCode } from "./capabilities.ts";
import { qwenTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

export const qwenCodeAdapter: HostAdapter = claudeLike({
  host: qwenCode,
  projectVariables,
  // It reports a decision that has already been made.
  harmless: ["PermissionDenied"],
  tools: qwenTools,
  callDirs: ["directory", "dir_path"],
  runId: "prompt_id",
  // Every result that goes back to the model also arrives as an empty prompt, which no user has submitted.
  isRepeated: (point, { prompt, submitted_prompt }) =>
    point === "user_prompt_submit" && prompt === "" && submitted_prompt === undefined,
  taken: ["tool_response", "displayed_text"],
  more: { assistant_message_render: ({ displayed_text }) => ({ message: displayed_text ?? "" }) },
});
