// Signs that identify payloads of Kiro.

import { type HostSigns, has, textAt } from "../shared/signs.ts";

export const kiroSigns: HostSigns = {
  signs: [{ strength: 120, is: (payload) => /^[a-z]/.test(textAt(payload, "hook_event_name")) && has(payload, "cwd") }],
  families: ["untimed"],
  fields: "cwd hook_event_name prompt tool_input tool_name tool_response",
};
