// Installs into VS Code's agent mode: a separate file in the hooks folder that it shares with Copilot CLI.

import { type AgentInstall, HOOK_TIMEOUT_S } from "../install/agent.ts";
import { answerOf, at, claudeDenies, claudePayload } from "../install/probe.ts";
import { below, eventsOf, textOf } from "../install/settings.ts";
import { commandLine } from "../install/started-words.ts";
import { vscodeCopilot } from "./capabilities.ts";

export const vscodeCopilotInstall: AgentInstall = {
  agent: "vscode-copilot",
  traces: { programs: [], home: [".config/github-copilot"], project: [".github/copilot-instructions.md"] },
  events: eventsOf(vscodeCopilot),
  config: {
    kind: "json",
    file: below([".github", "hooks", "policyc-vscode.json"], [".copilot", "hooks", "policyc-vscode.json"]),
    own: true,
    top: {},
    layout: "entries",
    element: (wanted) => ({
      type: "command",
      command: commandLine(wanted, "."),
      ...(wanted.site.place === "project" && { cwd: "." }),
      timeout: HOOK_TIMEOUT_S,
    }),
    commandOf: (entry) => textOf(entry, "command"),
  },
  // Together with `cwd`, which starts at the root of the repository.
  projectBase: ".",
  variables: () => ({}),
  switches: [
    {
      files: ({ project }) => [`${project}/.vscode/settings.json`],
      path: ["chat.useHooks"],
      silences: (value) => value === false,
      says: "`chat.useHooks` is false, which switches every hook off",
    },
  ],
  alsoReads: ["claude-code", "copilot-cli"],
  next: () => ["the setting `chat.useHooks` must be on; hooks of untrusted workspaces do not run"],
  payload: (event, call, site) => ({
    ...claudePayload(
      event,
      call.kind === "write"
        ? { tool_name: "create_file", tool_input: { filePath: call.path, content: "" } }
        : { tool_name: "read_file", tool_input: { filePath: call.path } },
      site,
    ),
    timestamp: "2026-01-01T00:00:00.000Z",
  }),
  // The end of a turn is blocked inside `hookSpecificOutput` here.
  denies: (event, run) =>
    event === "Stop" && run.exit === 0
      ? at(answerOf(run), "hookSpecificOutput", "decision") === "block"
      : claudeDenies(event, run),
};
