// Turns what a host sent into a context, or says what is wrong with it.
// Every field is checked before a rule sees it, so rules never meet a wrong type outside JSON values.

import { type FailureCode, failureCodes, fillMessage } from "../codes.ts";
import type { Failure, Json, Point } from "../contract.ts";
import { commonFields, type Field, type Fields, points, tools } from "../schema.ts";
import { Context } from "./context.ts";
import { show } from "./message.ts";
import { absolute, normal } from "./paths.ts";
import type { Surroundings } from "./surroundings.ts";
import { unknownValue } from "./value.ts";

export interface CheckOptions {
  readonly around: Surroundings;
  readonly tools: { readonly [tool: string]: Fields };
  /** The clock; undefined in a sealed run without a given time. */
  readonly now: () => number | undefined;
  /** Where the project is when the host does not say; absolute and normal. */
  readonly workdir: string;
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

export function checkEvent(event: unknown, options: CheckOptions): Context | Refused {
  if (!isPlain(event)) return { point: null, failure: failureOf("P702", { why: "an event is a JSON object" }) };
  const point = own(event, "point");
  if (typeof point !== "string" || !Object.hasOwn(points, point)) {
    return { point: null, failure: failureOf("P701", { point: quoted(point) }) };
  }
  const refuse = (why: string): Refused => ({ point: point as Point, failure: failureOf("P702", { why }) });
  const size = measure(event, 0);
  if (size === "malformed") return refuse("it is not plain JSON, or nests deeper than 64 levels");
  if (size > SIZE_LIMIT) return { point: point as Point, failure: failureOf("P703", {}) };

  const c = new Context(point as Point, options.around);
  const why =
    fillCommon(c, event, options) ??
    fillFields(c, event, points[point as Point].fields) ??
    (points[point as Point].tool ? fillTool(c, event, options) : null) ??
    fillUnknown(c, event, options);
  return why === null ? c : refuse(why);
}

/** Writes a checked field; the class has a slot for every field of the schema. */
type Slots = { [field: string]: unknown };
const slots = (c: Context): Slots => c as unknown as Slots;

function fillCommon(c: Context, event: Rec, options: CheckOptions): string | null {
  for (const name of ["agent", "session_id", "run_id", "workdir", "cwd"] as const) {
    const value = own(event, name) ?? undefined;
    if (value !== undefined && typeof value !== "string") return `\`${name}\` must be a string`;
    if (value !== undefined) slots(c)[name] = value;
  }
  const { home } = options.around;
  if (c.session_id === "") c.session_id = "default";
  const base = options.workdir;
  const workdir = own(event, "workdir") ?? own(event, "cwd");
  c.workdir =
    typeof workdir === "string" && workdir !== ""
      ? (absolute(workdir, base, home) ?? normal(`${base}/${workdir}`))
      : base;
  const cwd = own(event, "cwd");
  c.cwd = typeof cwd === "string" && cwd !== "" ? (absolute(cwd, c.workdir, home) ?? c.workdir) : c.workdir;
  c.metadata = (own(event, "metadata") as Json | undefined) ?? undefined;
  return fillTime(c, own(event, "time") ?? undefined, options);
}

const LAST_TIME = 8.64e15;

function fillTime(c: Context, time: unknown, options: CheckOptions): string | null {
  const ms = time === undefined ? options.now() : typeof time === "string" ? Date.parse(time) : time;
  if (ms === undefined) return null;
  if (typeof ms !== "number" || !(Math.abs(ms) <= LAST_TIME))
    return "`time` must be RFC 3339 text or milliseconds since 1970";
  c.time_ms = ms;
  return null;
}

function fillFields(c: Context, event: Rec, fields: Fields): string | null {
  for (const name in fields) {
    const field = fields[name];
    if (field === undefined || name === "tool" || name === "tool_name") continue;
    const value = own(event, name) ?? undefined;
    const why = fieldFault(name, field, value);
    if (why !== null) return why;
    if (value !== undefined) slots(c)[name] = value;
  }
  return null;
}

function fieldFault(name: string, field: Field, value: unknown): string | null {
  if (value === undefined) return field.optional === true ? null : `\`${name}\` is missing`;
  switch (field.type) {
    case "string":
    case "path":
    case "host":
    case "command":
      return typeof value === "string" ? null : `\`${name}\` must be a string`;
    case "int":
      return Number.isSafeInteger(value) ? null : `\`${name}\` must be a whole number`;
    case "bool":
      return typeof value === "boolean" ? null : `\`${name}\` must be true or false`;
    case "list<string>":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? null
        : `\`${name}\` must be a list of strings`;
    case "json":
      return null;
  }
}

/** The tool, its input, and the views that are plain fields. A tool nobody knows is `other`, a valid event. */
function fillTool(c: Context, event: Rec, options: CheckOptions): string | null {
  const tool = own(event, "tool");
  if (typeof tool !== "string" || tool === "") return "`tool` must be the name of a tool";
  const toolName = own(event, "tool_name") ?? undefined;
  if (toolName !== undefined && typeof toolName !== "string") return "`tool_name` must be a string";
  c.tool_name = toolName ?? tool;
  const isKnown = Object.hasOwn(tools, tool) || Object.hasOwn(options.tools, tool);
  c.tool = isKnown ? tool : "other";
  if (c.tool === "other" && Object.hasOwn(options.tools, c.tool_name)) c.tool = c.tool_name;

  const input = own(event, "input");
  if (!isPlain(input)) return "`input` must be an object";
  const fields = (Object.hasOwn(options.tools, c.tool) ? options.tools[c.tool] : tools[c.tool]) ?? {};
  for (const name in fields) {
    const field = fields[name];
    const why = field === undefined ? null : fieldFault(`input.${name}`, field, own(input, name) ?? undefined);
    if (why !== null) return why;
  }
  c.input = input as { readonly [field: string]: Json };
  if (c.tool === "mcp") {
    c.mcp_server = input.server as string;
    c.mcp_tool = input.tool as string;
  }
  return null;
}

/** `unknown: ["last_message"]`: optional fields that exist but that the host cannot tell. */
function fillUnknown(c: Context, event: Rec, options: CheckOptions): string | null {
  const names = own(event, "unknown") ?? undefined;
  if (names === undefined) return null;
  if (!Array.isArray(names)) return "`unknown` must be a list of field names";
  const inputFields = (Object.hasOwn(options.tools, c.tool) ? options.tools[c.tool] : tools[c.tool]) ?? {};
  for (const name of names) {
    if (typeof name !== "string") return "`unknown` must be a list of field names";
    const inInput = name.startsWith("input.");
    const bare = inInput ? name.slice("input.".length) : name;
    const fields = inInput ? inputFields : Object.hasOwn(commonFields, bare) ? commonFields : points[c.point].fields;
    const field = Object.hasOwn(fields, bare) ? fields[bare] : undefined;
    if (field?.optional !== true) return `\`unknown\` names ${quoted(name)}, which is not an optional field here`;
    if (inInput) c.input = { ...c.input, [bare]: unknownValue };
    else slots(c)[bare] = unknownValue;
    c.unknownFields.push(name);
  }
  return null;
}

function own(record: Rec, key: string): unknown {
  const value = record[key];
  return value === undefined || Object.hasOwn(record, key) ? value : undefined;
}

/** An object made by `{}`, JSON or another realm; not an array, a class instance or a proxy of one. */
function isPlain(value: unknown): value is Rec {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === null || proto === Object.prototype || Object.getPrototypeOf(proto) === null;
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
    const size = measure(value[key], depth);
    if (size === "malformed") return size;
    total += key.length + size + 4;
    if (total > SIZE_LIMIT) return total;
  }
  return total;
}
