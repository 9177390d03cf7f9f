// Installs into Claude Code: exec form, so that no shell parses the command; failures block, since 2.1.295 timeouts do too.

import { type AgentInstall, HOOK_TIMEOUT_S, isOn, type WantedEntry } from "../install/agent.ts";
import { claudeDenies, claudePayload, toolCall } from "../install/probe.ts";
import { below, bothPlaces, eventsOf, group, textOf } from "../install/settings.ts";
import { guardedWords } from "../install/started-words.ts";
import { isList, type JsonObject, member } from "../shared/config.ts";
import { claudeCode } from "./capabilities.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of Claude Code
const PROJECT = "${CLAUDE_PROJECT_DIR}";

const file = below([".claude", "settings.json"], [".claude", "settings.json"]);
const local = below([".claude", "settings.local.json"], [".claude", "settings.local.json"]);

function entry(wanted: WantedEntry): JsonObject {
  const words = guardedWords(wanted).map((word) => (typeof word === "string" ? word : `${PROJECT}/${word.below}`));
  const [command = "", ...args] = words;
  return { type: "command", command, args, timeout: HOOK_TIMEOUT_S, ...(wanted.closed && { onFailure: "block" }) };
}

function commandOf(found: JsonObject): readonly string[] | string | null {
  const command = textOf(found, "command");
  const args = member(found, "args");
  if (command === null || !isList(args)) return command;
  return [command, ...args.map(String)];
}

export const claudeCodeInstall: AgentInstall = {
  agent: "claude-code",
  traces: { programs: ["claude"], home: [".claude"], project: [".claude"] },
  events: eventsOf(claudeCode),
  config: {
    kind: "json",
    file,
    // 2.1.325
    unread: ["comment", "last comma"],
    top: {},
    layout: "groups",
    element: (wanted) => group(wanted.event, entry(wanted), "*"),
    commandOf,
  },
  projectBase: PROJECT,
  variables: ({ project }) => ({ CLAUDE_PROJECT_DIR: project }),
  switches: [
    {
      files: (site) => [
        ...bothPlaces(file)(site),
        ...bothPlaces(local)(site),
        "/etc/claude-code/managed-settings.json",
      ],
      path: ["disableAllHooks"],
      silences: isOn,
      says: "`disableAllHooks` switches every hook off",
    },
    {
      files: () => ["/etc/claude-code/managed-settings.json"],
      path: ["allowManagedHooksOnly"],
      silences: isOn,
      says: "`allowManagedHooksOnly` leaves only the hooks of managed settings",
    },
  ],
  alsoReads: [],
  next: (place) => [
    "check `/hooks` in Claude Code: it ignores the whole settings file if it cannot read one setting in it",
    ...(place === "project" ? ["trust the folder when Claude Code asks; no hook runs before that"] : []),
    "Claude Code before 2.1.295 continues when the hook exceeds its timeout; `--bare` skips all hooks",
  ],
  payload: (event, call, site) => claudePayload(event, toolCall(call, { write: "Write", read: "Read" }), site),
  denies: claudeDenies,
};
