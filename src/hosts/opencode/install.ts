// Installs into OpenCode: a plug-in file in the folder that OpenCode loads plug-ins from.

import type { AgentInstall } from "../install/agent.ts";
import { below } from "../install/settings.ts";

export const opencodeInstall: AgentInstall = {
  agent: "opencode",
  traces: {
    programs: ["opencode"],
    home: [".config/opencode"],
    project: [".opencode", "opencode.json", "opencode.jsonc"],
  },
  events: {},
  config: {
    kind: "plugin",
    file: below([".opencode", "plugins", "policyc.js"], [".config", "opencode", "plugins", "policyc.js"]),
  },
  projectBase: null,
  variables: () => ({}),
  switches: [],
  alsoReads: [],
  next: () => ["restart OpenCode: it loads plug-ins when it starts"],
  payload: () => null,
  denies: () => false,
};
