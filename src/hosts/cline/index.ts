// The host record of Cline.

import type { HostRecord } from "../shared/host-record.ts";
import { clineAdapter as adapter } from "./adapter.ts";
import { cline as capabilities } from "./capabilities.ts";
import { clineInstall as install } from "./install.ts";
import { clineSigns as signs } from "./signs.ts";

export const cline: HostRecord = {
  name: "cline",
  title: "Cline",
  timeLimitS: 30,
  readsJsonFirst: true,
  capabilities,
  signs,
  adapter,
  install,
};
