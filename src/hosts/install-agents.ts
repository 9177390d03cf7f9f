// The agents that `policyc install` supports, by name.

import type { AgentInstall } from "./install/agent.ts";
import { registry } from "./registry.ts";

export const agentInstalls: ReadonlyMap<string, AgentInstall> = new Map(
  registry.flatMap(({ name, install }) => (install === undefined ? [] : [[name, install]])),
);
