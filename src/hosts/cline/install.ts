// Installs into Cline: one executable per event. Cline continues when it fails, so the script itself prints a refusal then.

import type { AgentInstall, ProbeCall } from "../install/agent.ts";
import { answerOf, at, PROBE_SESSION } from "../install/probe.ts";
import { below } from "../install/settings.ts";
import { shellLine } from "../install/shell-words.ts";
import { startedWords } from "../install/started-words.ts";
import type { JsonObject } from "../shared/config.ts";

const HEAD =
  "#!/bin/sh\n# Written by `policyc install cline`, which also removes it: `policyc install cline --remove`.\n";
/** The way from the hooks folder up to the project folder. */
const ROOT = 'root=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)\n';
/** Cline reads one document: the script prints a refusal only if the hook failed without writing anything. */
const OPENED = "out=$(";
const refusal = (says: string): string =>
  `) || [ -n "$out" ] || out='{"cancel":true,"errorMessage":"${says}"}'; printf '%s\\n' "$out"`;
const EARLIER_REFUSAL = refusal("policyc could not decide, because its hook did not run; see policyc install --doctor");
const REFUSAL = refusal(
  "policyc could not decide, because its hook did not run; run npm ci if its package is not installed yet, or see policyc install --doctor",
);

const call = (probe: ProbeCall): JsonObject =>
  probe.kind === "write"
    ? { toolName: "write_to_file", parameters: { path: probe.path, content: "" } }
    : { toolName: "read_file", parameters: { path: probe.path } };

const own: { readonly [event: string]: (probe: ProbeCall) => JsonObject } = {
  PreToolUse: (probe) => ({ preToolUse: call(probe) }),
  PostToolUse: (probe) => ({ postToolUse: { ...call(probe), result: "", success: true, executionTimeMs: 1 } }),
  UserPromptSubmit: () => ({ userPromptSubmit: { prompt: "hello", attachments: [] } }),
  TaskStart: () => ({ taskStart: { taskMetadata: { taskId: "0", ulid: "0", initialTask: "hello" } } }),
  TaskResume: () => ({ taskResume: { taskMetadata: { taskId: "0", ulid: "0" }, previousState: {} } }),
};

export const clineInstall: AgentInstall = {
  agent: "cline",
  traces: { programs: [], home: ["Documents/Cline"], project: [".clinerules"] },
  events: {
    session_start: ["TaskStart", "TaskResume"],
    session_end: ["SessionShutdown"],
    user_prompt_submit: ["UserPromptSubmit"],
    before_tool_call: ["PreToolUse"],
    after_tool_result: ["PostToolUse"],
    before_completion_decision: ["TaskComplete"],
    pre_compact: ["PreCompact"],
    notification: ["Notification"],
  },
  config: {
    kind: "scripts",
    folder: below([".clinerules", "hooks"], ["Documents", "Cline", "Hooks"]),
    script: (wanted) => {
      const { closed, site } = wanted;
      const line = shellLine(startedWords(wanted), "$root");
      return `${HEAD}${site.place === "project" ? ROOT : ""}${closed ? OPENED + line + REFUSAL : line}\n`;
    },
    lineOf: (script) => {
      if (!script.startsWith(HEAD)) return null;
      const line = script.trimEnd().split("\n").at(-1) ?? "";
      const end = [REFUSAL, EARLIER_REFUSAL].find((one) => line.endsWith(one));
      return line.startsWith(OPENED) && end !== undefined ? line.slice(OPENED.length, -end.length) : line;
    },
  },
  projectBase: "$root",
  variables: ({ project }) => ({ root: project }),
  switches: [],
  alsoReads: [],
  next: () => ["enable hooks in Cline's settings; none of them runs before that"],
  payload: (event, probe, { project }) => ({
    clineVersion: "0",
    hookName: event,
    timestamp: "0",
    taskId: PROBE_SESSION,
    workspaceRoots: [project],
    userId: "",
    model: { provider: "none", slug: "none" },
    ...(own[event]?.(probe) ?? {}),
  }),
  denies: (_event, run) => at(answerOf(run), "cancel") === true,
};
