// The shape of a host's rows in the capability matrix. A cell is `yes` only if the host does what the effect says.

import type { Capability, Point } from "../../language/contract.ts";
import { commonFields } from "../../language/schema.ts";

export interface Host {
  readonly name: string;
  /** The evidence for the rows. */
  readonly evidence: string;
  /** How the host calls a hook. */
  readonly transport: string;
  /** What the host does when a hook fails, according to its documents or source. */
  readonly failMode: string;
  /** How several hooks for one event interact. */
  readonly order: string;
  /** How many characters of a reason it shows, if that is less than policyc writes. */
  readonly reasonLimit?: number;
  readonly points: { readonly [P in Point]?: HostPoint };
  /** The points at which it sends a field that only some hosts send; "all" where its events are ours. */
  readonly sends?: { readonly [field: string]: readonly Point[] | "all" };
  /** How a rule that asks once learns that a call ran; without it the rule asks every time. */
  readonly asksOnce?: AsksOnce;
}

export interface AsksOnce {
  /** Points whose events have the id of the call that is asked about. */
  readonly at: readonly Point[];
  /** Points at which a report with the same id and input proves that the call ran: the agent reports no refused call there. */
  readonly ranAt: readonly Point[];
}

export interface HostPoint {
  /** The host's own name for the event. */
  readonly event: string;
  readonly note?: string;
  /** An absent effect is impossible. */
  readonly effects: { readonly [C in Capability]?: "yes" | Restriction };
  /** Why an expected effect is absent. */
  readonly why?: { readonly [C in Capability]?: string };
  /** The point is declared but never fires, and why. */
  readonly neverFires?: string;
  /** Rules of user and repo scope do not run here. */
  readonly internalOnly?: true;
  /** The only tools whose calls reach this point; all when absent. */
  readonly tools?: readonly string[];
  /** Fields of the point that the host does not send. */
  readonly lacks?: readonly string[];
}

/** The host sends the field, one that only some hosts send, at the point. */
export function isSent({ sends = {} }: Host, field: string, point: Point): boolean {
  const at = sends[field];
  return at === "all" || (at?.includes(point) ?? false);
}

/** Fields of every point that only some hosts send. */
export const fieldsOfSome: readonly string[] = Object.keys(commonFields).filter(
  (name) => commonFields[name]?.sentBySome === true,
);

const OBSERVES = " (observe)";

/** The host's own name for the event at a point, without the matrix's note on events that only report. */
export function eventAt({ points }: Host, point: Point): string {
  const event = points[point]?.event ?? "";
  return event.endsWith(OBSERVES) ? event.slice(0, -OBSERVES.length) : event;
}

/** The limits under which an effect is honoured; `note` is for people, the rest for the compiler. */
export type Restriction =
  /** The effect happens by other means; a rule need not satisfy anything. */
  | { readonly kind: "manner"; readonly note: string }
  | { readonly kind: "tools"; readonly tools: readonly string[]; readonly note: string }
  | { readonly kind: "fields"; readonly fields: readonly string[]; readonly note: string }
  /** Only after a call that did not fail. */
  | { readonly kind: "success"; readonly note: string }
  /** Depends on something that no rule can show: a version, a setting, a moment. */
  | { readonly kind: "unproven"; readonly note: string };

export const yes = "yes";
export const inItsWay = (note: string): Restriction => ({ kind: "manner", note });
export const onlyTools = (tools: readonly string[], note: string): Restriction => ({ kind: "tools", tools, note });
export const onlyFields = (fields: readonly string[], note: string): Restriction => ({ kind: "fields", fields, note });
export const onlySuccess = (note: string): Restriction => ({ kind: "success", note });
export const unproven = (note: string): Restriction => ({ kind: "unproven", note });

/** The columns, from the mildest to the strictest, then rewrites. */
export const capabilities: readonly Capability[] = [
  "warn",
  "note",
  "allow",
  "ask",
  "respond",
  "block",
  "stop",
  "set_input",
  "set_output",
];
