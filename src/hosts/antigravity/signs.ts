// Signs that identify payloads of Antigravity.

import { type HostSigns, has } from "../shared/signs.ts";

export const antigravitySigns: HostSigns = {
  signs: [
    {
      strength: 140,
      is: (payload) => has(payload, "conversationId") && (has(payload, "toolCall") || has(payload, "workspacePaths")),
    },
  ],
};
