// The host record of Gemini CLI.

import type { HostRecord } from "../shared/host-record.ts";
import { geminiCliAdapter as adapter } from "./adapter.ts";
import { geminiCli as capabilities } from "./capabilities.ts";
import { geminiCliInstall as install } from "./install.ts";
import { geminiPermissionFiles as permissionFiles } from "./permission-files.ts";
import { geminiRuleFile as ruleFile } from "./rule-file.ts";
import { geminiCliSigns as signs } from "./signs.ts";
import { projectVariables } from "./variables.ts";

export const geminiCli: HostRecord = {
  name: "gemini-cli",
  title: "Gemini CLI",
  timeLimitS: 60,
  projectVariables,
  readsJsonFirst: true,
  exitRefuses: ["user_prompt_submit", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
  ruleFile,
  permissionFiles,
};
