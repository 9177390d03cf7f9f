// The host record of Amp.

import type { HostRecord } from "../shared/host-record.ts";
import { amp as capabilities } from "./capabilities.ts";
import { ampInstall as install } from "./install.ts";
import { ampPluginFile as pluginFile } from "./plugin-file.ts";

export const amp: HostRecord = {
  name: "amp",
  title: "Amp",
  timeLimitS: null,
  capabilities,
  install,
  pluginFile,
};
