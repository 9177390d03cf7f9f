// Agents whose hooks use Claude Code's protocol or one derived from it: one table per agent, with one reader and one writer
// for all of them. Answers are exit code 0 and JSON in the shape of the event; exit code 2 is reserved for events that could
// not be identified, because not every event honours it.

import type { Decision, Json, Point, PolicyEvent } from "../../language/contract.ts";
import {
  type AgentReply,
  type EventFields,
  failedDecision,
  type HostAdapter,
  type HostEnvironment,
  jsonReply,
  type ReadEvent,
  silence,
} from "./adapter.ts";
import {
  behavior,
  endTurn,
  permission,
  type ReplyFields,
  type ReplyShape,
  refuse,
  refuseAndEnd,
  watch,
} from "./answer-shapes.ts";
import { callFolder } from "./call-folder.ts";
import { claudeFields, claudeMore, type FieldNames, type MoreFields } from "./claude-fields.ts";
import { eventAt, fieldsOfSome, type Host, isSent } from "./host.ts";
import { callFields, restOf, timeOf, unknownEvent, unreadable } from "./native-event.ts";
import { pendingEvent, toolCallAs } from "./pending-call.ts";
import { type FieldRewrites, planFor, type Rewrite } from "./plan.ts";
import { ABSOLUTE, folderNamedBy } from "./project-folder.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";
import { rewrittenInput, type ToolTable } from "./tool-table.ts";

/** Where an agent differs from Claude Code's protocol; the rest follows from the matrix and its tools. */
export interface ClaudeLike {
  readonly host: Host;
  /** The agent's events that rules can match, if they differ from those in the matrix. */
  readonly events?: { readonly [event: string]: Point };
  /** Events whose names suggest a pending action, but which nothing waits for. */
  readonly harmless?: readonly string[];
  readonly tools: ToolTable;
  /** Server and tool, for payloads that have them next to the tool's name. */
  readonly mcpCall?: (payload: JsonObject) => Call | null;
  /** Fields of a shell call that name its working folder. */
  readonly callDirs?: readonly string[];
  /** Variables that hold the project folder. */
  readonly projectVariables?: readonly string[];
  /** The field with the id of a run within the session. */
  readonly runId?: string;
  /** Points whose fields have other names than in Claude Code. */
  readonly fields?: FieldNames;
  /** Fields that `more` reads and no answer needs: they may be large, and are not stored twice. */
  readonly taken?: readonly string[];
  /** Points whose fields need other conversions than in Claude Code. */
  readonly more?: MoreFields;
  /** An event that the agent sends again although nothing has happened. */
  readonly isRepeated?: (point: Point, payload: JsonObject) => boolean;
  /** The point of an event that corresponds to several. */
  readonly pointOf?: (point: Point, payload: JsonObject) => Point;
  /** Points whose answers do not have the default shape. */
  readonly shapes?: Shapes;
  /** Rewrites in addition to that of a call's input, which depends on the matrix. */
  readonly rewrites?: { readonly [P in Point]?: FieldRewrites };
}

type Shapes = { readonly [P in Point]?: ReplyShape };

/** The shapes that most agents read, for whichever of the events they have. */
const usualShapes: Shapes = {
  session_start: endTurn,
  session_end: watch,
  user_prompt_submit: refuse("block"),
  before_permission_decision: behavior("no interrupt"),
  before_tool_call: permission,
  // A block is only a remark next to the result; ending the turn keeps the model from using it.
  after_tool_result: refuseAndEnd,
  after_tool_failure: watch,
  before_completion_decision: refuse("block"),
  assistant_message_render: watch,
  pre_compact: endTurn,
  post_compact: watch,
  subagent_start: endTurn,
  subagent_stop: refuse("block"),
  file_changed: watch,
  notification: watch,
};

type Agent = ClaudeLike & {
  readonly events: { readonly [event: string]: Point };
  readonly fieldsAt: (point: Point) => FieldsAt;
  readonly more: MoreFields;
  readonly shapes: Shapes;
};

