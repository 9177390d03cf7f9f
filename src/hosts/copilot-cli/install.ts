// Installs into GitHub Copilot CLI and its cloud agent: a separate file in the hooks folder, with camelCase events.

import { type AgentInstall, HOOK_TIMEOUT_S, isOn, type ProbeCall } from "../install/agent.ts";
import { answerOf, at, PROBE_SESSION } from "../install/probe.ts";
import { below, bothPlaces, textOf } from "../install/settings.ts";
import { windowsLine } from "../install/shell-words.ts";
import { commandLine } from "../install/started-words.ts";
import type { JsonObject } from "../shared/config.ts";
import { EVENT_VARIABLE } from "./payload.ts";

const settings = below([".github", "copilot", "settings.json"], [".copilot", "settings.json"]);

function fields(event: string, call: ProbeCall): JsonObject {
  const tool =
    call.kind === "write"
      ? { toolName: "create", toolArgs: { path: call.path, file_text: "" } }
      : { toolName: "view", toolArgs: { path: call.path } };
  switch (event) {
    case "preToolUse":
    case "permissionRequest":
      return tool;
    case "postToolUse":
      return { ...tool, toolResult: { resultType: "success", textResultForLlm: "" } };
    case "postToolUseFailure":
      return { ...tool, error: "none" };
    case "userPromptSubmitted":
    case "userPromptTransformed":
      return { prompt: "hello", transformedPrompt: "hello" };
    case "sessionStart":
      return { source: "new" };
    default:
      return { reason: "complete", stopReason: "end_turn", message: "", trigger: "manual" };
  }
}

export const copilotCliInstall: AgentInstall = {
  agent: "copilot-cli",
  traces: { programs: ["copilot"], home: [".copilot"], project: [".github/copilot"] },
  events: {
    session_start: ["sessionStart"],
    session_end: ["sessionEnd"],
    // The other prompt event ignores replies, and with both a prompt would count twice.
    user_prompt_submit: ["userPromptTransformed"],
    before_permission_decision: ["permissionRequest"],
    before_tool_call: ["preToolUse"],
    after_tool_result: ["postToolUse"],
    after_tool_failure: ["postToolUseFailure"],
    before_completion_decision: ["agentStop"],
    pre_compact: ["preCompact"],
    subagent_start: ["subagentStart"],
    subagent_stop: ["subagentStop"],
    notification: ["notification"],
  },
  config: {
    kind: "json",
    file: below([".github", "hooks", "policyc.json"], [".copilot", "hooks", "policyc.json"]),
    own: true,
    top: { version: 1 },
    layout: "entries",
    element: (wanted) => ({
      type: "command",
      bash: commandLine(wanted, "."),
      powershell: `& ${windowsLine(wanted.words)}`,
      ...(wanted.site.place === "project" && { cwd: "." }),
      // Payloads do not name their event, and two events send the same fields.
      env: { [EVENT_VARIABLE]: wanted.event },
      timeoutSec: HOOK_TIMEOUT_S,
    }),
    commandOf: (entry) => textOf(entry, "bash"),
  },
  // Together with `cwd`, which starts at the root of the repository.
  projectBase: ".",
  variables: () => ({}),
  switches: [
    {
      files: bothPlaces(settings),
      path: ["disableAllHooks"],
      silences: isOn,
      says: "`disableAllHooks` switches every hook off",
    },
  ],
  alsoReads: ["claude-code", "vscode-copilot"],
  next: (place) => [
    "Copilot continues when a hook exceeds its timeout, whatever the hook answers",
    ...(place === "project" ? ["the cloud agent reads this file from the default branch"] : []),
  ],
  payload: (event, call, { project }) => ({
    sessionId: PROBE_SESSION,
    timestamp: 1_767_225_600_000,
    cwd: project,
    ...fields(event, call),
  }),
  // A note on a failed call.
  ownExits: [2],
  denies: (event, run) => {
    if (run.exit !== 0) return event === "preToolUse" || (event === "permissionRequest" && run.exit === 2);
    const answer = answerOf({ ...run, stdout: withoutProgress(run.stdout) });
    if (event === "permissionRequest") return at(answer, "behavior") === "deny";
    return event === "preToolUse" ? at(answer, "permissionDecision") === "deny" : at(answer, "decision") === "block";
  },
};

/** Lines that are shown to the user and are not part of the answer. */
function withoutProgress(stdout: string): string {
  return stdout
    .split("\n")
    .filter((line) => !/^\s*\{\s*"type"\s*:\s*"progress"/.test(line))
    .join("\n");
}
