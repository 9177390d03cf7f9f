// Signs that identify payloads of Windsurf.

import { type HostSigns, has } from "../shared/signs.ts";

export const windsurfSigns: HostSigns = {
  signs: [{ strength: 190, is: (payload) => has(payload, "agent_action_name") }],
  fields: "agent_action_name execution_id model_name timestamp tool_info trajectory_id",
};
