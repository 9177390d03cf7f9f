// A decision as one agent can carry it out at one point: what it has no words for has become stricter, or is dropped
// where it only was a remark. The adapters spell the plan, each in its own shape.

import type { Capability, Decision, Json, PolicyEvent } from "../../language/contract.ts";
import { reasonText, told } from "./adapter.ts";
import type { Host } from "./host.ts";

export interface ReplyPlan {
  readonly word: "pass" | "allow" | "ask" | "respond" | "deny" | "stop";
  /** Never blank beside any other word than `pass`: hosts drop a refusal without a reason. */
  readonly reason: string;
  /** In the host's own words, by our field; empty beside deny, stop and respond. */
  readonly changes: { readonly [field: string]: Json };
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** A rewritten field in the host's words; null where those cannot say it. */
export type Rewrite = (value: Json, event: PolicyEvent) => Json | null;
export type FieldRewrites = { readonly [field: string]: Rewrite };

export function planFor(host: Host, rewrites: FieldRewrites, decision: Decision, event: PolicyEvent): ReplyPlan {
  const can = (effect: Capability): boolean => isAble(host, effect, event);
  const word = wordOf(decision, can);
  const plan = {
    word,
    reason: word === "pass" ? "" : spoken(reasonText(decision), decision),
    changes: {},
    warnings: can("warn") ? told(decision.warnings) : [],
    notes: can("note") ? told(decision.notes) : [],
  };
  if (decision.changes === undefined || word === "deny" || word === "stop" || word === "respond") return plan;
  const changes: [string, Json][] = [];
  for (const [field, value] of Object.entries(decision.changes)) {
    const rewrite = Object.hasOwn(rewrites, field) ? rewrites[field]?.(value, event) : null;
    // The action must not happen unchanged.
    if (rewrite === undefined || rewrite === null) return { ...plan, word: "deny", reason: lost(host, field) };
    changes.push([field, rewrite]);
  }
  return { ...plan, changes: Object.fromEntries(changes) };
}

function wordOf({ outcome }: Decision, can: (effect: Capability) => boolean): ReplyPlan["word"] {
  switch (outcome) {
    case "pass":
      return "pass";
    case "allow":
      return can("allow") ? "allow" : "pass";
    case "ask":
    case "respond":
    case "stop":
      return can(outcome) ? outcome : "deny";
    case "block":
      return "deny";
  }
}

/** Whether the host does this at the event's point; what only some tools allow, for those. */
function isAble(host: Host, effect: Capability, event: PolicyEvent): boolean {
  const cell = host.points[event.point]?.effects[effect];
  if (cell === undefined || cell === "yes" || cell.kind !== "tools") return cell !== undefined;
  return typeof event.tool === "string" && cell.tools.includes(event.tool);
}

function spoken(reason: string, { outcome }: Decision): string {
  return reason.trim() === "" ? `decided by policyc: ${outcome}` : reason;
}

function lost({ name }: Host, field: string): string {
  return `a rule rewrites \`${field}\` in a way that a hook of ${name} cannot carry out here`;
}

/** What stands in the place of a text that is withheld. */
export const withheld = (reason: string): string => `[withheld by policy: ${reason}]`;
