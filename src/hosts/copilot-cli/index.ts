// The host record of Copilot CLI.

import type { HostRecord } from "../shared/host-record.ts";
import { copilotCliAdapter as adapter } from "./adapter.ts";
import { copilotCli as capabilities } from "./capabilities.ts";
import { copilotCliInstall as install } from "./install.ts";
import { copilotCliSigns as signs } from "./signs.ts";

export const copilotCli: HostRecord = {
  name: "copilot-cli",
  title: "GitHub Copilot CLI",
  timeLimitS: 30,
  exitRefuses: ["before_permission_decision"],
  capabilities,
  signs,
  adapter,
  install,
};
