// The envelope that ignis sends to its hooks: only the fields of the current event.

import type { Json } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { toNative } from "../shared/tool-table.ts";
import { ignis } from "./capabilities.ts";
import { ignisTools } from "./tools.ts";

/** Native field names by policyc field, per point. */
const fieldNames: { readonly [point: string]: { readonly [field: string]: string } } = {
  user_prompt_submit: { prompt: "prompt" },
  assistant_message_render: { message: "content" },
  after_tool_result: { output: "toolResult", is_error: "isError" },
};

export function encodeEnvelope({ fields, point }: HookEvent): JsonObject {
  const envelope: { [field: string]: Json } = {
    hook_event_name: ignis.points[point]?.event ?? point,
    session_id: fields.session_id ?? "",
    cwd: fields.cwd ?? fields.workdir ?? "",
  };
  if (isObject(fields.input)) {
    const call = toNative(ignisTools, fields);
    envelope.toolName = call.name;
    envelope.toolInput = call.input;
  }
  for (const [field, name] of Object.entries(fieldNames[point] ?? {})) {
    const value = fieldOf(fields, field);
    if (value !== undefined) envelope[name] = value;
  }
  return envelope;
}
