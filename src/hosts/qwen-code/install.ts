// Installs into Qwen Code: Claude Code's events on Gemini CLI's implementation.

import { type AgentInstall, HOOK_TIMEOUT_S, isOn } from "../install/agent.ts";
import { claudeDenies, claudePayload, toolCall } from "../install/probe.ts";
import { below, bothPlaces, eventsOf, groupedShell } from "../install/settings.ts";
import { qwenCode } from "./capabilities.ts";

/** In braces: older versions replace the plain name by a quoted path, which would end up inside our quotes. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
const PROJECT = "${QWEN_PROJECT_DIR}";

const file = below([".qwen", "settings.json"], [".qwen", "settings.json"]);

export const qwenCodeInstall: AgentInstall = {
  agent: "qwen-code",
  traces: { programs: ["qwen"], home: [".qwen"], project: [".qwen"] },
  events: eventsOf(qwenCode),
  config: groupedShell({
    file,
    base: PROJECT,
    matcher: ".*",
    // 0.24.4
    unread: ["last comma"],
    more: { name: "policyc" },
    timeout: HOOK_TIMEOUT_S * 1000,
  }),
  projectBase: PROJECT,
  variables: ({ project }) => ({ QWEN_PROJECT_DIR: project }),
  switches: [
    {
      files: bothPlaces(file),
      path: ["disableAllHooks"],
      silences: isOn,
      says: "`disableAllHooks` switches every hook off",
    },
  ],
  alsoReads: [],
  next: (place) => (place === "project" ? ["trust the folder: Qwen Code skips the hooks of untrusted folders"] : []),
  payload: (event, call, site) => ({
    ...claudePayload(event, toolCall(call, { write: "write_file", read: "read_file" }), site),
    timestamp: "2026-01-01T00:00:00.000Z",
    tool_call_id: "policyc-doctor",
  }),
  denies: claudeDenies,
};
