// A bundle as a codex_runtime shell hook. codex_runtime treats a hook that crashes as approval, so every failure exits with 2.

import type { Json, Point, PolicyEvent } from "../../language/contract.ts";
import {
  type AgentReply,
  type EventFields,
  failedDecision,
  type HostAdapter,
  jsonReply,
  known,
  pointNamed,
  type ReadEvent,
  silence,
  verdictOf,
} from "../shared/adapter.ts";
import { folderFields } from "../shared/call-folder.ts";
import { commandLine } from "../shared/command-words.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { codexRuntime } from "./capabilities.ts";
import { postPhases } from "./payload.ts";

/** Native field names by policyc field, and the points that have them. */
const rewrites: { readonly [field: string]: { readonly key: string; readonly at: readonly Point[] } } = {
  prompt: { key: "promptOverride", at: ["before_run", "user_prompt_submit"] },
  model: { key: "modelOverride", at: ["session_start", "before_run", "user_prompt_submit"] },
  attachments: { key: "addAttachments", at: ["before_run", "user_prompt_submit"] },
  metadata: { key: "metadataDelta", at: ["session_start", "before_run", "user_prompt_submit"] },
};

export const codexRuntimeAdapter: HostAdapter = {
  name: "codex-runtime",
  read,
  write(decision, event) {
    if (postPhases.includes(event.point)) return silence;
    const verdict = verdictOf(decision, (field) => rewrites[field]?.at.includes(event.point) ?? false);
    if (verdict.isRefused) return blocked(verdict.reason);
    const patch = Object.entries(verdict.changes).map(([field, value]) => [rewrites[field]?.key ?? field, value]);
    return patch.length === 0 ? silence : jsonReply({ action: "mutate", ...Object.fromEntries(patch) });
  },
  failure(point, message) {
    return failedDecision(point, message).proceed ? { ...silence, stderr: `${message}\n` } : blocked(message);
  },
};

function blocked(message: string): AgentReply {
  return { ...jsonReply({ message }), exitCode: 2 };
}

const fieldsOf: { readonly [P in Point]?: (context: JsonObject) => EventFields } = {
  session_start: ({ model }) => ({ source: "unknown", model }),
  before_run: ({ model }) => ({ model, unknown: ["prompt"] }),
  after_run: ({ main_status }) => ({ status: main_status ?? "ok" }),
  // Prompt and answer are not sent; the compiler rejects rules for this target that read them.
  user_prompt_submit: () => ({ prompt: "" }),
  after_model_call: ({ model }) => ({ model: model ?? "", response: "" }),
  before_tool_call: toolOf,
  after_tool_result: (context) => ({ ...toolOf(context), output: "", is_error: context.main_status === "error" }),
};

function read(payload: unknown): ReadEvent {
  if (!isObject(payload)) return { error: "the context must be an object", point: null };
  const point = pointNamed(codexRuntime, payload.phase);
  if (point === null) return { error: "the context has no known phase", point };
  const fields = fieldsOf[point]?.(payload) ?? {};
  if (typeof fields.error === "string") return { error: fields.error, point };
  const { thread_id, turn_id, cwd, ts_ms, metadata } = payload;
  const event: PolicyEvent = {
    point,
    agent: "codex-runtime",
    ...known({ session_id: thread_id, run_id: turn_id, workdir: cwd, cwd, metadata }),
    ...(typeof ts_ms === "number" && ts_ms > 0 ? { time: ts_ms } : {}),
    ...known(fields),
  };
  return { event };
}

/** Approvals of commands and file changes; no other call reaches hooks. */
function toolOf(context: JsonObject): EventFields {
  const input = context.tool_input ?? {};
  if (!isObject(input)) return { error: "tool_input must be an object" };
  const name = context.tool_name ?? "";
  if (typeof name !== "string") return { error: "tool_name must be a string" };
  // Checked first: the name of a command is its first word, which may be anything.
  const command = commandText(input.command);
  const { fault, ...folder } = folderFields(input, ["cwd"]);
  if (fault !== undefined) return { error: fault };
  if (command !== null) return { tool: "bash", tool_name: name || "bash", input: { command, raw: input }, ...folder };
  if (name === "file_change" && !Object.hasOwn(input, "command")) {
    const path = typeof input.path === "string" ? { path: input.path } : {};
    return { tool: "edit", tool_name: name, input: { ...path, raw: input } };
  }
  // The name is the first word of a command, and without the command it is unknown what the call does.
  return { error: "the call contains no command" };
}

/** A command may also be a list of words. */
function commandText(command: Json | undefined): string | null {
  if (typeof command === "string") return command;
  return Array.isArray(command) ? commandLine(command as readonly Json[]) : null;
}
