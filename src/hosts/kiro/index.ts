// The host record of Kiro.

import type { HostRecord } from "../shared/host-record.ts";
import { kiroAdapter as adapter } from "./adapter.ts";
import { kiro as capabilities } from "./capabilities.ts";
import { kiroInstall as install } from "./install.ts";
import { kiroSigns as signs } from "./signs.ts";

export const kiro: HostRecord = {
  name: "kiro",
  title: "Kiro",
  timeLimitS: 30,
  capabilities,
  signs,
  adapter,
  install,
};
