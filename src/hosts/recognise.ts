// Which agent a payload comes from. Agents read each other's configuration files, so a hook installed for one is called
// by another, and an answer in the wrong shape is dropped without a word. Judged by what is there, never by what is not.

import type { HostEnvironment } from "./shared/adapter.ts";
import { fieldOf, isObject, type JsonObject } from "./shared/read-answer.ts";

export interface Recognised {
  readonly host: string;
  /** Told by the payload, not by who the hook was started for. */
  readonly confident: boolean;
}

interface Sign {
  readonly host: string;
  readonly is: (payload: JsonObject, env: HostEnvironment) => boolean;
  /** Other agents that send the same: one of them, if the hook was started for it. */
  readonly orElse?: readonly string[];
}

const has = (payload: JsonObject, name: string): boolean => fieldOf(payload, name) !== undefined;
const textAt = (payload: JsonObject, name: string): string => {
  const value = fieldOf(payload, name);
  return typeof value === "string" ? value : "";
};
const eventIn =
  (names: readonly string[]) =>
  (payload: JsonObject): boolean =>
    names.includes(textAt(payload, "hook_event_name"));

const isGeminiEvent = eventIn([
  ...["BeforeAgent", "AfterAgent", "BeforeModel", "BeforeToolSelection", "AfterModel", "BeforeTool", "AfterTool"],
  "PreCompress",
]);
const isCodexEvent = eventIn([
  ...["UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "PreCompact", "PostCompact"],
  ...["SubagentStart", "SubagentStop", "Stop", "Interrupt"],
]);
const isTimed = (payload: JsonObject): boolean =>
  textAt(payload, "timestamp") !== "" && textAt(payload, "hook_event_name") !== "";

const timed = ["vscode-copilot", "copilot-cli", "copilot-cloud", "qwen-code", "gemini-cli"];
const qwenTools = /^(?:run_shell_command|write_file|edit|agent|read_many_files|list_directory|save_memory)$/;
const vscodeTools = /^(?:[a-z]+(?:_[a-z]+)*_(?:file|terminal|webpage|search|dir|patch|files)|[a-z]+[A-Z]\w*)$/;

/** In this order: what stands further up says more. */
const signs: readonly Sign[] = [
  { host: "windsurf", is: (payload) => has(payload, "agent_action_name") },
  { host: "goose", is: (payload) => has(payload, "event") && !has(payload, "hook_event_name") },
  {
    host: "cursor",
    is: (payload) =>
      has(payload, "cursor_version") || (has(payload, "conversation_id") && has(payload, "generation_id")),
  },
  { host: "cline", is: (payload) => has(payload, "hookName") && has(payload, "clineVersion") },
  {
    host: "copilot-cli",
    is: (payload) => has(payload, "sessionId") && (has(payload, "toolName") || typeof payload.timestamp === "number"),
    orElse: ["copilot-cloud"],
  },
  {
    host: "antigravity",
    is: (payload) => has(payload, "conversationId") && (has(payload, "toolCall") || has(payload, "workspacePaths")),
  },
  { host: "gemini-cli", is: (payload) => isGeminiEvent(payload) && has(payload, "timestamp") },
  { host: "kiro", is: (payload) => /^[a-z]/.test(textAt(payload, "hook_event_name")) && has(payload, "cwd") },
  { host: "codex", is: (payload) => has(payload, "turn_id") && isCodexEvent(payload) },
  {
    host: "qwen-code",
    is: (payload) =>
      isTimed(payload) &&
      has(payload, "transcript_path") &&
      (has(payload, "tool_call_id") || /^(?:auto_edit|yolo)$/.test(textAt(payload, "permission_mode"))),
  },
  { host: "qwen-code", is: (payload, env) => isTimed(payload) && isSet(env, "QWEN_PROJECT_DIR"), orElse: timed },
  { host: "gemini-cli", is: (payload, env) => isTimed(payload) && isSet(env, "GEMINI_PROJECT_DIR"), orElse: timed },
  {
    host: "qwen-code",
    is: (payload) =>
      isTimed(payload) && (has(payload, "permission_mode") || qwenTools.test(textAt(payload, "tool_name"))),
    orElse: timed,
  },
  {
    host: "vscode-copilot",
    is: (payload) => isTimed(payload) && vscodeTools.test(textAt(payload, "tool_name")),
    orElse: timed,
  },
  // Its answers are written so that VS Code reads them too.
  { host: "copilot-cli", is: isTimed, orElse: timed },
  {
    host: "factory-droid",
    is: (payload) => /^(?:off|spec|auto-.*)$/.test(textAt(payload, "permission_mode")),
  },
  { host: "claude-code", is: (payload) => has(payload, "prompt_id") && has(payload, "hook_event_name") },
  {
    host: "factory-droid",
    is: (payload, env) => has(payload, "hook_event_name") && isSet(env, "FACTORY_PROJECT_DIR"),
    orElse: ["claude-code", "codex", "kiro"],
  },
  {
    host: "claude-code",
    is: (payload) => has(payload, "hook_event_name"),
    orElse: ["codex", "factory-droid", "kiro", "vscode-copilot", "qwen-code"],
  },
];

function isSet(env: HostEnvironment, name: string): boolean {
  return env[name] !== undefined && env[name] !== "";
}

const isRecognisable = (name: string): boolean =>
  signs.some(({ host, orElse }) => host === name || orElse?.includes(name) === true);

/** The agent that asks; `hint` is the one the hook was started for, and counts where the payload leaves it open. */
export function recogniseHost(payload: unknown, env: HostEnvironment, hint: string): Recognised {
  if (!isObject(payload) || !isRecognisable(hint)) return { host: hint, confident: false };
  const sign = signs.find(({ is }) => is(payload, env));
  if (sign === undefined) return { host: hint, confident: false };
  const isOpen = sign.orElse !== undefined && sign.host !== hint;
  return isOpen && sign.orElse.includes(hint)
    ? { host: hint, confident: false }
    : { host: sign.host, confident: sign.orElse === undefined };
}