interface FieldsAt {
  /** Fields of a payload that have a field of their own in the event; the rest becomes metadata. */
  readonly placed: readonly string[];
  readonly ours: readonly (readonly [our: string, theirs: string])[];
}

function eventsOf(host: Host): Agent["events"] {
  const named: { [event: string]: Point } = {};
  for (const point of Object.keys(host.points) as Point[]) named[eventAt(host, point)] = point;
  return named;
}

/** The rewrites of an agent at a point: of a call's input, if the matrix allows it, and the agent's additional ones. */
function rewritesAt({ host, tools, rewrites = {} }: ClaudeLike, point: Point): FieldRewrites {
  const isCall = point === "before_tool_call" || point === "before_permission_decision";
  const allowed = isCall && host.points[point]?.effects.set_input !== undefined;
  return { ...(allowed ? { input: inputRewrite(tools) } : {}), ...rewrites[point] };
}

interface Call {
  readonly tool: string;
  readonly input: JsonObject;
}

export function claudeLike(row: ClaudeLike): HostAdapter {
  const agent: Agent = {
    ...row,
    events: row.events ?? eventsOf(row.host),
    fieldsAt: fieldsBy(row),
    more: { ...claudeMore, ...row.more },
    shapes: { ...usualShapes, ...row.shapes },
  };
  const write = (decision: Decision, event: PolicyEvent): AgentReply => {
    const { point } = event;
    const plan = planFor(agent.host, rewritesAt(agent, point), decision, event);
    const { top, specific } = withRemarks((agent.shapes[point] ?? endTurn)({ plan, event }), plan);
    const name = eventName(agent, point);
    const whole: JsonObject = {
      ...top,
      ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...specific } }),
    };
    return Object.keys(whole).length === 0 ? silence : jsonReply(whole);
  };
  return {
    name: agent.host.name,
    read: (payload, env = {}) => readWith(agent, payload, env),
    write,
    failure(point, message, event) {
      if (point === null) return { stdout: "", stderr: `${message}\n`, exitCode: 2 };
      return write(failedDecision(point, message), event ?? { point });
    },
  };
}

/** Warnings go to the user and notes to the model; the answer may already have a message for the user. */
function withRemarks(
  { top, specific }: ReplyFields,
  { warnings, notes }: { readonly warnings: readonly string[]; readonly notes: readonly string[] },
): ReplyFields {
  const messages = [...(typeof top.systemMessage === "string" ? [top.systemMessage] : []), ...warnings];
  return {
    top: messages.length === 0 ? top : { ...top, systemMessage: messages.join("\n") },
    specific: notes.length === 0 ? specific : { ...specific, additionalContext: notes.join("\n") },
  };
}

function eventName({ events }: Agent, point: Point): string {
  return Object.keys(events).find((name) => events[name] === point) ?? point;
}

const everywhere: readonly string[] = ["session_id", "cwd", "hook_event_name", "tool_name", "tool_input"];

function fieldsBy({ host, fields = {}, taken = ["tool_response"], runId = "" }: ClaudeLike): Agent["fieldsAt"] {
  const known = new Map<Point, FieldsAt>();
  return (point) => {
    const found = known.get(point);
    if (found !== undefined) return found;
    const named = Object.entries(fields[point] ?? claudeFields[point] ?? {});
    // These have the same names in every such agent. They stay in the metadata too, where rules have read them so far.
    const ofSome = fieldsOfSome.filter((field) => isSent(host, field, point)).map((field) => [field, field] as const);
    const placed = [...everywhere, ...taken, ...named.map(([, theirs]) => theirs), runId];
    const mapping = { ours: [...named, ...ofSome], placed };
    known.set(point, mapping);
    return mapping;
  };
}

