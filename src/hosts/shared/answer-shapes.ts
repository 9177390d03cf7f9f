// The shapes of answers in Claude Code's protocol and in protocols derived from it. One agent may need different shapes for
// different events, so each agent's table names one per point.

import type { PolicyEvent } from "../../language/contract.ts";
import { refusedBecause } from "../../language/refusal-text.ts";
import { type ReplyPlan, withheld } from "./plan.ts";
import type { JsonObject } from "./read-answer.ts";

export interface PlannedReply {
  readonly plan: ReplyPlan;
  readonly event: PolicyEvent;
}

export interface ReplyFields {
  readonly top: JsonObject;
  /** The members of `hookSpecificOutput`, next to the event's name. */
  readonly specific: JsonObject;
}

export type ReplyShape = (reply: PlannedReply) => ReplyFields;

const nothing: ReplyFields = { top: {}, specific: {} };
const atTop = (top: JsonObject): ReplyFields => ({ top, specific: {} });
const inside = (specific: JsonObject): ReplyFields => ({ top: {}, specific });

/** Events that only report: no answer can refuse anything. */
export const watch: ReplyShape = () => nothing;

const ended = ({ plan }: PlannedReply): JsonObject => ({ continue: false, stopReason: plan.reason });

const orEnd =
  (shape: ReplyShape): ReplyShape =>
  (reply) =>
    reply.plan.word === "stop" ? atTop(ended(reply)) : shape(reply);

const onDeny = (top: (reply: PlannedReply) => JsonObject): ReplyShape =>
  orEnd((reply) => (reply.plan.word === "deny" ? atTop(top(reply)) : nothing));

/** Events that read no decision: a hook can only end the turn. */
export const endTurn: ReplyShape = onDeny(ended);

/** `{"decision":"block","reason":...}`, with the agent's own word. */
export const refuse = (word: "block" | "deny"): ReplyShape =>
  onDeny(({ plan }) => ({ decision: word, reason: plan.reason }));

/** Both ways at once, for events where one of them is not read everywhere or is only a remark. */
export const refuseAndEnd: ReplyShape = onDeny((reply) => ({
  decision: "block",
  reason: reply.plan.reason,
  ...ended(reply),
}));

/** The decision is next to the event's name. */
export const refuseInside: ReplyShape = orEnd(({ plan }) =>
  plan.word === "deny" ? inside({ decision: "block", reason: plan.reason }) : nothing,
);

/**
 * PreToolUse: the words are allow, ask and deny. Ending the turn also prevents the call only if the call is denied as well:
 * Claude Code 2.1.325 runs a call that was answered with only `continue: false`, and ends the turn after it.
 */
export const permission: ReplyShape = (reply) => {
  const { word, reason, changes } = reply.plan;
  if (word === "stop") return { top: ended(reply), specific: permitted("deny", reason) };
  return inside({ ...(word === "pass" ? {} : permitted(word, reason)), ...inputOf(changes) });
};

const permitted = (word: string, reason: string): JsonObject => ({
  permissionDecision: word,
  permissionDecisionReason: reason,
});

/** PreToolUse of Codex: an allow without a rewrite, and every word except deny, is an error that lets the call pass. */
export const permissionOrSilence: ReplyShape = ({ plan: { word, reason, changes } }) => {
  if (word === "deny") return inside(permitted(word, reason));
  const input = inputOf(changes);
  return Object.keys(input).length === 0 ? nothing : inside({ permissionDecision: "allow", ...input });
};

const inputOf = ({ input }: ReplyPlan["changes"]): JsonObject => (input === undefined ? {} : { updatedInput: input });

/** Before a call, for agents that read the decision at the top level with the words approve and block. */
export const approveOrBlock: ReplyShape = ({ plan: { word, reason, changes } }) => {
  if (word === "deny") return atTop({ decision: "block", reason });
  return { top: word === "allow" ? { decision: "approve", reason } : {}, specific: inputOf(changes) };
};

/** PermissionRequest: a decision inside the decision. `interrupt` is written only for agents that read it. */
export const behavior =
  (interrupts: "interrupt" | "no interrupt"): ReplyShape =>
  ({ plan: { word, reason, changes, rewriters } }) => {
    const deny = (message: string): ReplyFields => {
      const more = interrupts === "interrupt" ? { interrupt: word === "stop" } : {};
      return inside({ decision: { behavior: "deny", message, ...more } });
    };
    if (word === "deny" || word === "stop") return deny(reason);
    const input = inputOf(changes);
    if (word === "allow") return inside({ decision: { behavior: "allow", ...input } });
    // A rewrite requires an approval, which no rule has reply.
    const unapproved = "it rewrites the input, but no rule approves the call";
    return Object.keys(input).length === 0 ? nothing : deny(refusedBecause(rewriters, unapproved));
  };

/** PostToolUse where the reason of a refusal replaces the result; results are rewritten the same way. */
export const replaceByReason = (word: "block" | "deny"): ReplyShape =>
  orEnd(({ plan: { word: decided, reason, changes } }) => {
    if (decided === "deny") return atTop({ decision: word, reason });
    return changes.output === undefined ? nothing : atTop({ decision: word, reason: changes.output });
  });

/** A text that is shown to the user: when refused, a replacement is shown. */
export const replaceText =
  (field: string, native: string): ReplyShape =>
  ({ plan }) => {
    const text = plan.word === "pass" || plan.word === "allow" ? plan.changes[field] : withheld(plan.reason);
    return text === undefined ? nothing : inside({ [native]: text });
  };
