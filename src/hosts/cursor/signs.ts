// Signs that identify payloads of Cursor.

import { type HostSigns, has } from "../shared/signs.ts";

export const cursorSigns: HostSigns = {
  signs: [
    {
      strength: 170,
      is: (payload) =>
        has(payload, "cursor_version") || (has(payload, "conversation_id") && has(payload, "generation_id")),
    },
  ],
  fields:
    "agent_message agent_transcript_path attachments command composer_mode content context_tokens " +
    "context_usage_percent context_window_size conversation_id cursor_version cwd description duration " +
    "duration_ms edits error_message failure_type file_path final_status generation_id git_branch " +
    "hook_event_name is_background_agent is_first_compaction is_interrupt is_parallel_worker loop_count " +
    "message_count messages_to_compact model model_id model_params modified_files output " +
    "parent_conversation_id prompt reason result_json sandbox session_id status subagent_id " +
    "subagent_model subagent_type summary task text tool_call_count tool_call_id tool_input tool_name " +
    "tool_output tool_use_id transcript_path trigger user_email workspace_roots",
};
