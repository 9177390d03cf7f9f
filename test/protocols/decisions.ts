// Decisions to render, as short as they can be, and the engine's word on events that were read.

import type { Decision, Json, Outcome, PolicyEvent } from "../../src/language/contract.ts";
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

const doing = {
  allow: "allowed this",
  ask: "asks",
  deny: "blocked this",
  unasked: "blocked this, because nobody can be asked here",
  stop: "ended the turn",
};

/** What an agent reads for a decision of `decision`. */
export const said = (word: keyof typeof doing, message: string, rule = "r"): string =>
  `policyc ${doing[word]} (rule ${rule}): ${message}`;

/** A recorded answer with our text in the place of the message. */
export function inOurWords(answer: Json, message: string, text: string): Json {
  if (answer === message) return text;
  if (answer === `[withheld by policy: ${message}]`) return `[withheld: ${text}]`;
  if (typeof answer !== "object" || answer === null) return answer;
  if (Array.isArray(answer)) return (answer as readonly Json[]).map((one) => inOurWords(one, message, text));
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, inOurWords(value, message, text)]));
}
