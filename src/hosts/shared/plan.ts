// A decision as one agent can carry it out at one point: what its format cannot express becomes stricter, or is dropped
// if it is only a remark. Adapters write the plan in their own shapes.

import type { Capability, Decision, Json, PolicyEvent } from "../../language/contract.ts";
import { refusalText, refusedBecause, rewriters } from "../../language/refusal-text.ts";
import { visibleRemarks } from "./adapter.ts";
import type { Host } from "./host.ts";

export interface ReplyPlan {
  readonly word: "pass" | "allow" | "ask" | "respond" | "deny" | "stop";
  /** Never blank unless the word is `pass`: hosts ignore a refusal without a reason. */
  readonly reason: string;
  /** Native values by policyc field; empty for deny, stop and respond. */
  readonly changes: { readonly [field: string]: Json };
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** The rules that rewrite something, for a refusal where the host cannot carry it out. */
  readonly rewriters: readonly string[];
}

/** A rewritten field in the host's format; null when that cannot express it. */
export type Rewrite = (value: Json, event: PolicyEvent) => Json | null;
export type FieldRewrites = { readonly [field: string]: Rewrite };

export function planFor(host: Host, rewrites: FieldRewrites, decision: Decision, event: PolicyEvent): ReplyPlan {
  const can = (effect: Capability): boolean => isAble(host, effect, event);
  const word = wordOf(decision, can);
  const plan = {
    word,
    reason: word === "pass" ? "" : refusalText(decision, word, host.reasonLimit),
    rewriters: rewriters(decision),
    changes: {},
    warnings: can("warn") ? visibleRemarks(decision.warnings) : [],
    notes: can("note") ? visibleRemarks(decision.notes) : [],
  };
  if (decision.changes === undefined || word === "deny" || word === "stop" || word === "respond") return plan;
  const changes: [string, Json][] = [];
  for (const [changed, value] of Object.entries(decision.changes)) {
    // Hosts replace what a call gave back in one way, whether it failed or not.
    const field = changed === "error" ? "output" : changed;
    const rewrite = Object.hasOwn(rewrites, field) ? rewrites[field]?.(value, event) : null;
    // The action must not happen unchanged.
    if (rewrite === undefined || rewrite === null)
      return { ...plan, word: "deny", reason: lost(host, plan.rewriters, changed) };
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

/** Whether the host supports the effect at the event's point, for the event's tool if that matters. */
function isAble(host: Host, effect: Capability, event: PolicyEvent): boolean {
  const cell = host.points[event.point]?.effects[effect];
  if (cell === undefined || cell === "yes" || cell.kind !== "tools") return cell !== undefined;
  return typeof event.tool === "string" && cell.tools.includes(event.tool);
}

function lost({ name }: Host, rules: readonly string[], field: string): string {
  return refusedBecause(rules, `it rewrites \`${field}\` in a way that a hook of ${name} cannot carry out here`);
}

/** The text that replaces a withheld text. */
export const withheld = (reason: string): string => `[withheld: ${reason}]`;
