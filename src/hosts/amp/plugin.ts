// Translates Amp's plug-in events into policy events and decisions into reply plans. Pure.

import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";
import type { EventFields, ReadEvent } from "../shared/adapter.ts";
import { type NativeEvents, readNative } from "../shared/native-event.ts";
import { planFor, type ReplyPlan, type Rewrite } from "../shared/plan.ts";
import { inputRewrite, type PluginPlace, textRewrite } from "../shared/plugin-place.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { amp } from "./capabilities.ts";
import { type AmpShell, ampCall, ampTools } from "./tools.ts";

export interface AmpPlace extends PluginPlace {
  /** What `amp.helpers.shellCommandFromToolCall` returns for the call. */
  readonly shell: AmpShell | null;
}

function eventsFor({ shell }: AmpPlace): NativeEvents {
  const toolOf = ({ tool, input, toolUseID }: JsonObject): EventFields => {
    const folder = isObject(input) && typeof input.cwd === "string" && input.cwd !== "" ? { cwd: input.cwd } : {};
    return { ...folder, ...ampCall(tool, input, shell), call_id: toolUseID };
  };
  return {
    "session.start": { point: "session_start", fields: () => ({ source: "unknown" }) },
    "agent.start": { point: "user_prompt_submit", fields: ({ message }) => ({ prompt: textOf(message) }) },
    "tool.call": { point: "before_tool_call", fields: toolOf },
    "tool.result": {
      point: "after_tool_result",
      fields: (event) => ({ ...toolOf(event), output: responseText(event.output ?? ""), is_error: false }),
    },
    "tool.result (status error)": {
      point: "after_tool_failure",
      fields: (event) => ({
        ...toolOf(event),
        error: [event.error, event.output]
          .map((one) => responseText(one ?? ""))
          .filter((one) => one !== "")
          .join("\n"),
        error_class: event.status,
      }),
    },
    "agent.end": {
      point: "before_completion_decision",
      fields: ({ message }) =>
        message === undefined
          ? { unknown: ["last_message", "stop_hook_active"] }
          : { last_message: textOf(message), unknown: ["stop_hook_active"] },
    },
  };
}

const textOf = (message: Json | undefined): string => responseText(message ?? "");

/** Null for an event that no rule can match. */
export function readAmp(name: string, event: JsonObject, place: AmpPlace): ReadEvent | null {
  const { shell: _, ...where } = place;
  const isOver = name === "tool.result" && event.status !== "done" && event.status !== undefined;
  const { thread } = event;
  const common = { ...where, session_id: isObject(thread) ? (thread.id ?? where.session_id) : where.session_id };
  const native = isOver ? "tool.result (status error)" : name;
  const read = readNative({ name: "amp", events: eventsFor(place) }, native, event, common);
  return "ignored" in read ? null : read;
}

/** For a shell tool that is not in the table, the new command replaces the argument that held the old one. */
const commandRewrite: Rewrite = (value, event) => {
  const known = ampTools.rows.some(({ native }) => native === event.tool_name);
  const { input } = event as { readonly input?: Json };
  if (known || event.tool !== "bash" || !isObject(value) || !isObject(input) || !isObject(input.raw))
    return inputRewrite(ampTools)(value, event);
  const { raw } = input;
  const key = Object.keys(raw).find((name) => raw[name] === input.command);
  return key === undefined || value.command === undefined ? null : { ...raw, [key]: value.command };
};

export function planAmp(decision: Decision, event: PolicyEvent): ReplyPlan {
  return planFor(amp, { input: commandRewrite, output: textRewrite }, decision, event);
}
