// Installs into Goose: a separate plug-in folder with hooks in it. With `on_failure`, a timeout refuses too.

import { type AgentInstall, HOOK_TIMEOUT_S } from "../install/agent.ts";
import { answerOf, at, isRefusal, PROBE_SESSION, toolCall } from "../install/probe.ts";
import { below, eventsOf, group, textOf } from "../install/settings.ts";
import { commandLine } from "../install/started-words.ts";
import { goose } from "./capabilities.ts";

const HOOKS = [".agents", "plugins", "policyc", "hooks", "hooks.json"];
/** The way from the plug-in folder up to the project folder. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Goose
const PROJECT = "${PLUGIN_ROOT}/../../..";

export const gooseInstall: AgentInstall = {
  agent: "goose",
  traces: { programs: ["goose"], home: [".config/goose"], project: [".goosehints"] },
  events: eventsOf(goose),
  config: {
    kind: "json",
    file: below(HOOKS, HOOKS),
    own: true,
    top: {},
    layout: "groups",
    element: (wanted) =>
      group(
        wanted.event,
        {
          type: "command",
          command: commandLine(wanted, PROJECT),
          timeout: HOOK_TIMEOUT_S,
          ...(wanted.closed && { on_failure: "block" }),
        },
        ".*",
      ),
    commandOf: (entry) => textOf(entry, "command"),
  },
  projectBase: PROJECT,
  variables: ({ project }) => ({ PLUGIN_ROOT: `${project}/.agents/plugins/policyc` }),
  switches: [],
  alsoReads: [],
  next: () => ["Goose before October 2026 continues when the hook exceeds its timeout"],
  payload: (event, call, { project }) => {
    const tool = toolCall(call, { write: "write", read: "read" }, "path");
    return {
      event,
      session_id: PROBE_SESSION,
      matcher_context: null,
      working_dir: project,
      ...(event.endsWith("ToolUse") || event.endsWith("Failure") ? tool : {}),
      ...(event === "UserPromptSubmit" && { message: "hello" }),
    };
  },
  denies: (_event, run) => (run.exit === 0 ? at(answerOf(run), "decision") === "block" : isRefusal(run)),
};
