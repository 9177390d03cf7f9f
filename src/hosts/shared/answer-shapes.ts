// The shapes in which agents that speak Claude Code's protocol, or one grown from it, read an answer. One shape does not
// fit all events of one agent, so each agent's table names one per point.

import type { PolicyEvent } from "../../language/contract.ts";
import { type ReplyPlan, withheld } from "./plan.ts";
import type { JsonObject } from "./read-answer.ts";

export interface PlannedReply {
  readonly plan: ReplyPlan;
  readonly event: PolicyEvent;
}

export interface ReplyFields {
  readonly top: JsonObject;
  /** What goes into `hookSpecificOutput`, beside the event's name. */
  readonly specific: JsonObject;
}

export type ReplyShape = (given: PlannedReply) => ReplyFields;

const nothing: ReplyFields = { top: {}, specific: {} };
const atTop = (top: JsonObject): ReplyFields => ({ top, specific: {} });
const inside = (specific: JsonObject): ReplyFields => ({ top: {}, specific });

/** Events that only tell: whatever is answered, nothing is held up. */
export const watch: ReplyShape = () => nothing;

const ended = ({ plan }: PlannedReply): JsonObject => ({ continue: false, stopReason: plan.reason });

const orEnd =
  (shape: ReplyShape): ReplyShape =>
  (given) =>
    given.plan.word === "stop" ? atTop(ended(given)) : shape(given);

const onDeny = (top: (given: PlannedReply) => JsonObject): ReplyShape =>
  orEnd((given) => (given.plan.word === "deny" ? atTop(top(given)) : nothing));

/** Events that read no decision: ending the turn is all a hook can do. */
export const endTurn: ReplyShape = onDeny(ended);

/** `{"decision":"block","reason":...}`, in the word of the agent. */
export const refuse = (word: "block" | "deny"): ReplyShape =>
  onDeny(({ plan }) => ({ decision: word, reason: plan.reason }));

/** Both ways at once, where one of them is not read everywhere or is only a remark. */
export const refuseAndEnd: ReplyShape = onDeny((given) => ({
  decision: "block",
  reason: given.plan.reason,
  ...ended(given),
}));

/** The decision stands beside the event's name. */
export const refuseInside: ReplyShape = orEnd(({ plan }) =>
  plan.word === "deny" ? inside({ decision: "block", reason: plan.reason }) : nothing,
);

/**
 * PreToolUse: the words are allow, ask and deny. The end of the turn takes the call with it only when it is denied as
 * well: Claude Code 2.1.325 runs a call that was answered with `continue: false` alone, and ends the turn after it.
 */
export const permission: ReplyShape = (given) => {
  const { word, reason, changes } = given.plan;
  if (word === "stop") return { top: ended(given), specific: permitted("deny", reason) };
  return inside({ ...(word === "pass" ? {} : permitted(word, reason)), ...inputOf(changes) });
};

const permitted = (word: string, reason: string): JsonObject => ({
  permissionDecision: word,
  permissionDecisionReason: reason,
});

/** PreToolUse of Codex: an allow that rewrites nothing, and any other word than deny, fails and lets the call pass. */
export const permissionOrSilence: ReplyShape = ({ plan: { word, reason, changes } }) => {
  if (word === "deny") return inside(permitted(word, reason));
  const input = inputOf(changes);
  return Object.keys(input).length === 0 ? nothing : inside({ permissionDecision: "allow", ...input });
};

const inputOf = ({ input }: ReplyPlan["changes"]): JsonObject => (input === undefined ? {} : { updatedInput: input });

/** Before a call, where the decision is at the top and its words are approve and block. */
export const approveOrBlock: ReplyShape = ({ plan: { word, reason, changes } }) => {
  if (word === "deny") return atTop({ decision: "block", reason });
  return { top: word === "allow" ? { decision: "approve", reason } : {}, specific: inputOf(changes) };
};

/** PermissionRequest: a decision inside the decision. `interrupt` is written only for those that read it. */
export const behavior =
  (interrupts: "interrupt" | "no interrupt"): ReplyShape =>
  ({ plan: { word, reason, changes } }) => {
    const deny = (message: string): ReplyFields => {
      const more = interrupts === "interrupt" ? { interrupt: word === "stop" } : {};
      return inside({ decision: { behavior: "deny", message, ...more } });
    };
    if (word === "deny" || word === "stop") return deny(reason);
    const input = inputOf(changes);
    if (word === "allow") return inside({ decision: { behavior: "allow", ...input } });
    // A rewrite can only come with an approval, which no rule has given.
    return Object.keys(input).length === 0 ? nothing : deny("a rule rewrites the input, but none approves the call");
  };

/** PostToolUse where the reason of a refusal takes the place of the result: that is also how a result is rewritten. */
export const replaceByReason = (word: "block" | "deny"): ReplyShape =>
  orEnd(({ plan: { word: decided, reason, changes } }) => {
    if (decided === "deny") return atTop({ decision: word, reason });
    return changes.output === undefined ? nothing : atTop({ decision: word, reason: changes.output });
  });

/** A text that is shown: refused, something else is shown in its place. */
export const replaceText =
  (field: string, native: string): ReplyShape =>
  ({ plan }) => {
    const text = plan.word === "pass" || plan.word === "allow" ? plan.changes[field] : withheld(plan.reason);
    return text === undefined ? nothing : inside({ [native]: text });
  };
