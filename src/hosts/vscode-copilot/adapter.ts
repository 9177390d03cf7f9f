// A bundle as a hook of VS Code's agent mode, which uses Claude Code's protocol with its own tools.

import type { HostAdapter } from "../shared/adapter.ts";
import { refuseAndEnd, refuseInside } from "../shared/answer-shapes.ts";
import { claudeLike } from "../shared/claude-like.ts";
import { vscodeCopilot } from "./capabilities.ts";
import { vscodeTools } from "./tools.ts";

export const vscodeCopilotAdapter: HostAdapter = claudeLike({
  host: vscodeCopilot,
  tools: vscodeTools,
  shapes: {
    // For this event only the common fields are documented.
    user_prompt_submit: refuseAndEnd,
    before_completion_decision: refuseInside,
  },
});
