// Decisions to render, as short as they can be, and the engine's word on events that were read.

import type { Decision, Outcome, PolicyEvent } from "../../src/language/contract.ts";
import { policyOf } from "../../src/runtime/engine/index.ts";

export function decision(outcome: Outcome, more: Partial<Decision> & { readonly message?: string } = {}): Decision {
  const { message, ...rest } = more;
  const reason = { rule: "r", effect: outcome, message: message ?? "", at: "a.policy:1:1", scope: "user" } as const;
  return {
    proceed: outcome === "pass" || outcome === "allow",
    outcome,
    reasons: outcome === "pass" ? [] : [reason],
    warnings: [],
    notes: [],
    unclear: [],
    failures: [],
    revision: "",
    facts: {},
    ...rest,
  };
}

export const remark = (message: string) => ({ rule: "r", message, at: "a.policy:1:1", scope: "user" }) as const;

const noRules = {
  scope: "user",
  tools: {},
  labels: [],
  counters: {},
  rules: [],
  points: {},
  targets: [],
  hooks: [],
  folders: [],
} as const;

/** What the engine has against an event, with no rule to ask. */
export function failuresOf(event: PolicyEvent): readonly string[] {
  return policyOf(noRules, { revision: "0" })
    .decideSync(event)
    .failures.map(({ message }) => message);
}
