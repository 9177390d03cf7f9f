// Signs that identify payloads of Cline.

import { type HostSigns, has } from "../shared/signs.ts";

export const clineSigns: HostSigns = {
  signs: [{ strength: 160, is: (payload) => has(payload, "hookName") && has(payload, "clineVersion") }],
  fields:
    "agent_id clineVersion hookName iteration model parent_agent_id postToolUse preToolUse taskId " +
    "taskStart timestamp tool_call userId userPromptSubmit workspaceRoots",
};
