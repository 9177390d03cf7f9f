// The host record of Claude Code mods, which run inside Claude Code.

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
