// A bundle as a hook of Qwen Code: Claude Code's event names on Gemini CLI's machinery, and fewer answers that are read.

import type { HostAdapter } from "../shared/adapter.ts";
import { claudeLike } from "../shared/claude-like.ts";
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
  taken: ["tool_response", "displayed_text"],
  more: { assistant_message_render: ({ displayed_text }) => ({ message: displayed_text ?? "" }) },
});
