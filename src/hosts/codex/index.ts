// The host record of Codex.

import type { HostRecord } from "../shared/host-record.ts";
import { codexAdapter as adapter } from "./adapter.ts";
import { codex as capabilities } from "./capabilities.ts";
import { codexInstall as install } from "./install.ts";
import { codexPermissionFiles as permissionFiles } from "./permission-files.ts";
import { codexRuleFile as ruleFile } from "./rule-file.ts";
import { codexSigns as signs } from "./signs.ts";

export const codex: HostRecord = {
  name: "codex",
  title: "Codex",
  timeLimitS: 600,
  refusesUnknownKeys: true,
  exitRefuses: ["user_prompt_submit", "before_permission_decision", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
  ruleFile,
  permissionFiles,
};
