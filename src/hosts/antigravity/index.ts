// The host record of Antigravity.

import type { HostRecord } from "../shared/host-record.ts";
import { antigravityAdapter as adapter } from "./adapter.ts";
import { antigravity as capabilities } from "./capabilities.ts";
import { antigravitySigns as signs } from "./signs.ts";

export const antigravity: HostRecord = {
  name: "antigravity",
  title: "Antigravity",
  connection: "node .policyc/bundle/worker.mjs --as antigravity",
  timeLimitS: null,
  readsJsonFirst: true,
  capabilities,
  signs,
  adapter,
};
