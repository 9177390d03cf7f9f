// Signs that identify payloads of Gemini CLI.

import { eventIn, type HostSigns, has, isSet, isTimed } from "../shared/signs.ts";

const isOwnEvent = eventIn([
  ...["BeforeAgent", "AfterAgent", "BeforeModel", "BeforeToolSelection", "AfterModel", "BeforeTool", "AfterTool"],
  "PreCompress",
]);

export const geminiCliSigns: HostSigns = {
  signs: [
    { strength: 130, is: (payload) => isOwnEvent(payload) && has(payload, "timestamp") },
    {
      strength: 80,
      is: (payload, env) => isTimed(payload) && isSet(env, "GEMINI_PROJECT_DIR"),
      alsoOf: ["timed"],
    },
  ],
  families: ["timed"],
  fields:
    "cwd details hook_event_name llm_request llm_response mcp_context message notification_type " +
    "original_request_name prompt prompt_response reason session_id source stop_hook_active timestamp " +
    "tool_input tool_name tool_response transcript_path trigger",
};
