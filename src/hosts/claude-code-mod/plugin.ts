// Translates events of Claude Code mods into policy events and decisions into reply plans. Pure.

import type { Decision, Json, Point, PolicyEvent } from "../../language/contract.ts";
import { claudeTools } from "../claude-code/tools.ts";
import type { EventFields, ReadEvent } from "../shared/adapter.ts";
import { callFields, type NativeEvents, readNative, restOf } from "../shared/native-event.ts";
import { planFor, type ReplyPlan } from "../shared/plan.ts";
import { inputRewrite, type PluginPlace, textRewrite } from "../shared/plugin-place.ts";
import { isObject, type JsonObject } from "../shared/read-answer.ts";
import { responseText } from "../shared/response-text.ts";
import { claudeCodeMod } from "./capabilities.ts";

/** The arguments of a tool are fields of the event, next to the tool's name. */
const toolOf = (event: JsonObject): EventFields => ({
  ...callFields(claudeTools, event.tool, isObject(event.input) ? event.input : restOf(event, ["tool", "outcome"])),
  call_id: event.toolUseId ?? event.callId,
});

const modEvents: NativeEvents = {
  "session.start": { point: "session_start", fields: () => ({ source: "startup" }) },
  "session.end": { point: "session_end", fields: ({ reason }) => ({ reason: reason ?? "" }) },
  "prompt.submit": { point: "user_prompt_submit", fields: ({ text }) => ({ prompt: text }) },
  "tool.check": {
    point: "before_permission_decision",
    fields: (event) => {
      const { decision, reason } = isObject(event.outcome) ? event.outcome : ({} as JsonObject);
      return { ...toolOf(event), decision, reason };
    },
  },
  "tool.call": { point: "before_tool_call", fields: toolOf },
  "tool.call (after next)": {
    point: "after_tool_result",
    fields: (event) => ({ ...toolOf(event), output: resultText(event.outcome), is_error: false }),
  },
  "tool.call (isError)": {
    point: "after_tool_failure",
    fields: (event) => ({ ...toolOf(event), error: resultText(event.outcome) }),
  },
  "classic.Stop": {
    point: "before_completion_decision",
    fields: ({ last_assistant_message, stop_hook_active }) => ({
      last_message: last_assistant_message,
      stop_hook_active,
    }),
  },
  "session.compact": { point: "pre_compact", fields: ({ trigger }) => ({ trigger: trigger ?? "" }) },
  "agent.spawn": {
    point: "subagent_start",
    fields: ({ type, agentType, prompt, task }) => ({ role: agentType ?? type, task: prompt ?? task }),
  },
};

/** The points that the mod handles; the shape of a reply is not documented for the others. */
export const modPoints: readonly Point[] = Object.values(modEvents).map(({ point }) => point);

function resultText(outcome: Json | undefined): string {
  return responseText(isObject(outcome) ? (outcome.result ?? "") : "");
}

/** Events after the action carry `outcome`: what `next` returned. */
export function readMod(name: string, event: JsonObject, place: PluginPlace): ReadEvent {
  const read = readNative({ name: "claude-code-mod", events: modEvents }, name, event, { ...place });
  return "ignored" in read ? { error: `policyc does not handle ${name}`, point: null } : read;
}

export function planMod(decision: Decision, event: PolicyEvent): ReplyPlan {
  const rewrites = { input: inputRewrite(claudeTools), output: textRewrite, prompt: textRewrite };
  return planFor(claudeCodeMod, rewrites, decision, event);
}
