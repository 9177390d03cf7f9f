// Signs that identify the payloads of a host. They test what is present, never what is absent.

import type { HostEnvironment } from "./adapter.ts";
import { fieldOf, type JsonObject } from "./read-answer.ts";

/** Hosts with the same payloads: with a time next to the event's name always or sometimes, or without one. */
export type HostFamily = "timed" | "seldom timed" | "untimed" | "copilot" | "prompt ids";

export interface Sign {
  /**
   * The strongest matching sign wins. Above 100: a field or event name that only this host has. From 50: a field combined
   * with a time. Below: a field combined with an event name.
   */
  readonly strength: number;
  readonly is: (payload: JsonObject, env: HostEnvironment) => boolean;
  /** Families that send this too: a host of one of them is chosen if the hook was started for it. */
  readonly alsoOf?: readonly HostFamily[];
  /** The payload is certainly this host's, unless the hook was started for one of those families. */
  readonly isSure?: true;
}

export interface HostSigns {
  readonly signs: readonly Sign[];
  readonly families?: readonly HostFamily[];
  /** The known top-level fields, separated by blanks. */
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
