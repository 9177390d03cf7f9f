// The host record of OpenCode.

import type { HostRecord } from "../shared/host-record.ts";
import { opencode as capabilities } from "./capabilities.ts";
import { opencodeInstall as install } from "./install.ts";
import { opencodePluginFile as pluginFile } from "./plugin-file.ts";

export const opencode: HostRecord = {
  name: "opencode",
  title: "OpenCode",
  timeLimitS: null,
  capabilities,
  install,
  pluginFile,
};
