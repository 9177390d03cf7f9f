// The host record of Factory Droid.

import type { HostRecord } from "../shared/host-record.ts";
import { factoryDroidAdapter as adapter } from "./adapter.ts";
import { factoryDroid as capabilities } from "./capabilities.ts";
import { factoryDroidInstall as install } from "./install.ts";
import { factoryDroidSigns as signs } from "./signs.ts";
import { projectVariables } from "./variables.ts";

export const factoryDroid: HostRecord = {
  name: "factory-droid",
  title: "Factory Droid",
  timeLimitS: 60,
  projectVariables,
  exitRefuses: ["user_prompt_submit", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
};
