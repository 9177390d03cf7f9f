// The check and the completion of an event (design 2.9, steps 1 and 2), from the schema tables.

import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { Point } from "../../src/language/contract.ts";
import { commonFields, type Field, type Fields, points, tools } from "../../src/language/schema.ts";

export interface Checked {
  readonly point: Point;
  readonly event: { readonly [field: string]: unknown };
  readonly unknown: ReadonlySet<string>;
  /** The host's time in milliseconds, null when it gave none. */
  readonly time: number | null;
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fits(value: unknown, field: Field): boolean {
  switch (field.type) {
    case "int":
      return Number.isSafeInteger(value);
    case "bool":
      return typeof value === "boolean";
    case "json":
      return true;
    case "list<string>":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    default:
      return typeof value === "string";
  }
}

/** Fields the engine completes, so a host may leave them out. */
const completed = ["time", "session_id", "workdir", "cwd", "tool_name"];

const hasFields = (
  record: { readonly [key: string]: unknown },
  fields: Fields,
  unknown: ReadonlySet<string>,
  prefix: string,
): boolean =>
  Object.entries(fields).every(([name, field]) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined || value === null)
      return field.optional || unknown.has(prefix + name) || completed.includes(prefix + name);
    if (name === "time" && prefix === "") return typeof value === "string" || Number.isFinite(value);
    return fits(value, field);
  });

/** Hosts write null for what is not there. */
const withoutNulls = (record: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** The code of the failure when the event cannot be trusted. */
export function checkEvent(told: unknown, ir: Ir): Checked | "P701" | "P702" {
  if (!isRecord(told)) return "P702";
  const point = told.point;
  if (typeof point !== "string" || !Object.hasOwn(points, point)) return "P701";
  const plan = points[point as Point];
  const raw = withoutNulls(told);
  const unknown = new Set((raw.unknown as readonly string[] | undefined) ?? []);
  if (!hasFields(raw, { ...commonFields, ...plan.fields }, unknown, "")) return "P702";
  const time = raw.time;
  const millis = time === undefined ? null : typeof time === "number" ? time : Date.parse(String(time));
  if (millis !== null && !Number.isFinite(millis)) return "P702";
  const workdir = raw.workdir ?? "/";
  const event: Record<string, unknown> = { ...raw, workdir, cwd: raw.cwd ?? workdir };
  if (plan.tool) {
    if (!isRecord(raw.input)) return "P702";
    const named = String(raw.tool);
    const declared = Object.hasOwn(tools, named)
      ? tools[named]
      : Object.hasOwn(ir.tools, named)
        ? ir.tools[named]
        : undefined;
    event.tool = declared === undefined ? "other" : named;
    event.tool_name = raw.tool_name ?? named;
    event.input = withoutNulls(raw.input);
    if (!hasFields(raw.input, declared ?? {}, unknown, "input.")) return "P702";
  }
  return { point: point as Point, event, unknown, time: millis };
}
