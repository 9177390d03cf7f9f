// The host record of VS Code's agent mode.

import type { HostRecord } from "../shared/host-record.ts";
import { vscodeCopilotAdapter as adapter } from "./adapter.ts";
import { vscodeCopilot as capabilities } from "./capabilities.ts";
import { vscodeCopilotInstall as install } from "./install.ts";
import { vscodeCopilotSigns as signs } from "./signs.ts";

export const vscodeCopilot: HostRecord = {
  name: "vscode-copilot",
  title: "GitHub Copilot in VS Code",
  timeLimitS: 30,
  exitRefuses: ["user_prompt_submit", "before_completion_decision"],
  capabilities,
  signs,
  adapter,
  install,
};
