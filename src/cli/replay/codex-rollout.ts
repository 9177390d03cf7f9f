// Codex rollouts: JSON lines below its `sessions` folder. Codex hooks see every shell call as `Bash` and every edit as one
// patch, so calls are converted to that form first, and the hook adapter turns them into events.

import { codexAdapter } from "../../hosts/codex/adapter.ts";
import { shellLine } from "../../hosts/install/shell-words.ts";
import { innerJson } from "../../hosts/shared/native-event.ts";
import { fieldOf, isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import { textParts } from "../../hosts/shared/response-text.ts";
import type { Json } from "../../language/contract.ts";
import { OpenCalls } from "./open-calls.ts";
import type { LogPart } from "./recorded.ts";

const envelopes: ReadonlySet<unknown> = new Set([
  ...["session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state"],
  ...["inter_agent_communication_metadata"],
]);

/** Items without an event. Searches are made by the model's provider, and no hook sees them. */
const quiet: ReadonlySet<unknown> = new Set([
  ...["message", "reasoning", "web_search_call", "ghost_snapshot", "compaction", "compaction_summary", "other"],
  ...["image_generation_call", "tool_search_call", "tool_search_output"],
]);

const callItems: ReadonlySet<unknown> = new Set(["function_call", "local_shell_call", "custom_tool_call"]);
const resultItems: ReadonlySet<unknown> = new Set([
  ...["function_call_output", "custom_tool_call_output", "local_shell_call_output", "mcp_tool_call_output"],
]);

export function isRollout(line: JsonObject): boolean {
  if (envelopes.has(line.type) && isObject(line.payload)) return true;
  // Before envelopes existed, items were bare.
  return (callItems.has(line.type) || resultItems.has(line.type)) && "call_id" in line;
}

interface Session {
  readonly id: string;
  readonly cwd: string | undefined;
}

/** One reader per file, which is one session. */
export function rolloutReader(): (line: JsonObject, sizeBytes: number) => LogPart {
  const calls = new OpenCalls();
  let session: Session = { id: "default", cwd: undefined };
  let cwd: string | undefined;
  let turn: string | undefined;

  return (line, sizeBytes) => {
    const { type } = line;
    const payload = isObject(line.payload) ? line.payload : line;
    const time = Date.parse(textOf(line, "timestamp") ?? "");
    const at = Number.isNaN(time) ? undefined : time;
    if (type === "session_meta") {
      session = { id: rootOf(payload), cwd: textOf(payload, "cwd") };
      cwd = session.cwd;
      return { nothing: "session_meta" };
    }
    if (type === "turn_context") {
      cwd = textOf(payload, "cwd") ?? cwd;
      turn = textOf(payload, "turn_id");
      return { nothing: "turn_context" };
    }
    const here = { session, cwd, turn, time: at };
    if (type === "event_msg") return message(payload, here);
    if (type !== "response_item" && envelopes.has(type)) return { nothing: String(type) };
    const item = payload.type;
    if (callItems.has(item)) return call(payload, here, calls, sizeBytes);
    if (resultItems.has(item)) return result(payload, here, calls);
    return quiet.has(item) ? { nothing: String(item) } : { skipped: "unknown" };
  };
}

interface Place {
  readonly session: Session;
  readonly cwd: string | undefined;
  readonly turn: string | undefined;
  readonly time: number | undefined;
}

const textOf = (object: JsonObject, name: string): string | undefined => {
  const value = fieldOf(object, name);
  return typeof value === "string" ? value : undefined;
};

/** A subagent's calls belong to the session that started it. */
function rootOf(meta: JsonObject): string {
  const source =
    isObject(meta.source) && isObject(meta.source.subagent) ? meta.source.subagent.thread_spawn : undefined;
  const parent = isObject(source) ? textOf(source, "parent_thread_id") : undefined;
  return parent ?? textOf(meta, "parent_thread_id") ?? textOf(meta, "id") ?? textOf(meta, "session_id") ?? "default";
}

function message(payload: JsonObject, here: Place): LogPart {
  const text = textOf(payload, "message");
  if (payload.type !== "user_message" || text === undefined || text === "") return { nothing: String(payload.type) };
  return eventOf({ hook_event_name: "UserPromptSubmit", prompt: text }, here, here.cwd);
}

function call(item: JsonObject, here: Place, calls: OpenCalls, sizeBytes: number): LogPart {
  const made = item.type === "local_shell_call" ? localShell(item) : named(item);
  if (made === null) return { skipped: "call" };
  const cwd = folderOf(made.folder, here.cwd);
  const { call_id: id } = item;
  if (typeof id === "string") calls.add(id, { tool: made.tool, input: made.input, cwd }, sizeBytes);
  return eventOf(
    { hook_event_name: "PreToolUse", tool_name: made.tool, tool_input: made.input, tool_use_id: id ?? null },
    here,
    cwd,
  );
}

interface Made {
  readonly tool: string;
  readonly input: JsonObject;
  readonly folder: string | undefined;
}

/** The shell under the names it has had, with the field that holds the command. */
const shells: { readonly [name: string]: string } = {
  shell: "command",
  shell_command: "command",
  "container.exec": "command",
  local_shell: "command",
  exec_command: "cmd",
  unified_exec: "input",
};

function named(item: JsonObject): Made | null {
  const { name } = item;
  if (typeof name !== "string" || name === "") return null;
  const given = item.type === "custom_tool_call" ? item.input : innerJson(item.arguments);
  const server = textOf(item, "namespace");
  if (server?.startsWith("mcp__") && isObject(given)) return plain(`${server.replace(/_*$/, "__")}${name}`, given);
  const field = Object.hasOwn(shells, name) ? shells[name] : undefined;
  if (field !== undefined) return isObject(given) ? shell(given, given[field]) : null;
  // A patch is plain text or a named argument.
  if (name === "apply_patch" && typeof given === "string") return plain(name, { command: given });
  if (isObject(given)) return plain(name, given);
  return typeof given === "string" ? plain(name, { input: given }) : null;
}

const plain = (tool: string, input: JsonObject): Made => ({ tool, input, folder: undefined });

function localShell({ action }: JsonObject): Made | null {
  if (!isObject(action)) return null;
  const made = shell(action, action.command);
  return made === null ? null : { ...made, folder: textOf(action, "working_directory") };
}

function shell(given: JsonObject, command: Json | undefined): Made | null {
  const text = commandText(command);
  return text === null ? null : { tool: "Bash", input: { command: text }, folder: textOf(given, "workdir") };
}

const shellProgram = /(?:^|\/)(?:ba|z|da|k)?sh$/;

/** `["bash", "-lc", "git push"]` runs `git push`; any other list is one command. */
function commandText(command: Json | undefined): string | null {
  if (typeof command === "string") return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === "string")) return null;
  const words = command as readonly string[];
  const [program = "", flag = "", script, ...rest] = words;
  const isScript = shellProgram.test(program) && /^-l?c$/.test(flag) && script !== undefined && rest.length === 0;
  return isScript ? script : shellLine(words, ".");
}

