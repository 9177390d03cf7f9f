// The host record of Qwen Code.

import type { HostRecord } from "../shared/host-record.ts";
import { qwenCodeAdapter as adapter } from "./adapter.ts";
import { qwenCode as capabilities } from "./capabilities.ts";
import { qwenCodeInstall as install } from "./install.ts";
import { qwenCodeSigns as signs } from "./signs.ts";
import { projectVariables } from "./variables.ts";

export const qwenCode: HostRecord = {
  name: "qwen-code",
  title: "Qwen Code",
  timeLimitS: 60,
  projectVariables,
  hasHttpHooks: true,
  exitRefuses: ["user_prompt_submit", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
};
