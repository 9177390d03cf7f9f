// The agents `policyc install` knows, by name.

import { ampInstall } from "./amp/install.ts";
import { claudeCodeInstall } from "./claude-code/install.ts";
import { clineInstall } from "./cline/install.ts";
import { codexInstall } from "./codex/install.ts";
import { copilotCliInstall } from "./copilot-cli/install.ts";
import { cursorInstall } from "./cursor/install.ts";
import { factoryDroidInstall } from "./factory-droid/install.ts";
import { geminiCliInstall } from "./gemini-cli/install.ts";
import { gooseInstall } from "./goose/install.ts";
import type { AgentInstall } from "./install/agent.ts";
import { kiroInstall } from "./kiro/install.ts";
import { opencodeInstall } from "./opencode/install.ts";
import { qwenCodeInstall } from "./qwen-code/install.ts";
import { vscodeCopilotInstall } from "./vscode-copilot/install.ts";
import { windsurfInstall } from "./windsurf/install.ts";

export const agentInstalls: ReadonlyMap<string, AgentInstall> = new Map(
  [
    claudeCodeInstall,
    codexInstall,
    geminiCliInstall,
    cursorInstall,
    copilotCliInstall,
    vscodeCopilotInstall,
    factoryDroidInstall,
    windsurfInstall,
    clineInstall,
    qwenCodeInstall,
    kiroInstall,
    gooseInstall,
    opencodeInstall,
    ampInstall,
  ].map((install) => [install.agent, install]),
);
