// A bundle as a hook of Factory Droid, which uses Claude Code's protocol of 2025.

import type { HostAdapter } from "../shared/adapter.ts";
import { claudeLike } from "../shared/claude-like.ts";
import { factoryDroid } from "./capabilities.ts";
import { droidTools } from "./tools.ts";
import { projectVariables } from "./variables.ts";

export const factoryDroidAdapter: HostAdapter = claudeLike({
  host: factoryDroid,
  projectVariables,
  tools: droidTools,
  more: { subagent_stop: () => ({ unknown: ["role", "state", "error"] }) },
});
