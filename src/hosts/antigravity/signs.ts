// How the payloads of Antigravity are known from those of other hosts.

import { type HostSigns, has } from "../shared/signs.ts";

export const antigravitySigns: HostSigns = {
  signs: [
    {
      strength: 140,
      is: (payload) => has(payload, "conversationId") && (has(payload, "toolCall") || has(payload, "workspacePaths")),
    },
  ],
};
