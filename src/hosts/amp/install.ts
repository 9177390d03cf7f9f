// Installs into Amp: a plug-in file in the folder that Amp loads plug-ins from.

import type { AgentInstall } from "../install/agent.ts";
import { below } from "../install/settings.ts";

export const ampInstall: AgentInstall = {
  agent: "amp",
  traces: { programs: ["amp"], home: [".config/amp"], project: [".amp"] },
  events: {},
  config: {
    kind: "plugin",
    file: below([".amp", "plugins", "policyc.ts"], [".config", "amp", "plugins", "policyc.ts"]),
  },
  projectBase: null,
  variables: () => ({}),
  switches: [],
  alsoReads: [],
  next: () => ["restart Amp: it loads plug-ins when it starts"],
  payload: () => null,
  denies: () => false,
};
