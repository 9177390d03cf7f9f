// Signs that identify payloads of Claude Code.

import { type HostSigns, has } from "../shared/signs.ts";

export const claudeCodeSigns: HostSigns = {
  signs: [
    {
      strength: 30,
      is: (payload) => has(payload, "prompt_id") && has(payload, "hook_event_name"),
      alsoOf: ["prompt ids"],
      isSure: true,
    },
    // Most other hosts have adopted its payloads.
    { strength: 10, is: (payload) => has(payload, "hook_event_name"), alsoOf: ["untimed", "seldom timed"] },
  ],
  families: ["untimed"],
  fields:
    "action agent_id agent_transcript_path agent_type background_tasks command_args command_name " +
    "command_source compact_summary content custom_instructions cwd delta directory duration_ms effort " +
    "error error_details event expansion_type file_path final from_model hook_event_name index " +
    "is_interrupt last_assistant_message mcp_server mcp_server_name message message_id mode model new_cwd " +
    "notification_type old_cwd permission_mode permission_suggestions prompt prompt_id reason " +
    "requested_schema scratchpad_dir session_crons session_id session_title source stop_hook_active " +
    "task_description task_id task_subject title to_model tool_calls tool_input tool_name tool_response " +
    "tool_use_id transcript_path trigger turn_id",
};
