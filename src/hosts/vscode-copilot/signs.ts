// Signs that identify payloads of VS Code's agent mode.

import { type HostSigns, isTimed, textAt } from "../shared/signs.ts";

const ownTools = /^(?:[a-z]+(?:_[a-z]+)*_(?:file|terminal|webpage|search|dir|patch|files)|[a-z]+[A-Z]\w*)$/;

export const vscodeCopilotSigns: HostSigns = {
  signs: [
    {
      strength: 60,
      is: (payload) => isTimed(payload) && ownTools.test(textAt(payload, "tool_name")),
      alsoOf: ["timed"],
    },
  ],
  families: ["timed", "seldom timed"],
  fields:
    "agent_id agent_type cwd hook_event_name prompt session_id source stop_hook_active timestamp " +
    "tool_input tool_name tool_response tool_use_id transcript_path trigger",
};
