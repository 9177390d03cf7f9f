// Installs into Codex: hooks.json next to config.toml. A user must trust each hook by its hash before it runs.

import { join } from "node:path";
import { type AgentInstall, HOOK_TIMEOUT_S, type Site, type WantedEntry } from "../install/agent.ts";
import { claudeDenies, claudePayload, PROBE_SESSION } from "../install/probe.ts";
import { eventsOf, group, textOf } from "../install/settings.ts";
import { windowsLine } from "../install/shell-words.ts";
import { commandLine } from "../install/started-words.ts";
import { isList, isObject, type JsonObject, member } from "../shared/config.ts";
import { codex } from "./capabilities.ts";

const folder = ({ place, project, home, env }: Site): string =>
  place === "project" ? join(project, ".codex") : env.CODEX_HOME || join(home, ".codex");

const file = (site: Site): string => join(folder(site), "hooks.json");

function entry(wanted: WantedEntry): JsonObject {
  const { site, words } = wanted;
  const windows = site.isWindows ? { commandWindows: `& ${windowsLine(words)}` } : {};
  return { type: "command", command: commandLine(wanted, null), ...windows, timeout: HOOK_TIMEOUT_S };
}

const members: readonly string[] = ["description", "hooks"];
const types: readonly string[] = ["command", "mcp_tool", "prompt", "agent"];

/** The schema is closed: an extra member or an unknown hook type voids the file, even if it belongs to another tool. */
function refusedPart(found: JsonObject): string | null {
  const strange = Object.keys(found).find((name) => !members.includes(name));
  if (strange !== undefined) return `the member \`${strange}\``;
  const hooks = member(found, "hooks");
  const groups = isObject(hooks) ? Object.values(hooks).flatMap((list) => (isList(list) ? list : [])) : [];
  const entries = groups.flatMap((one) => (isObject(one) ? (member(one, "hooks") ?? []) : []));
  const unknown = entries.map((entry) => (isObject(entry) ? member(entry, "type") : null));
  const type = unknown.find((one) => typeof one !== "string" || !types.includes(one));
  return type === undefined ? null : `a hook of the type ${JSON.stringify(type)}`;
}

const patch = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+\n*** End Patch\n`;

export const codexInstall: AgentInstall = {
  agent: "codex",
  traces: { programs: ["codex"], home: [".codex"], project: [".codex"] },
  events: eventsOf(codex),
  config: {
    kind: "json",
    file,
    // 0.166.0
    unread: ["byte order mark", "comment", "last comma"],
    refusedPart,
    top: {},
    layout: "groups",
    element: (wanted) => group(wanted.event, entry(wanted), "*"),
    commandOf: (found) => textOf(found, "command"),
  },
  projectBase: null,
  variables: () => ({}),
  switches: [
    {
      files: (site) => [
        join(folder({ ...site, place: "project" }), "config.toml"),
        join(folder({ ...site, place: "user" }), "config.toml"),
      ],
      path: ["features", "hooks"],
      silences: (value) => value === false,
      says: "`hooks = false` under `[features]` switches every hook off",
    },
    {
      files: () => ["/etc/codex/requirements.toml"],
      path: ["allow_managed_hooks_only"],
      silences: (value) => value === true,
      says: "`allow_managed_hooks_only` leaves only managed hooks",
    },
  ],
  alsoReads: [],
  next: (place) => [
    "review and trust the hooks in Codex with `/hooks`; new and changed hooks are skipped before that",
    ...(place === "project" ? ["Codex reads a project's hooks only when the project is trusted"] : []),
  ],
  payload: (event, call, site) => ({
    ...claudePayload(
      event,
      call.kind === "write"
        ? { tool_name: "apply_patch", tool_input: { command: patch(call.path) } }
        : { tool_name: "Bash", tool_input: { command: "true" } },
      site,
    ),
    ...(event.startsWith("Session") ? {} : { turn_id: PROBE_SESSION }),
    model: "none",
  }),
  // PermissionRequest accepts exit 2 here.
  denies: (event, run) => (run.exit === 0 ? claudeDenies(event, run) : run.exit === 2 && run.stderr.trim() !== ""),
};