const absolute = /^(?:[/\\]|[A-Za-z]:[/\\])/;

function folderOf(folder: string | undefined, cwd: string | undefined): string | undefined {
  if (folder === undefined || folder === "") return cwd;
  return absolute.test(folder) || cwd === undefined ? folder : `${cwd}/${folder}`;
}

function result(item: JsonObject, here: Place, calls: OpenCalls): LogPart {
  const made = calls.take(String(item.call_id));
  if (made === undefined) return { skipped: "orphan" };
  const payload = {
    hook_event_name: "PostToolUse",
    tool_name: made.tool,
    tool_input: made.input,
    tool_use_id: item.call_id ?? null,
    tool_response: outputOf(item.output),
  };
  return eventOf(payload, here, made.cwd);
}

/** A text, parts of one, or either inside JSON next to the exit code. */
function outputOf(output: Json | undefined): string {
  const inner = innerJson(output);
  if (isObject(inner)) {
    const text = textOf(inner, "output") ?? textParts(inner.content);
    if (text !== null) return text;
  }
  return textParts(output) ?? JSON.stringify(output ?? "");
}

function eventOf(payload: JsonObject, { session, turn, time }: Place, cwd: string | undefined): LogPart {
  const read = codexAdapter.read({
    ...payload,
    session_id: session.id,
    ...(cwd === undefined ? {} : { cwd }),
    ...(turn === undefined ? {} : { turn_id: turn }),
    ...(time === undefined ? {} : { timestamp: new Date(time).toISOString() }),
  });
  if (!("event" in read)) return { skipped: "call" };
  const project = session.cwd === undefined ? {} : { workdir: session.cwd };
  return {
    event: { ...read.event, ...project } as unknown as JsonObject,
    time,
    target: "codex",
    facts: {},
    masked: [],
    before: null,
  };
}
