// Turns an event from a host into a context, or returns what is wrong with it.
// Every field is checked before a rule sees it, so rules never meet a wrong type outside JSON values.

import { type CallKind, callKindNames } from "../../../language/call-kinds.ts";
import { type FailureCode, failureCodes, fillMessage } from "../../../language/codes.ts";
import type { Failure, Json, Point } from "../../../language/contract.ts";
import { show } from "../../../language/message.ts";
import {
  commonFields,
  type Field,
  type FieldEffect,
  type Fields,
  fieldEffectWords,
  points,
  tools,
} from "../../../language/schema.ts";
import { unknownValue } from "../../../language/value.ts";
import { absolute, normal } from "../paths/paths.ts";
import { Context } from "./context.ts";
import type { Environment } from "./environment.ts";
import { timeOf } from "./usual-time.ts";

export interface CheckOptions {
  readonly around: Environment;
  /** Every tool by its name, shipped and declared. */
  readonly tools: ReadonlyMap<string, KnownTool>;
  /** Tools the policy declares. */
  readonly declared: ReadonlySet<string>;
  /** Tools of MCP servers that it declares, by `SERVER/TOOL`. */
  readonly mcpTools: ReadonlyMap<string, { readonly effects: readonly FieldEffect[] | null }>;
  /** The clock; undefined in a sealed run without a given time. */
  readonly now: () => number | undefined;
  /** The project's folder when the host names none; absolute and normalized. */
  readonly workdir: string;
  readonly placed: (folder: string, base: string) => string;
}

interface NamedField {
  readonly name: string;
  readonly field: Field;
}

export type FieldList = readonly NamedField[];

const listOf = (fields: Fields): FieldList => Object.entries(fields).map(([name, field]) => ({ name, field }));

/** `name` is one text for all events, so that rules compare it by identity. */
export interface KnownTool {
  readonly name: string;
  readonly input: FieldList;
  /** What its declaration says that it does with its fields; null when it says nothing. */
  readonly effects: readonly FieldEffect[] | null;
}

/** The effects that a declaration names. */
export function effectsOf(fields: Fields): readonly FieldEffect[] | null {
  const found = Object.entries(fields).flatMap(([field, { does = [] }]) => does.map((word) => ({ field, does: word })));
  return found.length === 0 ? null : found;
}

/** The shipped tools and those a policy declares. */
export function knownTools(declared: { readonly [tool: string]: Fields }): ReadonlyMap<string, KnownTool> {
  return new Map(
    [...Object.entries(tools), ...Object.entries(declared)].map(([name, fields]) => [
      name,
      { name, input: listOf(fields), effects: effectsOf(fields) },
    ]),
  );
}

const toolCallFields = ["tool", "tool_name", "call_id"];

interface KnownPoint {
  /** One string object for all events, as with tools, so that later lookups compare by identity. */
  readonly point: Point;
  readonly isToolCall: boolean;
  /** Fields other than the common ones; those of every tool call are read by fillTool. */
  readonly fields: FieldList;
}

/** Earlier results: at most one per point. */
const knownPoints = new Map<string, KnownPoint>();

function knownPoint(name: string): KnownPoint | undefined {
  const known = knownPoints.get(name);
  if (known !== undefined) return known;
  const point = (Object.keys(points) as Point[]).find((one) => one === name);
  if (point === undefined) return undefined;
  const { fields, tool } = points[point];
  const made = {
    point,
    isToolCall: tool,
    fields: listOf(fields).filter((field) => !toolCallFields.includes(field.name)),
  };
  knownPoints.set(point, made);
  return made;
}

/** What is known of an event that was refused: enough for the failure outcome of its point. */
export interface Refused {
  readonly point: Point | null;
  readonly failure: Failure;
}

const SIZE_LIMIT = 8 * 1024 * 1024;
const DEPTH_LIMIT = 64;

export function failureOf(code: FailureCode, holes: { readonly [hole: string]: string }, rule?: string): Failure {
  const message = fillMessage(failureCodes[code].message, holes);
  return rule === undefined ? { code, message } : { code, message, rule };
}

const quoted = (value: unknown): string =>
  typeof value === "string" || value === undefined ? show(value) : `of type ${typeof value}`;

type Rec = { readonly [key: string]: unknown };

/**
 * The fields of every event and of tool calls, as sent. They are picked out while the event is measured: looking each
 * up by name would cost more, since hosts write events in many shapes and leave most of these fields out.
 */
interface Sent {
  agent: unknown;
  session_id: unknown;
  run_id: unknown;
  agent_id: unknown;
  agent_type: unknown;
  workdir: unknown;
  cwd: unknown;
  metadata: unknown;
  time: unknown;
  tool: unknown;
  tool_name: unknown;
  call_id: unknown;
  input: unknown;
  unknown: unknown;
  effects: unknown;
  kinds: unknown;
}

