// Signs that identify payloads of Devin. It also runs hooks from Claude Code's settings, and sends them tools that Claude
// Code does not have.

import { eventIn, type HostSigns, has, isSet, textAt } from "../shared/signs.ts";

const isOwnEvent = eventIn(["PostCompaction"]);
const ownTools =
  /^(?:exec|write_to_process|read|write|edit|notebook_edit|apply_patch|grep|glob|webfetch|run_subagent)$/;

export const devinSigns: HostSigns = {
  signs: [
    { strength: 115, is: isOwnEvent },
    { strength: 36, is: (payload, env) => has(payload, "hook_event_name") && isSet(env, "DEVIN_PROJECT_DIR") },
    { strength: 34, is: (payload) => has(payload, "prompt_id") && ownTools.test(textAt(payload, "tool_name")) },
  ],
  families: ["untimed", "prompt ids"],
  fields:
    "hook_event_name prompt prompt_id reason session_id source stop_hook_active tool_input tool_name tool_response",
};
