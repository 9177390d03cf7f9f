// A bundle as a hook of VS Code's agent mode, which speaks Claude Code's protocol with tools of its own.

import type { HostAdapter } from "../shared/adapter.ts";
import { refuseAndEnd, refuseInside } from "../shared/answer-shapes.ts";
import { claudeLike } from "../shared/claude-like.ts";
import { vscodeCopilot } from "./capabilities.ts";
import { vscodeTools } from "./tools.ts";

export const vscodeCopilotAdapter: HostAdapter = claudeLike({
  host: vscodeCopilot,
  tools: vscodeTools,
  shapes: {
    // Only the fields common to all events are documented here.
    user_prompt_submit: refuseAndEnd,
    before_completion_decision: refuseInside,
  },
});