const nothingSent = (): Sent => ({
  agent: undefined,
  session_id: undefined,
  run_id: undefined,
  agent_id: undefined,
  agent_type: undefined,
  workdir: undefined,
  cwd: undefined,
  metadata: undefined,
  time: undefined,
  tool: undefined,
  tool_name: undefined,
  call_id: undefined,
  input: undefined,
  unknown: undefined,
  effects: undefined,
  kinds: undefined,
});

/** Stores a field under its name; a switch, because each field then has a fixed place. */
function keep(sent: Sent, name: string, value: unknown): void {
  switch (name) {
    case "tool":
      sent.tool = value;
      return;
    case "tool_name":
      sent.tool_name = value;
      return;
    case "input":
      sent.input = value;
      return;
    case "call_id":
      sent.call_id = value;
      return;
    case "session_id":
      sent.session_id = value;
      return;
    case "workdir":
      sent.workdir = value;
      return;
    case "cwd":
      sent.cwd = value;
      return;
    case "agent":
      sent.agent = value;
      return;
    case "run_id":
      sent.run_id = value;
      return;
    case "agent_id":
      sent.agent_id = value;
      return;
    case "agent_type":
      sent.agent_type = value;
      return;
    case "metadata":
      sent.metadata = value;
      return;
    case "time":
      sent.time = value;
      return;
    case "unknown":
      sent.unknown = value;
      return;
    case "effects":
      sent.effects = value;
      return;
    case "kinds":
      sent.kinds = value;
      return;
  }
}

export function checkEvent(event: unknown, options: CheckOptions): Context | Refused {
  if (isPrototypeChanged()) return refusal(null, CHANGED);
  if (!isPlain(event)) return refusal(null, "an event must be a JSON object");
  const { point } = event;
  const known = typeof point === "string" ? knownPoint(point) : undefined;
  return known === undefined ? unknownPoint(point) : checkPoint(event, known, options);
}

const unknownPoint = (point: unknown): Refused => ({
  point: null,
  failure: failureOf("P701", { point: quoted(point) }),
});

function checkPoint(event: Rec, { point, fields, isToolCall }: KnownPoint, options: CheckOptions): Context | Refused {
  const sent = nothingSent();
  const size = measureEvent(event, sent);
  if (size === "malformed") return refusal(point, "it is not plain JSON, or nests deeper than 64 levels");
  if (size > SIZE_LIMIT) return { point, failure: failureOf("P703", {}) };
  const c = new Context(point, options.around);
  const why =
    fillCommon(c, sent, options) ??
    fillFields(c, event, fields) ??
    (isToolCall ? fillTool(c, sent, options) : null) ??
    fillUnknown(c, sent.unknown, options);
  return why === null ? c : refusal(point, why);
}

const refusal = (point: Point | null, why: string): Refused => ({ point, failure: failureOf("P702", { why }) });

/** Writes a checked field; the class has a slot for every field of the schema. */
type Slots = { [field: string]: unknown };
const slots = (c: Context): Slots => c as unknown as Slots;

/** A field the host may leave out: absent and null are the same. */
const isText = (value: unknown): value is string | null | undefined => typeof value === "string" || value == null;

function fillCommon(c: Context, sent: Sent, options: CheckOptions): string | null {
  const { agent, session_id: session, run_id: run, agent_id: actor, agent_type: actorType, workdir, cwd } = sent;
  if (!isText(agent)) return "`agent` must be a string";
  if (!isText(session)) return "`session_id` must be a string";
  if (!isText(run)) return "`run_id` must be a string";
  if (!isText(actor)) return "`agent_id` must be a string";
  if (!isText(actorType)) return "`agent_type` must be a string";
  if (!isText(workdir)) return "`workdir` must be a string";
  if (!isText(cwd)) return "`cwd` must be a string";
  c.agent = agent ?? undefined;
  c.run_id = run ?? undefined;
  c.agent_id = actor ?? undefined;
  c.agent_type = actorType ?? undefined;
  c.session_id = session || "default";
  c.workdir = options.placed(workdir || "", options.workdir);
  c.cwd = cwd === workdir || !cwd ? c.workdir : options.placed(cwd, c.workdir);
  c.metadata = (sent.metadata as Json | null | undefined) ?? undefined;
  return fillTime(c, sent.time, options);
}

/** Places a folder absolutely, remembering the last one: a session hardly ever changes its own. */
export function placing(home: string | undefined): (folder: string, base: string) => string {
  let last = { folder: "", base: "", place: "" };
  return (folder, base) => {
    if (folder === "") return base;
    if (folder === last.folder && base === last.base) return last.place;
    // One whose home is not known is taken as it is written.
    last = { folder, base, place: absolute(folder, base, home) ?? normal(`${base}/${folder}`) };
    return last.place;
  };
}

