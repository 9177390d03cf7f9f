// Installs into Devin: Claude Code's structure, under `hooks` in Devin's own configuration.

import type { AgentInstall } from "../install/agent.ts";
import { answerOf, at, eventFields, isRefusal, PROBE_SESSION, toolCall } from "../install/probe.ts";
import { below, eventsOf, groupedShell } from "../install/settings.ts";
import { devin } from "./capabilities.ts";

const PROJECT = "$DEVIN_PROJECT_DIR";

const file = below([".devin", "config.json"], [".config", "devin", "config.json"]);

export const devinInstall: AgentInstall = {
  agent: "devin",
  traces: { programs: ["devin"], home: [".config/devin"], project: [".devin"] },
  events: eventsOf(devin),
  config: groupedShell({ file, base: PROJECT, matcher: ".*" }),
  projectBase: PROJECT,
  variables: ({ project }) => ({ DEVIN_PROJECT_DIR: project }),
  switches: [],
  alsoReads: ["claude-code"],
  next: () => ["trust the workspace: Devin loads no hooks in Restricted Mode"],
  payload: (event, call) => ({
    session_id: PROBE_SESSION,
    prompt_id: PROBE_SESSION,
    hook_event_name: event,
    ...eventFields(event, toolCall(call, { write: "write", read: "read" })),
  }),
  denies: (_, run) => (run.exit === 0 ? at(answerOf(run), "decision") === "block" : isRefusal(run)),
};
