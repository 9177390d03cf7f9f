// The host record of Windsurf.

import type { HostRecord } from "../shared/host-record.ts";
import { windsurfAdapter as adapter } from "./adapter.ts";
import { windsurf as capabilities } from "./capabilities.ts";
import { windsurfInstall as install } from "./install.ts";
import { windsurfSigns as signs } from "./signs.ts";

export const windsurf: HostRecord = {
  name: "windsurf",
  title: "Windsurf",
  timeLimitS: null,
  exitRefuses: ["user_prompt_submit"],
  capabilities,
  signs,
  adapter,
  install,
};
