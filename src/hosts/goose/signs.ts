// Signs that identify payloads of Goose.

import { type HostSigns, has } from "../shared/signs.ts";

export const gooseSigns: HostSigns = {
  signs: [{ strength: 180, is: (payload) => has(payload, "event") && !has(payload, "hook_event_name") }],
  fields:
    "event last_assistant_message matcher_context message session_id tool_call_id tool_input tool_name " +
    "tool_output working_dir",
};
