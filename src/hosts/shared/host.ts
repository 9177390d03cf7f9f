// The shape of a host's row in the capability matrix. A cell is `yes` only if the host does what the effect says.

import type { Capability, Point } from "../../language/contract.ts";

export interface Host {
  readonly name: string;
  /** What the rows rest on. */
  readonly evidence: string;
  /** How the host talks to a hook. */
  readonly transport: string;
  /** What the host does when a hook fails, as its own documents or source say. */
  readonly failMode: string;
  /** How several hooks on one event relate. */
  readonly order: string;
  readonly points: { readonly [P in Point]?: HostPoint };
}

export interface HostPoint {
  /** The host's own name of the event. */
  readonly event: string;
  readonly note?: string;
  /** An effect that is absent is impossible. */
  readonly effects: { readonly [C in Capability]?: "yes" | Restriction };
  /** Why an effect that one would expect is absent. */
  readonly why?: { readonly [C in Capability]?: string };
  /** The point is declared and never fires, and why. */
  readonly neverFires?: string;
  /** Rules of user and repo scope are not asked here. */
  readonly internalOnly?: true;
  /** The only tools whose calls come by here; all when absent. */
  readonly tools?: readonly string[];
  /** Fields of the point that the host does not send. */
  readonly lacks?: readonly string[];
}

const OBSERVES = " (observe)";

/** The host's own name of the event at a point; the matrix adds to it where the event only tells. */
export function eventAt({ points }: Host, point: Point): string {
  const event = points[point]?.event ?? "";
  return event.endsWith(OBSERVES) ? event.slice(0, -OBSERVES.length) : event;
}

/** Under what limits an effect is honoured; `note` is for people, the rest for the compiler. */
export type Restriction =
  /** The effect happens, only by other means: nothing a rule must satisfy. */
  | { readonly kind: "manner"; readonly note: string }
  | { readonly kind: "tools"; readonly tools: readonly string[]; readonly note: string }
  | { readonly kind: "fields"; readonly fields: readonly string[]; readonly note: string }
  /** Only after a call that did not fail. */
  | { readonly kind: "success"; readonly note: string }
  /** Depends on what no rule can show: a version, a setting, a moment. */
  | { readonly kind: "unproven"; readonly note: string };

export const yes = "yes";
export const inItsWay = (note: string): Restriction => ({ kind: "manner", note });
export const onlyTools = (tools: readonly string[], note: string): Restriction => ({ kind: "tools", tools, note });
export const onlyFields = (fields: readonly string[], note: string): Restriction => ({ kind: "fields", fields, note });
export const onlySuccess = (note: string): Restriction => ({ kind: "success", note });
export const unproven = (note: string): Restriction => ({ kind: "unproven", note });

/** The columns, from the mildest to the strictest, rewrites last. */
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
