// Records the payloads a host sends, so that users can see what their version does: one JSON line per payload, with secrets
// masked. Several processes may append to one file: each line is a single write, which the system does not interleave.

import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { unknownFields } from "../hosts/recognise.ts";
import type { Json, Point } from "../language/contract.ts";
import { whyOf } from "../language/load-error.ts";
import { isObject } from "../language/manifest.ts";
import { maskJson, maskSecrets, visible } from "../runtime/engine/index.ts";
import type { ReadInput } from "./read-input.ts";

export interface Captured {
  readonly input: ReadInput;
  /** Undefined when the text is not JSON. */
  readonly payload: Json | undefined;
  /** The value of `--agent`. */
  readonly agent: string | null;
  /** The host that was recognised. */
  readonly host: string | null;
  readonly point: Point | null;
  readonly tool: string | null;
  /** Why the payload could not be read as an event. */
  readonly problem: string | null;
}

const FILE_CAP_BYTES = 64 * 1024 * 1024;
const TEXT_CAP = 4096;
const LINE_CAP_BYTES = 1024 * 1024;

/** Appends one line; returns null, or why it could not. */
export function capture(file: string, captured: Captured): string | null {
  let handle: number | null = null;
  try {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
    handle = openSync(file, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
    const found = fstatSync(handle);
    if (!found.isFile()) return "it is not a regular file";
    if (process.geteuid !== undefined && (found.uid !== process.geteuid() || (found.mode & 0o077) !== 0))
      return "other users can open it; remove their permissions (chmod go=)";
    const line = Buffer.from(lineOf(captured));
    if (found.size + line.length > FILE_CAP_BYTES) return `it would grow beyond ${FILE_CAP_BYTES} bytes`;
    return writeSync(handle, line) === line.length ? null : "the disk is full";
  } catch (caught) {
    return whyOf(caught);
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

function lineOf(captured: Captured): string {
  const line = `${JSON.stringify(recordOf(captured, true))}\n`;
  if (Buffer.byteLength(line) <= LINE_CAP_BYTES) return line;
  return `${JSON.stringify(recordOf(captured, false))}\n`;
}

function recordOf(captured: Captured, withPayload: boolean): { readonly [field: string]: unknown } {
  const { input, payload, agent, host, point, tool, problem } = captured;
  const fields = payload !== undefined && isObject(payload) ? payload : null;
  const masked = payload === undefined || !withPayload ? null : maskJson(shortened(payload));
  const raw = payload === undefined && "text" in input ? maskSecrets(input.text.slice(0, TEXT_CAP)) : undefined;
  return {
    time: new Date().toISOString(),
    agent,
    host,
    event: fields === null ? null : eventName(fields),
    point,
    ...(tool === null ? {} : { tool }),
    unknown_fields: fields === null || host === null ? null : unknownFields(host, fields),
    ...(problem === null ? {} : { problem }),
    ...(masked === null ? {} : { payload: masked.value, masked: masked.masked }),
    ...(withPayload ? {} : { payload_dropped: "it is too large" }),
    ...(raw === undefined ? {} : { text: visible(raw) }),
  };
}

/** The fields in which hosts name the event. */
const eventFields = ["hook_event_name", "agent_action_name", "hookName", "event", "hook", "type"];

function eventName(payload: { readonly [field: string]: Json }): string | null {
  for (const field of eventFields) {
    const name = Object.hasOwn(payload, field) ? payload[field] : undefined;
    if (typeof name === "string") return name;
  }
  return null;
}

/** The start of a long text is enough to see the shape of a payload. The strict parser bounds the depth. */
function shortened(value: Json): Json {
  if (typeof value === "string")
    return value.length > TEXT_CAP ? `${value.slice(0, TEXT_CAP)}[cut, ${value.length} characters]` : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(shortened);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
}
