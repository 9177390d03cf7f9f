// Signs that identify payloads of Codex.

import { eventIn, type HostSigns, has } from "../shared/signs.ts";

const isOwnEvent = eventIn([
  ...["UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "PreCompact", "PostCompact"],
  ...["SubagentStart", "SubagentStop", "Stop", "Interrupt"],
]);

export const codexSigns: HostSigns = {
  signs: [{ strength: 110, is: (payload) => has(payload, "turn_id") && isOwnEvent(payload) }],
  families: ["untimed"],
  fields:
    "agent_id agent_transcript_path agent_type cwd hook_event_name last_assistant_message model " +
    "permission_mode prompt reason session_id source stop_hook_active tool_input tool_name tool_response " +
    "tool_use_id transcript_path trigger turn_id",
};
