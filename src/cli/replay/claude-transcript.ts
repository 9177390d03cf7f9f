// Claude Code transcripts: JSON lines below its `projects` folder. Prompts, tool calls and results become the payloads
// that its hooks would have received, and the hook adapter turns them into events.

import { claudeCodeAdapter } from "../../hosts/claude-code/adapter.ts";
import { fieldOf, isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import { textParts } from "../../hosts/shared/response-text.ts";
import type { Json } from "../../language/contract.ts";
import { FirstFolders, OpenCalls } from "./open-calls.ts";
import type { LogPart, SkipReason } from "./recorded.ts";

/** Lines besides the conversation. New kinds appear with every version; they are reported as unknown. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...["summary", "system", "attachment", "progress", "queue-operation", "file-history-snapshot", "permission-mode"],
  ...["ai-title", "custom-title", "agent-name", "agent-color", "agent-setting", "last-prompt", "pr-link", "mode"],
  ...["hook_progress", "saved_hook_context", "worktree-state", "tag", "speculation-accept", "content-replacement"],
  ...["marble-origami-commit", "marble-origami-snapshot", "file-history-delta", "task-summary"],
]);

export function isTranscript(line: JsonObject): boolean {
  const { type } = line;
  if (typeof type !== "string") return false;
  if (type === "user" || type === "assistant") return isObject(line.message);
  return bookkeeping.has(type) || ("sessionId" in line && "uuid" in line);
}

/** One reader per file: results refer to earlier calls. */
export function transcriptReader(): (line: JsonObject, sizeBytes: number) => readonly LogPart[] {
  const calls = new OpenCalls();
  const folders = new FirstFolders();

  return (line, sizeBytes) => {
    const { type, message } = line;
    if (type !== "user" && type !== "assistant") {
      return [bookkeeping.has(String(type)) ? { nothing: String(type) } : { skipped: "unknown" }];
    }
    const here = placeOf(line, folders);
    const content = isObject(message) ? message.content : undefined;
    const blocks: readonly Json[] = Array.isArray(content) ? content : [];
    if (type === "assistant") {
      const uses = blocks.filter((block): block is JsonObject => isObject(block) && block.type === "tool_use");
      return uses.length === 0
        ? [{ nothing: "answer without a tool call" }]
        : uses.map((use) => call(use, here, calls, sizeBytes));
    }
    const results = blocks.filter((block): block is JsonObject => isObject(block) && block.type === "tool_result");
    if (results.length > 0) return results.map((one) => result(one, line, here, calls, results.length === 1));
    return [prompt(line, content, here)];
  };
}

interface Place {
  readonly common: JsonObject;
  readonly project: string | undefined;
  readonly time: number | undefined;
  readonly branch: string | undefined;
}

function placeOf(line: JsonObject, folders: FirstFolders): Place {
  const session = textOf(line, "sessionId") ?? "default";
  const cwd = textOf(line, "cwd");
  const time = Date.parse(textOf(line, "timestamp") ?? "");
  const branch = textOf(line, "gitBranch");
  return {
    common: { session_id: session, ...(cwd === undefined ? {} : { cwd }) },
    project: folders.of(session, cwd),
    time: Number.isNaN(time) ? undefined : time,
    branch: branch === "" || branch === "HEAD" ? undefined : branch,
  };
}

const textOf = (object: JsonObject, name: string): string | undefined => {
  const value = fieldOf(object, name);
  return typeof value === "string" ? value : undefined;
};

function call(use: JsonObject, here: Place, calls: OpenCalls, sizeBytes: number): LogPart {
  const { id, name, input } = use;
  const cwd = textOf(here.common, "cwd");
  if (typeof id === "string" && typeof name === "string" && isObject(input))
    calls.add(id, { tool: name, input, cwd }, sizeBytes);
  return eventOf(
    { hook_event_name: "PreToolUse", tool_name: name ?? null, tool_input: input ?? null, tool_use_id: id ?? null },
    here,
    "call",
  );
}

/** The text for a call that a person declined: the call was not made, and hooks get no further event. */
const declined = /^The user doesn't want to (?:proceed|take this action)/;

function result(block: JsonObject, line: JsonObject, here: Place, calls: OpenCalls, isOnly: boolean): LogPart {
  const made = calls.take(String(block.tool_use_id));
  if (made === undefined) return { skipped: "orphan" };
  const text = textParts(block.content) ?? JSON.stringify(block.content ?? "");
  const isError = block.is_error === true;
  if (isError && declined.test(text)) return { nothing: "call that the user declined" };
  const native = isOnly ? fieldOf(line, "toolUseResult") : undefined;
  const common = { tool_name: made.tool, tool_input: made.input, tool_use_id: block.tool_use_id ?? null };
  // The result has the folder of its call, even if the call changed folders.
  const there = made.cwd === undefined ? here : { ...here, common: { ...here.common, cwd: made.cwd } };
  return isError
    ? eventOf({ ...common, hook_event_name: "PostToolUseFailure", error: text }, there, "call")
    : eventOf(
        { ...common, hook_event_name: "PostToolUse", tool_response: isObject(native) ? native : text },
        there,
        "call",
      );
}

/** Text in the place of a prompt that no user typed. */
const injected =
  /^\s*<(?:command-(?:name|message|args)|local-command-|bash-(?:input|stdout|stderr)|task-notification|system-reminder|user-memory-input)/;

function prompt(line: JsonObject, content: Json | undefined, here: Place): LogPart {
  const text = textParts(Array.isArray(content) ? content.filter(isTextBlock) : content);
  if (text === null || text === "") return { nothing: "message without text" };
  if (line.isSidechain === true) return { nothing: "task of a subagent" };
  if (line.isMeta === true || line.isCompactSummary === true || injected.test(text))
    return { nothing: "message that no user typed" };
  return eventOf({ hook_event_name: "UserPromptSubmit", prompt: text }, here, "unknown");
}

const isTextBlock = (block: Json): boolean => isObject(block) && block.type === "text";

function eventOf(payload: JsonObject, { common, project, time, branch }: Place, otherwise: SkipReason): LogPart {
  const read = claudeCodeAdapter.read(
    { ...common, ...payload, ...(time === undefined ? {} : { timestamp: new Date(time).toISOString() }) },
    { CLAUDE_PROJECT_DIR: project },
  );
  if (!("event" in read)) return { skipped: otherwise };
  return {
    event: read.event as unknown as JsonObject,
    time,
    target: "claude-code",
    facts: branch === undefined ? {} : { git_branch: branch },
    masked: [],
    before: null,
  };
}
