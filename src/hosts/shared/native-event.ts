// Reads native events by a table of their names, and handles events that are not in the table.
// that nobody knows.

import type { Json, Point } from "../../language/contract.ts";
import { type AgentReply, type EventFields, known, type ReadEvent, silence } from "./adapter.ts";
import { type CallShape, isBefore, pendingEvent } from "./pending-call.ts";
import { isObject, type JsonObject, oneLine } from "./read-answer.ts";
import { type Derived, fromNative, type ToolTable } from "./tool-table.ts";

/** A host's event: the point it corresponds to, and its fields. Fields with a `fault` could not be read. */
interface NativeEvent {
  readonly point: Point;
  readonly fields: (payload: JsonObject) => EventFields;
}

export type NativeEvents = { readonly [name: string]: NativeEvent };

interface Agent {
  readonly name: string;
  readonly events: NativeEvents;
  /** How to recognise a call in an event that is not in the table; absent for hosts whose payloads do not name their event. */
  readonly calls?: readonly CallShape[];
  /** The reply to events that nothing waits for. */
  readonly goOn?: AgentReply;
}

/** The event of that name as a policy event; `common` holds the fields of every event of the agent. */
export function readNative(agent: Agent, name: unknown, payload: JsonObject, common: EventFields): ReadEvent {
  const native = typeof name === "string" && Object.hasOwn(agent.events, name) ? agent.events[name] : undefined;
  if (native === undefined) return readPending(agent, name, payload, common);
  const { fault, foreign, ...fields } = native.fields(payload);
  if (typeof fault === "string") return unreadable(`${agent.name}, ${name}: ${fault}`, native.point, foreign);
  return { event: { point: native.point, agent: agent.name, ...known({ ...common, ...fields }) } };
}

function readPending(agent: Agent, name: unknown, payload: JsonObject, common: EventFields): ReadEvent {
  const event = pendingEvent(agent.calls ?? [], name, payload);
  if (event === null) return unknownEvent(agent, name);
  const read = readNative(agent, event, payload, common);
  return "event" in read ? { ...read, isUnknown: true } : read;
}

/** Why an event cannot be read; `foreign` as `callFields` gives it. */
export function unreadable(error: string, point: Point, foreign: unknown): ReadEvent {
  return foreign === true ? { error, point, foreign } : { error, point };
}

/** An event without a call. Before an action it is refused; otherwise the action has already happened. */
export function unknownEvent({ name: agent, goOn = silence }: Pick<Agent, "name" | "goOn">, name: unknown): ReadEvent {
  if (typeof name !== "string") return { error: `the payload of ${agent} names no event`, point: null };
  if (!isBefore(name)) return { ignored: goOn };
  return { error: `${agent} sent the event "${oneLine(name, 80)}", which is unknown`, point: null };
}

/** A tool call as policyc's fields, or why it cannot be read. */
export function callFields(table: ToolTable, name: unknown, input: unknown): EventFields {
  if (typeof name !== "string" || name === "") return { fault: "the call does not name its tool" };
  if (!isObject(input)) return { fault: `the input of ${oneLine(name, 80)} must be an object`, foreign: true };
  const call = fromNative(table, name, input);
  if (call.fault !== undefined)
    return { fault: `the input of ${oneLine(name, 80)} cannot be determined: ${call.fault}` };
  if (call.unknown === undefined) return { tool: call.tool, input: call.input, tool_name: name };
  return { ...call, tool_name: name };
}

/** The first string of a list: agents list the folders of a workspace, and the first one is the project. */
export function firstText(list: Json | undefined): string | undefined {
  const [first] = listOf(list);
  return typeof first === "string" ? first : undefined;
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** RFC 3339 text or milliseconds, also as digits; for anything else the engine uses its own clock. */
export function timeOf(value: Json | undefined): string | number | undefined {
  const time = typeof value === "string" && /^\d{10,16}$/.test(value) ? Number(value) : value;
  if (typeof time === "number") return Number.isSafeInteger(time) && time > 0 ? time : undefined;
  return typeof time === "string" && !Number.isNaN(Date.parse(time)) ? time : undefined;
}

/** Some hosts measure fractions of a millisecond. */
export function wholeMs(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value) : undefined;
}

/** Parses JSON inside a string; anything else stays a string. */
export function innerJson(value: Json | undefined): Json | undefined {
  if (typeof value !== "string" || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** The fields of a payload that have no field of their own in the event. */
export function restOf(payload: JsonObject, placed: readonly string[]): JsonObject {
  const rest = Object.keys(payload).filter((key) => !placed.includes(key));
  return Object.fromEntries(rest.map((key) => [key, payload[key] as Json]));
}

/** Several edits of one file as one: the removed text and the inserted text. */
export function joinedEdits(edits: Json | undefined): JsonObject {
  const list = listOf(edits);
  const texts = (key: string): string[] =>
    list.map((edit) => (isObject(edit) ? edit[key] : undefined)).filter((text) => typeof text === "string");
  if (list.length === 0) return {};
  return { old: texts("old_string").join("\n"), new: texts("new_string").join("\n") };
}

/** The deletion of a file as a patch, since only policyc's patch tool can delete. */
export function deletion(path: Json | undefined): Derived {
  if (typeof path !== "string" || path === "" || /[\r\n]/.test(path)) return { tool: "other" };
  return { tool: "edit", fields: { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` } };
}
