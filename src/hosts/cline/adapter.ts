// A bundle as a hook of Cline's extension or SDK, which use the same fields under different event names. Hooks cannot ask or
// approve; `cancel` refuses, and text for the model is delivered with its next request.

import type { Json } from "../../language/contract.ts";
import { type AgentReply, type EventFields, type HostAdapter, jsonReply } from "../shared/adapter.ts";
import { failingLike, saidBy } from "../shared/exit-reply.ts";
import {
  callFields,
  firstText,
  type NativeEvents,
  readNative,
  restOf,
  timeOf,
  wholeMs,
} from "../shared/native-event.ts";
import type { CallShape } from "../shared/pending-call.ts";
import { type FieldRewrites, planFor } from "../shared/plan.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { fromNative, rewrittenInput } from "../shared/tool-table.ts";
import { cline } from "./capabilities.ts";
import { clineTools } from "./tools.ts";
import { withoutHints } from "./workspace-hints.ts";

/** Each event has an object under its own name; the SDK adds another one whose values keep their types. */
const part = (payload: JsonObject, ...names: readonly string[]): JsonObject => {
  const found = names.map((name) => payload[name]).find(isObject);
  return found ?? {};
};

/** Inputs of SDK tools that may also be bare values, and the field that such a value belongs to. */
const bare: { readonly [tool: string]: string } = {
  run_commands: "commands",
  read_files: "files",
  search_codebase: "queries",
  apply_patch: "input",
};

function toolOf(payload: JsonObject): EventFields {
  const sdk = part(payload, "tool_call", "tool_result");
  const own = part(payload, "preToolUse", "postToolUse");
  const name = sdk.name ?? own.toolName;
  const input = sdk.input ?? own.parameters;
  const field = typeof name === "string" && Object.hasOwn(bare, name) ? bare[name] : undefined;
  const given = field !== undefined && input !== undefined && !isObject(input) ? { [field]: input } : input;
  return { ...withoutHints(callFields(clineTools, name, given), payload.workspaceRoots), call_id: sdk.id };
}

function resultOf(payload: JsonObject): EventFields {
  const sdk = part(payload, "tool_result");
  const own = part(payload, "postToolUse");
  const told = [sdk.output, own.result, sdk.error].filter((one) => one !== undefined && one !== null);
  return {
    ...toolOf(payload),
    output: told.map((one) => responseText(one ?? "")).join("\n"),
    is_error: own.success === false || typeof sdk.error === "string",
    duration_ms: wholeMs(sdk.durationMs ?? own.executionTimeMs),
  };
}

const prompt = (payload: JsonObject): EventFields => ({
  prompt: part(payload, "prompt_submit", "userPromptSubmit").prompt,
});

const start = { point: "session_start", fields: () => ({ source: "startup" }) } as const;
const resume = { point: "session_start", fields: () => ({ source: "resume" }) } as const;
const end = {
  point: "before_completion_decision",
  fields: () => ({ unknown: ["last_message", "stop_hook_active"] }),
} as const;
const shutdown = { point: "session_end", fields: () => ({ reason: "shutdown" }) } as const;
const compact = { point: "pre_compact", fields: () => ({ trigger: "" }) } as const;

/** The extension's names, then the SDK's. */
export const clineEvents: NativeEvents = {
  TaskStart: start,
  TaskResume: resume,
  UserPromptSubmit: { point: "user_prompt_submit", fields: prompt },
  PreToolUse: { point: "before_tool_call", fields: toolOf },
  PostToolUse: { point: "after_tool_result", fields: resultOf },
  TaskComplete: end,
  PreCompact: compact,
  SessionShutdown: shutdown,
  Notification: {
    point: "notification",
    fields: (payload) => {
      const { event, message } = part(payload, "notification");
      return { kind: event ?? "", message: message ?? "" };
    },
  },
  agent_start: start,
  agent_resume: resume,
  prompt_submit: { point: "user_prompt_submit", fields: prompt },
  tool_call: { point: "before_tool_call", fields: toolOf },
  tool_result: { point: "after_tool_result", fields: resultOf },
  agent_end: end,
  pre_compact: compact,
  session_shutdown: shutdown,
};

const goOn = jsonReply({ cancel: false });

const placed: readonly string[] = ["taskId", "timestamp", "workspaceRoots", "preToolUse", "postToolUse", "tool_call"];

const calls: readonly CallShape[] = [
  { event: "tool_call", fields: ["tool_call"] },
  { event: "PreToolUse", fields: ["preToolUse"] },
];

const read: HostAdapter["read"] = (payload) => {
  if (!isObject(payload)) return { error: "the payload of cline must be an object", point: null };
  const workdir = firstText(payload.workspaceRoots);
  const common = {
    session_id: payload.taskId,
    time: timeOf(payload.timestamp),
    workdir,
    cwd: workdir,
    metadata: restOf(payload, placed),
  };
  return readNative({ name: "cline", events: clineEvents, calls, goOn }, fieldOf(payload, "hookName"), payload, common);
};

/** The command names the folder it runs in; a replacement would lose that. */
function isMoved(name: string, { raw, command }: JsonObject): boolean {
  return isObject(raw) && fromNative(clineTools, name, raw).input.command !== command;
}

/** Only the SDK accepts a changed input. */
const rewrites: FieldRewrites = {
  input: (value, event) => {
    if (saidBy(event, "hookName") !== "tool_call" || !isObject(value)) return null;
    const { tool, tool_name, input } = event as { readonly [field: string]: Json | undefined };
    const { command, raw } = value;
    const before = isObject(input) ? input : {};
    if (isMoved(String(tool_name), before)) return null;
    // The new command replaces the whole list.
    if (tool_name === "run_commands" && typeof command === "string")
      return command === before.command && isObject(raw) ? raw : { commands: [command] };
    return rewrittenInput(clineTools, { tool: tool ?? "", tool_name: tool_name ?? "", input: value }, before);
  },
};

/** The longest text that Cline passes to the model. */
const MOST_CONTEXT = 50_000;

const write: HostAdapter["write"] = (decision, event) => {
  const { word, reason, notes, changes } = planFor(cline, rewrites, decision, event);
  const isRefused = word !== "pass" && word !== "allow";
  const context = [...(isRefused ? [reason] : []), ...notes].join("\n").slice(0, MOST_CONTEXT);
  return jsonReply({
    cancel: isRefused,
    ...(isRefused ? { errorMessage: reason } : {}),
    ...(context === "" ? {} : { contextModification: context }),
    ...(changes.input === undefined ? {} : { overrideInput: changes.input }),
  });
};

const unplaced = (message: string): AgentReply => ({
  ...jsonReply({ cancel: true, errorMessage: message }),
  stderr: `${message}\n`,
  exitCode: 2,
});

export const clineAdapter: HostAdapter = { name: "cline", read, write, failure: failingLike(write, unplaced) };