const LAST_TIME = 8.64e15;

function fillTime(c: Context, time: unknown, options: CheckOptions): string | null {
  if (time === undefined || time === null) {
    c.clock = options.now;
    return null;
  }
  const ms = typeof time === "string" ? timeOf(time) : time;
  if (typeof ms !== "number" || !(Math.abs(ms) <= LAST_TIME))
    return "`time` must be RFC 3339 text or milliseconds since 1970";
  c.time_ms = ms;
  return null;
}

function fillFields(c: Context, event: Rec, fields: FieldList): string | null {
  for (let at = 0; at < fields.length; at++) {
    const { name, field } = fields[at] as NamedField;
    const value = event[name] ?? undefined;
    const why = fieldFault(name, field, value);
    if (why !== null) return why;
    if (value !== undefined) slots(c)[name] = value;
  }
  return null;
}

function fieldFault(name: string, { type, optional }: Field, value: unknown): string | null {
  if (value === undefined) return optional === true ? null : `\`${name}\` is missing`;
  return fits(value, type) ? null : `\`${name}\` must be ${typeNames[type]}`;
}

function fits(value: unknown, type: Field["type"]): boolean {
  switch (type) {
    case "string":
    case "path":
    case "host":
    case "command":
      return typeof value === "string";
    case "int":
      return Number.isSafeInteger(value);
    case "bool":
      return typeof value === "boolean";
    case "list<string>":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "json":
      return true;
  }
}

const typeNames: { readonly [T in Field["type"]]: string } = {
  string: "a string",
  path: "a string",
  host: "a string",
  command: "a string",
  int: "a whole number",
  bool: "true or false",
  "list<string>": "a list of strings",
  json: "JSON",
};

/** The tool, its input, and the views that are plain fields. An unknown tool is `other`, a valid event. */
function fillTool(c: Context, sent: Sent, options: CheckOptions): string | null {
  const { tool, tool_name: toolName, call_id: callId, input } = sent;
  if (typeof tool !== "string" || tool === "") return "`tool` must be the name of a tool";
  if (!isText(toolName)) return "`tool_name` must be a string";
  if (!isText(callId)) return "`call_id` must be a string";
  c.tool_name = toolName ?? tool;
  c.call_id = callId ?? undefined;
  const known = knownTool(c, tool, options);
  c.tool = known.name;

  if (!isRecord(input)) return "`input` must be an object";
  const why = inputFault(input, known.input, sent.unknown);
  if (why !== null) return why;
  c.input = input as { readonly [field: string]: Json };
  if (c.tool === "mcp") {
    c.mcp_server = input.server as string;
    c.mcp_tool = input.tool as string;
  }
  const isDeclared = options.declared.has(c.tool);
  c.hasTable = c.tool !== "mcp" && c.tool !== "other" && !isDeclared;
  c.fieldEffects = known.effects;
  const ofServer = c.tool === "mcp" ? options.mcpTools.get(`${String(c.mcp_server)}/${c.mcp_tool}`) : undefined;
  if (ofServer !== undefined) c.fieldEffects = ofServer.effects;
  c.call_external = !c.hasTable && !isDeclared && ofServer === undefined;
  return fillEffects(c, sent);
}

/** What the host knows that the call does. A declaration of the policy says more than a host. */
function fillEffects(c: Context, { effects, kinds }: Sent): string | null {
  if (effects === undefined && kinds === undefined) return null;
  if (c.hasTable) return "`effects` and `kinds` are for tools that have no name of their own here";
  if (effects !== undefined && !isEffects(effects))
    return "`effects` must be a list of fields with what is done to them";
  if (kinds !== undefined && !isKinds(kinds)) return "`kinds` must be a list of kinds of effect";
  c.kinds = kinds ?? null;
  if (!c.call_external) return null;
  c.fieldEffects = effects ?? [];
  c.call_external = false;
  return null;
}

const isEffects = (effects: unknown): effects is readonly FieldEffect[] =>
  Array.isArray(effects) &&
  effects.every(
    (one: unknown) => isRecord(one) && typeof one.field === "string" && isOneOf(fieldEffectWords, one.does),
  );

const isKinds = (kinds: unknown): kinds is readonly CallKind[] =>
  Array.isArray(kinds) && kinds.every((kind) => isOneOf(callKindNames, kind));

const isOneOf = (words: readonly string[], word: unknown): boolean => typeof word === "string" && words.includes(word);

