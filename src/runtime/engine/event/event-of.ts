// Turns a checked context back into the complete event: the view for hooks, and the base of a hook's rewrite.

import type { Json, Point } from "../../../language/contract.ts";
import { commonFields, points } from "../../../language/schema.ts";
import { isSentinel } from "../../../language/value.ts";
import type { Context } from "./context.ts";

type Event = { readonly [field: string]: Json };

const namesByPoint: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(points).map(([point, { fields, tool }]) => [
    point,
    [...Object.keys(commonFields), ...Object.keys(fields), ...(tool ? ["input"] : [])],
  ]),
);

const namesOf = (point: Point): readonly string[] => namesByPoint.get(point) ?? [];

/** Every known field under its name in the schema; fields that the host could not determine are listed in `unknown`. */
export function eventOf(c: Context): Event {
  const event: { [field: string]: Json } = { point: c.point };
  for (const name of namesOf(c.point)) {
    const value = fieldOf(c, name);
    if (value !== undefined && !isSentinel(value)) event[name] = name === "input" ? knownInput(c) : (value as Json);
  }
  if (c.unknownFields.length > 0) event.unknown = c.unknownFields;
  return event;
}

function fieldOf(c: Context, name: string): unknown {
  if (name === "time" && c.time_ms === undefined) return undefined;
  return (c as unknown as { readonly [field: string]: unknown })[name];
}

/** The input in a form that the host accepts: fields that it could not determine are omitted. */
export function knownInput(c: Context): Event {
  const known = Object.entries(c.input).filter(([, value]) => value !== undefined && !isSentinel(value));
  return Object.fromEntries(known) as Event;
}
