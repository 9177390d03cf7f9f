// Translates OpenCode's plug-in hooks into policy events and decisions into reply plans. Pure.

import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";
import type { EventFields, ReadEvent } from "../shared/adapter.ts";
import { folderFields } from "../shared/call-folder.ts";
import { listOf, type NativeEvents, readNative, restOf } from "../shared/native-event.ts";
import { planFor, type ReplyPlan } from "../shared/plan.ts";
import { inputRewrite, type PluginPlace, textRewrite } from "../shared/plugin-place.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { opencode } from "./capabilities.ts";
import { opencodeCall, opencodeTools } from "./tools.ts";

export interface OpencodePlace extends PluginPlace {
  /** Names of the MCP servers; null when unknown. */
  readonly servers: readonly string[] | null;
}

/** Suffix of the hook name for text that is shown after it was checked as the model's output. */
export const SHOWN = "experimental.text.complete, shown";

function eventsFor({ servers }: OpencodePlace): NativeEvents {
  const toolOf = (args: Json | undefined, { tool, callID }: JsonObject): EventFields => ({
    ...opencodeCall(tool, args, servers),
    call_id: callID,
    ...folderFields(args, ["workdir"]),
  });
  const of =
    (read: (input: JsonObject, output: JsonObject) => EventFields): NativeEvents[string]["fields"] =>
    ({ input, output }) =>
      isObject(input) && isObject(output) ? read(input, output) : { fault: "a hook needs two arguments" };
  const fromProperties =
    (read: (properties: JsonObject) => EventFields): NativeEvents[string]["fields"] =>
    ({ event }) =>
      read(isObject(event) && isObject(event.properties) ? event.properties : {});
  return {
    "chat.message": { point: "user_prompt_submit", fields: of((_, { parts }) => ({ prompt: promptOf(parts) })) },
    "experimental.chat.messages.transform": {
      point: "before_model_call",
      fields: of((_, { messages }) => ({ model: modelOf(messages), messages: messages ?? [], tools: [] })),
    },
    "experimental.text.complete": {
      point: "after_model_call",
      fields: of((_, { text }) => ({ model: "unknown", response: text })),
    },
    [SHOWN]: { point: "assistant_message_render", fields: of((_, { text }) => ({ message: text })) },
    "tool.execute.before": {
      point: "before_tool_call",
      fields: of((input, { args }) => toolOf(args, input)),
    },
    "tool.execute.after": {
      point: "after_tool_result",
      fields: of((input, output) => ({
        ...toolOf(input.args ?? {}, input),
        output: resultText(output),
        is_error: output.isError === true,
      })),
    },
    "experimental.session.compacting": { point: "pre_compact", fields: () => ({ trigger: "" }) },
    "event session.created": { point: "session_start", fields: () => ({ source: "startup" }) },
    "event session.idle": {
      point: "before_completion_decision",
      fields: () => ({ unknown: ["last_message", "stop_hook_active"] }),
    },
    "event session.compacted": { point: "post_compact", fields: () => ({ trigger: "" }) },
    "event permission.asked": {
      point: "before_permission_decision",
      fields: fromProperties(({ permission, type, tool, metadata }) => ({
        ...opencodeCall(permission ?? type ?? "unknown", isObject(metadata) ? metadata : {}, servers),
        // The fields that an approval shows differ from one permission to the next.
        tool: "other",
        call_id: isObject(tool) ? tool.callID : undefined,
      })),
    },
    "event file.edited": {
      point: "file_changed",
      fields: fromProperties(({ file }) => ({ path: file, change: "modified" })),
    },
    "event file.watcher.updated": {
      point: "file_changed",
      fields: fromProperties(({ file, event }) => ({ path: file, change: changes[String(event)] ?? "modified" })),
    },
  };
}

const changes: { readonly [event: string]: string } = { add: "created", unlink: "deleted" };

/** What the user wrote, without the parts that OpenCode adds. */
export function isPromptPart(part: Json): part is JsonObject & { readonly text: string } {
  return isObject(part) && part.type === "text" && typeof part.text === "string" && part.synthetic !== true;
}

export const promptOf = (parts: Json | undefined): string =>
  listOf(parts)
    .filter(isPromptPart)
    .map(({ text }) => text)
    .join("\n");

function modelOf(messages: Json | undefined): string {
  const infos = listOf(messages).map((message) => (isObject(message) ? message.info : undefined));
  const models = infos.map((info) =>
    isObject(info) ? (isObject(info.model) ? info.model.modelID : info.modelID) : null,
  );
  return models.filter((model) => typeof model === "string").at(-1) ?? "unknown";
}

/** Built-in tools return a text with extra data for the screen and files; MCP tools return what their server wrote. */
function resultText(output: JsonObject): string {
  const isBuiltIn = typeof output.output === "string" && output.content === undefined;
  return responseText(isBuiltIn ? restOf(output, ["title", "metadata", "attachments"]) : output, ["output"]);
}

/** Null for an event that no rule can match. */
export function readOpencode(hook: string, payload: JsonObject, place: OpencodePlace): ReadEvent | null {
  const { servers: _, ...where } = place;
  const read = readNative({ name: "opencode", events: eventsFor(place) }, hook, payload, where);
  return "ignored" in read ? null : read;
}

export function planOpencode(decision: Decision, event: PolicyEvent): ReplyPlan {
  const rewrites = {
    input: inputRewrite(opencodeTools),
    output: textRewrite,
    prompt: textRewrite,
    response: textRewrite,
    message: textRewrite,
  };
  return planFor(opencode, rewrites, decision, event);
}
