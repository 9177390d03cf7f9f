// What Codex takes for an answer, by event: its schemas are closed, and words that they name are refused all the same
// where the program does not support them. Anything else is a failed hook, and the action goes on.

import type { Json } from "../../src/language/contract.ts";

type Kind = "text" | "object" | { readonly only: readonly Json[] };

interface Accepted {
  readonly top: { readonly [field: string]: Kind };
  readonly specific: { readonly [field: string]: Kind } | null;
  /** What the program itself asks of an answer that fits. */
  readonly asks?: (top: Fields, specific: Fields) => string | null;
}

type Fields = { readonly [field: string]: Json };

const user = { systemMessage: "text" } as const;
const ending = { continue: { only: [true, false] }, stopReason: "text" } as const;
const blocking = { decision: { only: ["block"] }, reason: "text" } as const;
const context = { additionalContext: "text" } as const;

const needsReason = ({ decision, reason }: Fields): string | null =>
  decision === "block" && String(reason ?? "").trim() === "" ? "a block without a reason" : null;

const accepted: { readonly [event: string]: Accepted } = {
  SessionStart: { top: { ...user, ...ending }, specific: context },
  SubagentStart: { top: { ...user, ...ending }, specific: context },
  UserPromptSubmit: { top: { ...user, ...ending, ...blocking }, specific: context, asks: needsReason },
  PreToolUse: {
    top: user,
    specific: {
      ...context,
      permissionDecision: { only: ["allow", "deny"] },
      permissionDecisionReason: "text",
      updatedInput: "object",
    },
    asks: (_, { permissionDecision: word, permissionDecisionReason: reason, updatedInput }) => {
      if (word === "allow") return updatedInput === undefined ? "an allow that rewrites nothing" : null;
      if (updatedInput !== undefined) return "a rewrite that is not allowed";
      return word === "deny" && String(reason ?? "").trim() === "" ? "a denial without a reason" : null;
    },
  },
  PermissionRequest: {
    top: user,
    specific: { decision: "object" },
    asks: (_, { decision }) => {
      const { behavior, message, ...more } = (decision ?? { behavior: "deny" }) as Fields;
      if (behavior !== "allow" && behavior !== "deny") return "a behaviour nobody knows";
      if (message !== undefined && typeof message !== "string") return "a message that is no text";
      return Object.keys(more).length === 0 ? null : `${Object.keys(more)} in a decision`;
    },
  },
  PostToolUse: { top: { ...user, ...ending, ...blocking }, specific: context, asks: needsReason },
  Stop: { top: { ...user, ...ending, ...blocking }, specific: null, asks: needsReason },
  SubagentStop: { top: { ...user, ...ending, ...blocking }, specific: null, asks: needsReason },
  PreCompact: { top: { ...user, ...ending }, specific: null },
  PostCompact: { top: { ...user, ...ending }, specific: null },
  SessionEnd: { top: {}, specific: null },
};

/** What Codex has against an answer to this event; null when it is taken. */
export function codexFault(event: string, answer: Fields): string | null {
  const rules = accepted[event];
  if (rules === undefined) return `no answer is known for ${event}`;
  const { hookSpecificOutput: inner, ...top } = answer;
  const { hookEventName, ...specific } = (inner ?? {}) as Fields;
  if (inner !== undefined && rules.specific === null) return "hookSpecificOutput";
  if (inner !== undefined && hookEventName !== event) return `hookEventName ${hookEventName}`;
  return (
    fieldFault(top, rules.top) ?? fieldFault(specific, rules.specific ?? {}) ?? rules.asks?.(top, specific) ?? null
  );
}

function fieldFault(fields: Fields, kinds: Accepted["top"]): string | null {
  const wrong = Object.entries(fields).find(([name, value]) => !fits(value, kinds[name]));
  return wrong === undefined ? null : `${wrong[0]}: ${JSON.stringify(wrong[1])}`;
}

function fits(value: Json, kind: Kind | undefined): boolean {
  if (kind === undefined) return false;
  if (typeof kind === "object") return kind.only.includes(value);
  return kind === "text"
    ? typeof value === "string"
    : typeof value === "object" && value !== null && !Array.isArray(value);
}