function inputFault(input: Rec, fields: FieldList, unknown: unknown): string | null {
  for (let at = 0; at < fields.length; at++) {
    const { name, field } = fields[at] as NamedField;
    const value = input[name] ?? undefined;
    if (value === undefined && field.mayBeUnknown && isNamed(unknown, `input.${name}`)) continue;
    const why = fieldFault(name, field, value);
    if (why !== null) return why.replace("`", "`input.");
  }
  return null;
}

const isNamed = (names: unknown, name: string): boolean => Array.isArray(names) && names.includes(name);

const otherTool: KnownTool = { name: "other", input: [], effects: null };

/** An unknown tool is `other`, unless the policy declares it under the host's own name. */
function knownTool(c: Context, tool: string, options: CheckOptions): KnownTool {
  const known = tool === "other" ? undefined : options.tools.get(tool);
  if (known !== undefined) return known;
  return options.tools.get(options.declared.has(c.tool_name) ? c.tool_name : "other") ?? otherTool;
}

/** Enough to recognise an object within an event: measuring the event has shown that it is plain. */
const isRecord = (value: unknown): value is Rec => typeof value === "object" && value !== null && !Array.isArray(value);

/** `unknown: ["last_message"]`: fields that exist but that the host cannot determine. */
function fillUnknown(c: Context, names: unknown, options: CheckOptions): string | null {
  return names === undefined || names === null ? null : fillNamed(c, names, options);
}

function fillNamed(c: Context, names: unknown, options: CheckOptions): string | null {
  if (!Array.isArray(names)) return "`unknown` must be a list of field names";
  for (const name of names) {
    if (typeof name !== "string") return "`unknown` must be a list of field names";
    const inInput = name.startsWith("input.");
    const bare = inInput ? name.slice("input.".length) : name;
    const fields = inInput ? options.tools.get(c.tool)?.input : fieldsOfPoint(c.point);
    const field = fields?.find((one) => one.name === bare)?.field;
    if (!field?.optional && !field?.mayBeUnknown)
      return `\`unknown\` names ${quoted(name)}, which is not an optional field here`;
    if (inInput) c.input = { ...c.input, [bare]: unknownValue };
    else slots(c)[bare] = unknownValue;
    if (c.tool === "mcp" && name === "input.server") c.mcp_server = unknownValue;
    c.unknownFields = [...c.unknownFields, name];
  }
  return null;
}

const fieldsOfPoint = (point: Point): FieldList => listOf({ ...commonFields, ...points[point].fields });

const CHANGED =
  "something in this process has added to Object.prototype, so no field can be trusted to be the event's own";
const empty = {};

/** Looked at once per event, so that fields can be read without asking of each whether it is the object's own. */
function isPrototypeChanged(): boolean {
  for (const _ in empty) return true;
  return false;
}

/** An object made by `{}`, by JSON or in another realm; not an array or an instance of a class. */
function isPlain(value: unknown): value is Rec {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null || isForeignPrototype(proto as object);
}

function isForeignPrototype(proto: object): boolean {
  if (Object.getPrototypeOf(proto) !== null || !Object.hasOwn(proto, "hasOwnProperty")) return false;
  return Object.keys(proto).length === 0;
}

/** The whole event, in a loop of its own: one that sees only events stays quick. */
function measureEvent(event: Rec, sent: Sent): number | "malformed" {
  let total = 2;
  for (const key in event) {
    const item = event[key];
    keep(sent, key, item);
    const size = typeof item === "string" ? item.length + 2 : measure(item, 1);
    if (size === "malformed" || key === "__proto__") return "malformed";
    total += key.length + size + 4;
    if (total > SIZE_LIMIT) return total;
  }
  return total;
}

/** Roughly the length of the value as JSON, or `malformed`: not JSON, too deep (a cycle), a polluting key. Stops early when too large. */
function measure(value: unknown, depth: number): number | "malformed" {
  switch (typeof value) {
    case "string":
      return value.length + 2;
    case "number":
      return Number.isFinite(value) ? 8 : "malformed";
    case "boolean":
    case "undefined":
      return 5;
    case "object":
      return value === null ? 4 : depth >= DEPTH_LIMIT ? "malformed" : measureInside(value, depth + 1);
    default:
      return "malformed";
  }
}

function measureInside(value: object, depth: number): number | "malformed" {
  let total = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      const size = measure(item, depth);
      if (size === "malformed") return size;
      total += size + 1;
      if (total > SIZE_LIMIT) return total;
    }
    return total;
  }
  if (!isPlain(value)) return "malformed";
  // `for in` is twice as quick as Object.keys, and a plain object has no inherited keys to skip.
  for (const key in value) {
    if (key === "__proto__") return "malformed";
    const item = value[key];
    const size = typeof item === "string" ? item.length + 2 : measure(item, depth);
    if (size === "malformed") return size;
    total += key.length + size + 4;
    if (total > SIZE_LIMIT) return total;
  }
  return total;
}