function readWith(agent: Agent, payload: unknown, env: HostEnvironment): ReadEvent {
  if (!isObject(payload)) return { error: "the payload must be an object", point: null };
  const name = fieldOf(payload, "hook_event_name");
  const known = typeof name === "string" && Object.hasOwn(agent.events, name) ? agent.events[name] : undefined;
  const named = known ?? pendingPoint(agent, name, payload);
  if (named === null) return otherEvent(agent, name);
  const point = agent.pointOf?.(named, payload) ?? named;
  const shownName = known === undefined ? "a call in an unknown event" : name;
  if (agent.isRepeated?.(point, payload)) return { ignored: silence };
  const isCall = Object.hasOwn(payload, "tool_name") || Object.hasOwn(payload, "tool_input");
  const call = isCall ? callOf(agent, payload) : {};
  if (typeof call.fault === "string")
    return unreadable(`${agent.host.name}, ${shownName}: ${call.fault}`, point, call.foreign);
  const { folder, fault: unplaced } = callFolder(
    payload.tool_input,
    call.tool === "bash" ? (agent.callDirs ?? []) : [],
  );
  if (unplaced !== undefined) return { error: `${agent.host.name}, ${shownName}: ${unplaced}`, point };
  const time = timeOf(payload.timestamp);
  const { placed, ours } = agent.fieldsAt(point);
  const event: { [field: string]: unknown } & { readonly point: Point } = { point, agent: agent.host.name };
  put(event, "session_id", fieldOf(payload, "session_id"));
  if (agent.runId !== undefined) put(event, "run_id", fieldOf(payload, agent.runId));
  put(event, "time", time);
  // The folder of the payload is the agent's own; the one that a call names is the model's choice, and never the project.
  put(event, "workdir", folderNamedBy(agent.projectVariables ?? [], env) ?? cwdOf(payload, undefined));
  put(event, "cwd", cwdOf(payload, folder));
  event.metadata = restOf(payload, time === undefined ? placed : [...placed, "timestamp"]);
  putAll(event, call);
  for (const [field, theirs] of ours) put(event, field, fieldOf(payload, theirs));
  const more = agent.more[point];
  if (more !== undefined) putAll(event, more(payload));
  return known === undefined ? { event, isUnknown: true } : { event };
}

/** An undefined value removes what an earlier object set. Copies single fields: copying whole objects would dominate the cost. */
function put(event: { [field: string]: unknown }, field: string, value: unknown): void {
  if (value !== undefined && value !== null) event[field] = value;
  else if (Object.hasOwn(event, field)) delete event[field];
}

function putAll(event: { [field: string]: unknown }, fields: EventFields): void {
  for (const field of Object.keys(fields)) put(event, field, fields[field]);
}

const isHarmless = ({ harmless = [] }: ClaudeLike, name: Json | undefined): boolean =>
  typeof name === "string" && harmless.includes(name);

const calls = [toolCallAs("PreToolUse")];

/** The point of a call in an unknown event. */
function pendingPoint(agent: ClaudeLike, name: Json | undefined, payload: JsonObject): Point | null {
  return isHarmless(agent, name) || pendingEvent(calls, name, payload) === null ? null : "before_tool_call";
}

function otherEvent(agent: ClaudeLike, name: Json | undefined): ReadEvent {
  return isHarmless(agent, name) ? { ignored: silence } : unknownEvent(agent.host, name);
}

function callOf(agent: ClaudeLike, payload: JsonObject): EventFields {
  const { tool_name: name, tool_input: input } = payload;
  const call = agent.mcpCall?.(payload) ?? null;
  return call === null ? callFields(agent.tools, name, input) : { ...call, tool_name: name };
}

/** The working folder of the call itself. */
function cwdOf(payload: JsonObject, folder: string | undefined): unknown {
  const cwd = fieldOf(payload, "cwd");
  if (folder === undefined || folder === ".") return cwd;
  return ABSOLUTE.test(folder) || typeof cwd !== "string" ? folder : `${cwd}/${folder}`;
}

/** The complete native input: agents replace it, even if their documents speak of merging. */
export function inputRewrite(tools: ToolTable): Rewrite {
  return (input, event) => {
    const { tool, tool_name, input: before } = event as { readonly [field: string]: unknown };
    if (!isObject(input) || typeof tool !== "string" || typeof tool_name !== "string") return null;
    return rewrittenInput(tools, { tool, tool_name, input }, isObject(before) ? before : {});
  };
}

/** Text that the host takes as it is. */
export const asText: Rewrite = (value) => (typeof value === "string" ? value : null);
