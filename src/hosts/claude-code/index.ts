// The host record of Claude Code.

import type { HostRecord } from "../shared/host-record.ts";
import { claudeCodeAdapter as adapter } from "./adapter.ts";
import { claudeCode as capabilities } from "./capabilities.ts";
import { claudeCodeInstall as install } from "./install.ts";
import { TIME_LIMIT_S } from "./limits.ts";
import { claudePermissionFiles as permissionFiles } from "./permission-files.ts";
import { claudeCodeProtocol as protocol } from "./protocol.ts";
import { claudeCodeSigns as signs } from "./signs.ts";
import { projectVariables } from "./variables.ts";

export const claudeCode: HostRecord = {
  name: "claude-code",
  title: "Claude Code",
  timeLimitS: TIME_LIMIT_S,
  projectVariables,
  hasHttpHooks: true,
  exitRefuses: ["user_prompt_submit", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  protocol,
  install,
  permissionFiles,
};
