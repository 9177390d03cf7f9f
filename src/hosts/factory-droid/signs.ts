// Signs that identify payloads of Factory Droid.

import { type HostSigns, has, isSet, textAt } from "../shared/signs.ts";

export const factoryDroidSigns: HostSigns = {
  signs: [
    { strength: 40, is: (payload) => /^(?:off|spec|auto-.*)$/.test(textAt(payload, "permission_mode")) },
    {
      strength: 20,
      is: (payload, env) => has(payload, "hook_event_name") && isSet(env, "FACTORY_PROJECT_DIR"),
      alsoOf: ["untimed"],
    },
  ],
  families: ["untimed"],
  fields:
    "custom_instructions cwd hook_event_name message permission_mode prompt reason session_id source " +
    "stop_hook_active tool_input tool_name tool_response transcript_path trigger",
};
