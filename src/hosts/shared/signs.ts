// Signs by which the payloads of a host are known. Judged by what is there, never by what is not.

import type { HostEnvironment } from "./adapter.ts";
import { fieldOf, type JsonObject } from "./read-answer.ts";

/** Hosts that send the same as others: with a time beside the event's name, always or now and then, or without. */
export type HostFamily = "timed" | "seldom timed" | "untimed" | "copilot" | "prompt ids";

export interface Sign {
  /**
   * The strongest sign that holds counts. Above 100: a field, or a name of an event, that only this host has. From 50 on:
   * what it has beside a time. Below: what it has beside the name of an event.
   */
  readonly strength: number;
  readonly is: (payload: JsonObject, env: HostEnvironment) => boolean;
  /** Families of hosts that send this too: one of them, if the hook was started for it. */
  readonly alsoOf?: readonly HostFamily[];
  /** The payload is this host's for sure, unless the hook was started for one of those. */
  readonly isSure?: true;
}

export interface HostSigns {
  readonly signs: readonly Sign[];
  readonly families?: readonly HostFamily[];
  /** The top-level fields that it is known to send, with blanks between them. */
  readonly fields?: string;
}

export const has = (payload: JsonObject, name: string): boolean => fieldOf(payload, name) !== undefined;

export function textAt(payload: JsonObject, name: string): string {
  const value = fieldOf(payload, name);
  return typeof value === "string" ? value : "";
}

export const eventIn =
  (names: readonly string[]) =>
  (payload: JsonObject): boolean =>
    names.includes(textAt(payload, "hook_event_name"));

export const isTimed = (payload: JsonObject): boolean =>
  textAt(payload, "timestamp") !== "" && textAt(payload, "hook_event_name") !== "";

export const isSet = (env: HostEnvironment, name: string): boolean => env[name] !== undefined && env[name] !== "";
