// Signs that identify payloads of Copilot CLI.

import { type HostSigns, has, isTimed } from "../shared/signs.ts";

export const copilotCliSigns: HostSigns = {
  signs: [
    {
      strength: 150,
      is: (payload) => has(payload, "sessionId") && (has(payload, "toolName") || typeof payload.timestamp === "number"),
      alsoOf: ["copilot"],
    },
    // Its answers are written so that VS Code can read them too.
    { strength: 50, is: isTimed, alsoOf: ["timed"] },
  ],
  families: ["copilot", "timed"],
  fields:
    "agentDescription agentDisplayName agentId agentName agentType customInstructions cwd error " +
    "errorContext hook_event_name initialPrompt message notification_type prompt reason recoverable " +
    "response sessionId session_id source stopReason stop_hook_active timestamp title toolArgs toolName " +
    "toolResult tool_input tool_name transcriptPath transformedPrompt trigger",
};
