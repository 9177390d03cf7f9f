// Installs into Factory Droid: hooks.json in Claude Code's structure. Its working folder changes, so paths are never relative.

import { type AgentInstall, isOn } from "../install/agent.ts";
import { claudeDenies, claudePayload, toolCall } from "../install/probe.ts";
import { below, bothPlaces, eventsOf, groupedShell } from "../install/settings.ts";
import { factoryDroid } from "./capabilities.ts";

const PROJECT = "$FACTORY_PROJECT_DIR";

const settings = below([".factory", "settings.json"], [".factory", "settings.json"]);

export const factoryDroidInstall: AgentInstall = {
  agent: "factory-droid",
  traces: { programs: ["droid"], home: [".factory"], project: [".factory"] },
  events: eventsOf(factoryDroid),
  config: groupedShell({
    file: below([".factory", "hooks.json"], [".factory", "hooks.json"]),
    base: PROJECT,
    matcher: "*",
  }),
  projectBase: PROJECT,
  variables: ({ project }) => ({ FACTORY_PROJECT_DIR: project }),
  switches: [
    {
      files: bothPlaces(settings),
      path: ["hooksDisabled"],
      silences: isOn,
      says: "`hooksDisabled` switches every hook off",
    },
    {
      files: bothPlaces(settings),
      path: ["allowManagedHooksOnly"],
      silences: isOn,
      says: "`allowManagedHooksOnly` leaves only the hooks of the organisation",
    },
  ],
  alsoReads: [],
  next: () => ["with this file, Droid no longer reads `hooks` of settings.json"],
  payload: (event, call, site) => ({
    ...claudePayload(event, toolCall(call, { write: "Create", read: "Read" }), site),
    permission_mode: "auto-low",
  }),
  denies: claudeDenies,
};
