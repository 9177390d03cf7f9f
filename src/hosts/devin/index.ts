// The host record of Devin's command line.

import type { HostRecord } from "../shared/host-record.ts";
import { devinAdapter as adapter } from "./adapter.ts";
import { devin as capabilities } from "./capabilities.ts";
import { devinInstall as install } from "./install.ts";
import { devinSigns as signs } from "./signs.ts";
import { projectVariables } from "./variables.ts";

export const devin: HostRecord = {
  name: "devin",
  title: "Devin",
  timeLimitS: null,
  projectVariables,
  exitRefuses: ["user_prompt_submit", "before_permission_decision", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
};
