// A call without a result waits for an answer, whatever its event is called: event names change between versions, and an
// ignored event lets the call pass.

import type { Json } from "../../language/contract.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";

/** The fields that mark a payload as a call, and the event that it is read as. */
export interface CallShape {
  readonly event: string;
  /** All of them must be present. */
  readonly fields: readonly string[];
  /** The field whose object holds them; the payload itself when absent. */
  readonly inside?: string;
}

/** The shape that most agents have adopted from Claude Code. */
export const toolCallAs = (event: string): CallShape => ({ event, fields: ["tool_name", "tool_input"] });

/** Names of events before an action: unknown ones are refused, with or without a call. */
const before = /^(?:pre|before|permission)/i;

export const isBefore = (event: string): boolean => before.test(event);

const result = /^(?:(?:tool|mcp)_?)?(?:result|response|output|error)(?:_json|_message)?$|^postToolUse$/i;

/** A null error is no result; a blank text may be all that a command printed. */
const saysNothing = (field: string, value: Json | undefined): boolean =>
  value === null || value === false || (value === "" && /error/i.test(field));

const hasResult = (part: JsonObject): boolean =>
  Object.keys(part).some((field) => result.test(field) && !saysNothing(field, part[field]));

/** The event to read a payload as when its own event, `name`, is unknown; null when it holds no pending call. */
export function pendingEvent(shapes: readonly CallShape[], name: unknown, payload: JsonObject): string | null {
  if ((typeof name === "string" && isBefore(name)) || hasResult(payload)) return null;
  const found = shapes.find(({ fields, inside }) => {
    const part = inside === undefined ? payload : payload[inside];
    return isObject(part) && !hasResult(part) && fields.every((field) => fieldOf(part, field) !== undefined);
  });
  return found?.event ?? null;
}
