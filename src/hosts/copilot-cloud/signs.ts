// Signs that identify payloads of the Copilot cloud agent.

import type { HostSigns } from "../shared/signs.ts";

export const copilotCloudSigns: HostSigns = {
  signs: [],
  families: ["copilot", "timed"],
};
