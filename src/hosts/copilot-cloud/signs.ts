// How the payloads of The Copilot cloud agent are known from those of other hosts.

import type { HostSigns } from "../shared/signs.ts";

export const copilotCloudSigns: HostSigns = {
  signs: [],
  families: ["copilot", "timed"],
};
