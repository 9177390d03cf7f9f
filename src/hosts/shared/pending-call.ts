// A call without a result waits for an answer, whatever its agent calls the event: names of events change between
// versions, and an event that is ignored lets the call pass.

import type { Json } from "../../language/contract.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";

/** What a payload holds when it is about a call, and the event that it is read as. */
export interface CallShape {
  readonly event: string;
  /** All of them are there. */
  readonly fields: readonly string[];
  /** The field whose object holds them; the payload itself when absent. */
  readonly inside?: string;
}

/** The shape that most agents have taken over from Claude Code. */
export const toolCallAs = (event: string): CallShape => ({ event, fields: ["tool_name", "tool_input"] });

/** Names of events that come before something: those that nobody knows are refused, with or without a call. */
const before = /^(?:pre|before|permission)/i;

export const isBefore = (event: string): boolean => before.test(event);

const result = /^(?:(?:tool|mcp)_?)?(?:result|response|output|error)(?:_json|_message)?$|^postToolUse$/i;

/** That there is no error is no result; a text that is blank may be all that a command has printed. */
const saysNothing = (field: string, value: Json | undefined): boolean =>
  value === null || value === false || (value === "" && /error/i.test(field));

const hasResult = (part: JsonObject): boolean =>
  Object.keys(part).some((field) => result.test(field) && !saysNothing(field, part[field]));

/** The event to read a payload as whose own event, `name`, is not known; null when it holds no call that waits. */
export function pendingEvent(shapes: readonly CallShape[], name: unknown, payload: JsonObject): string | null {
  if ((typeof name === "string" && isBefore(name)) || hasResult(payload)) return null;
  const found = shapes.find(({ fields, inside }) => {
    const part = inside === undefined ? payload : payload[inside];
    return isObject(part) && !hasResult(part) && fields.every((field) => fieldOf(part, field) !== undefined);
  });
  return found?.event ?? null;
}
