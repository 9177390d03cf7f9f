// The host record of Goose.

import type { HostRecord } from "../shared/host-record.ts";
import { gooseAdapter as adapter } from "./adapter.ts";
import { goose as capabilities } from "./capabilities.ts";
import { gooseInstall as install } from "./install.ts";
import { gooseSigns as signs } from "./signs.ts";

export const goose: HostRecord = {
  name: "goose",
  title: "Goose",
  timeLimitS: 30,
  exitRefuses: ["before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
};
