// The top-level fields that each host is known to send to its hooks. What else a payload holds is worth a look: a newer
// version of the host may say there what a policy should know.

const fields: { readonly [host: string]: string } = {
  "claude-code":
    "action agent_id agent_transcript_path agent_type background_tasks command_args command_name " +
    "command_source compact_summary content custom_instructions cwd delta directory duration_ms effort error " +
    "error_details event expansion_type file_path final from_model hook_event_name index is_interrupt " +
    "last_assistant_message mcp_server mcp_server_name message message_id mode model new_cwd " +
    "notification_type old_cwd permission_mode permission_suggestions prompt prompt_id reason " +
    "requested_schema scratchpad_dir session_crons session_id session_title source stop_hook_active " +
    "task_description task_id task_subject title to_model tool_calls tool_input tool_name tool_response " +
    "tool_use_id transcript_path trigger turn_id",
  cline:
    "agent_id clineVersion hookName iteration model parent_agent_id postToolUse preToolUse taskId taskStart " +
    "timestamp tool_call userId userPromptSubmit workspaceRoots",
  codex:
    "agent_id agent_transcript_path agent_type cwd hook_event_name last_assistant_message model " +
    "permission_mode prompt reason session_id source stop_hook_active tool_input tool_name tool_response " +
    "tool_use_id transcript_path trigger turn_id",
  "copilot-cli":
    "agentDescription agentDisplayName agentId agentName agentType customInstructions cwd error errorContext " +
    "hook_event_name initialPrompt message notification_type prompt reason recoverable response sessionId " +
    "session_id source stopReason stop_hook_active timestamp title toolArgs toolName toolResult tool_input " +
    "tool_name transcriptPath transformedPrompt trigger",
  cursor:
    "agent_message agent_transcript_path attachments command composer_mode content context_tokens " +
    "context_usage_percent context_window_size conversation_id cursor_version cwd description duration " +
    "duration_ms edits error_message failure_type file_path final_status generation_id git_branch " +
    "hook_event_name is_background_agent is_first_compaction is_interrupt is_parallel_worker loop_count " +
    "message_count messages_to_compact model model_id model_params modified_files output " +
    "parent_conversation_id prompt reason result_json sandbox session_id status subagent_id subagent_model " +
    "subagent_type summary task text tool_call_count tool_call_id tool_input tool_name tool_output tool_use_id " +
    "transcript_path trigger user_email workspace_roots",
  "factory-droid":
    "custom_instructions cwd hook_event_name message permission_mode prompt reason session_id source " +
    "stop_hook_active tool_input tool_name tool_response transcript_path trigger",
  "gemini-cli":
    "cwd details hook_event_name llm_request llm_response mcp_context message notification_type " +
    "original_request_name prompt prompt_response reason session_id source stop_hook_active timestamp " +
    "tool_input tool_name tool_response transcript_path trigger",
  goose:
    "event last_assistant_message matcher_context message session_id tool_call_id tool_input tool_name " +
    "tool_output working_dir",
  kiro: "cwd hook_event_name prompt tool_input tool_name tool_response",
  "qwen-code":
    "background_tasks context_limit context_usage crons cwd displayed_text duration_ms error hook_event_name " +
    "input_tokens is_final is_interrupt last_assistant_message message message_id model notification_type " +
    "permission_mode permission_suggestions prompt prompt_id reason session_id source stop_hook_active " +
    "submitted_prompt timestamp title tool_call_id tool_calls tool_input tool_name tool_response tool_use_id " +
    "transcript_path trigger",
  "vscode-copilot":
    "agent_id agent_type cwd hook_event_name prompt session_id source stop_hook_active timestamp tool_input " +
    "tool_name tool_response tool_use_id transcript_path trigger",
  windsurf: "agent_action_name execution_id model_name timestamp tool_info trajectory_id",
};

/** The fields of a payload that are not known of the host; null for a host without a list. */
export function unknownFields(host: string, payload: object): readonly string[] | null {
  const known = Object.hasOwn(fields, host) ? fields[host]?.split(" ") : undefined;
  return known === undefined ? null : Object.keys(payload).filter((name) => !known.includes(name));
}
