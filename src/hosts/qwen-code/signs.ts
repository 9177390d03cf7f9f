// Signs that identify payloads of Qwen Code.

import { type HostSigns, has, isSet, isTimed, textAt } from "../shared/signs.ts";

const ownTools = /^(?:run_shell_command|write_file|edit|agent|read_many_files|list_directory|save_memory)$/;

export const qwenCodeSigns: HostSigns = {
  signs: [
    {
      strength: 100,
      is: (payload) =>
        isTimed(payload) &&
        has(payload, "transcript_path") &&
        (has(payload, "tool_call_id") || /^(?:auto_edit|yolo)$/.test(textAt(payload, "permission_mode"))),
    },
    { strength: 90, is: (payload, env) => isTimed(payload) && isSet(env, "QWEN_PROJECT_DIR"), alsoOf: ["timed"] },
    {
      strength: 70,
      is: (payload) =>
        isTimed(payload) && (has(payload, "permission_mode") || ownTools.test(textAt(payload, "tool_name"))),
      alsoOf: ["timed"],
    },
  ],
  families: ["timed", "seldom timed"],
  fields:
    "background_tasks context_limit context_usage crons cwd displayed_text duration_ms error " +
    "hook_event_name input_tokens is_final is_interrupt last_assistant_message message message_id model " +
    "notification_type permission_mode permission_suggestions prompt prompt_id reason session_id source " +
    "stop_hook_active submitted_prompt timestamp title tool_call_id tool_calls tool_input tool_name " +
    "tool_response tool_use_id transcript_path trigger",
};
