// A bundle as a hook of Devin's command line: Claude Code's events, with the decision at the top level of the answer.

import type { HostAdapter } from "../shared/adapter.ts";
import { approveOrBlock } from "../shared/answer-shapes.ts";
import { errorText } from "../shared/claude-fields.ts";
import { claudeLike } from "../shared/claude-like.ts";
import { isObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { devin } from "./capabilities.ts";
import { devinTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

export const devinAdapter: HostAdapter = claudeLike({
  host: devin,
  projectVariables,
  tools: devinTools,
  runId: "prompt_id",
  more: {
    after_tool_result: ({ tool_response: response }) =>
      isObject(response) && response.success === false
        ? { output: errorText(response.error ?? response.output), is_error: true }
        : { output: responseText(isObject(response) ? (response.output ?? "") : (response ?? "")), is_error: false },
  },
  shapes: { before_tool_call: approveOrBlock, before_permission_decision: approveOrBlock },
});
