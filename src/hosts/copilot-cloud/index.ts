// The host record of the Copilot cloud agent, which uses Copilot CLI's format.

import type { HostRecord } from "../shared/host-record.ts";
import { copilotCloudAdapter as adapter } from "./adapter.ts";
import { copilotCloud as capabilities } from "./capabilities.ts";
import { copilotCloudSigns as signs } from "./signs.ts";

export const copilotCloud: HostRecord = {
  name: "copilot-cloud",
  title: "GitHub Copilot, cloud agent",
  connection: "node .policyc/bundle/worker.mjs --as copilot-cloud",
  timeLimitS: 30,
  exitRefuses: ["before_permission_decision"],
  capabilities,
  signs,
  adapter,
};
