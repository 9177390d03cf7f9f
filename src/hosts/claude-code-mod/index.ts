// Mods of Claude Code, which run inside it: the record of the host.

import type { HostRecord } from "../shared/host-record.ts";
import { claudeCodeMod as capabilities } from "./capabilities.ts";
import { claudeCodeModPluginFile as pluginFile } from "./plugin-file.ts";

export const claudeCodeMod: HostRecord = {
  name: "claude-code-mod",
  title: "Claude Code, as a mod",
  connection: "policyc emit claude-mod .policyc/bundle -o policyc.mjs",
  timeLimitS: 10,
  capabilities,
  pluginFile,
};
