// Installs into Gemini CLI: settings.json, shell commands, timeouts in milliseconds.

import { type AgentInstall, HOOK_TIMEOUT_S } from "../install/agent.ts";
import { answerOf, at, eventFields, isRefusal, PROBE_SESSION, toolCall } from "../install/probe.ts";
import { below, bothPlaces, groupedShell } from "../install/settings.ts";

/** In braces: Gemini replaces the plain name by a quoted path, which would end up inside our quotes. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
const PROJECT = "${GEMINI_PROJECT_DIR}";

const file = below([".gemini", "settings.json"], [".gemini", "settings.json"]);

export const geminiCliInstall: AgentInstall = {
  agent: "gemini-cli",
  traces: { programs: ["gemini"], home: [".gemini"], project: [".gemini"] },
  events: {
    session_start: ["SessionStart"],
    session_end: ["SessionEnd"],
    user_prompt_submit: ["BeforeAgent"],
    before_model_call: ["BeforeModel"],
    after_model_call: ["AfterModel"],
    before_permission_decision: ["Notification"],
    before_tool_call: ["BeforeTool"],
    after_tool_result: ["AfterTool"],
    after_tool_failure: ["AfterTool"],
    before_completion_decision: ["AfterAgent"],
    assistant_message_render: ["AfterModel"],
    pre_compact: ["PreCompress"],
    notification: ["Notification"],
  },
  config: groupedShell({
    file,
    base: PROJECT,
    matcher: ".*",
    // 0.61.0
    unread: ["byte order mark", "last comma"],
    more: { name: "policyc" },
    timeout: HOOK_TIMEOUT_S * 1000,
  }),
  projectBase: PROJECT,
  variables: ({ project }) => ({ GEMINI_PROJECT_DIR: project }),
  switches: [
    {
      files: bothPlaces(file),
      path: ["hooksConfig", "enabled"],
      silences: (value) => value === false,
      says: "`hooksConfig.enabled` is false, which switches every hook off",
    },
    {
      files: bothPlaces(file),
      path: ["hooksConfig", "disabled"],
      silences: (value) => Array.isArray(value) && value.includes("policyc"),
      says: "`hooksConfig.disabled` names this hook",
    },
  ],
  alsoReads: [],
  next: (place) => (place === "project" ? ["trust the folder: Gemini CLI skips the hooks of untrusted folders"] : []),
  payload: (event, call, { project }) => ({
    session_id: PROBE_SESSION,
    transcript_path: "",
    cwd: project,
    hook_event_name: event,
    timestamp: "2026-01-01T00:00:00.000Z",
    ...(event === "BeforeModel" || event === "AfterModel"
      ? { llm_request: { model: "none", messages: [] }, llm_response: { candidates: [] } }
      : eventFields(event, toolCall(call, { write: "write_file", read: "read_file" }))),
  }),
  denies: (_event, run) => {
    const answer = answerOf(run);
    if (answer === null) return isRefusal(run);
    return ["deny", "block"].includes(String(at(answer, "decision"))) || at(answer, "continue") === false;
  },
};
