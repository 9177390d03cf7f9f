// Rules that cannot read the same command share one reason, the first in the list: a line that cannot be read would otherwise
// give one reason per rule. `unclear` still lists every rule with what it lacks.

import type { Reason } from "../../language/contract.ts";
import { bounded } from "../../language/message.ts";
import type { UnreadCommand } from "./event/unread-command.ts";
import type { Findings } from "./findings.ts";

/** Adds the reason of a rule that could not read the command; from the second rule on it joins that of the first. */
export function addSharedDoubt(found: Findings, reason: Reason, { sentence, isWhole }: UnreadCommand): void {
  const message = bounded(sentence);
  const key = keyOf({ effect: reason.effect, message });
  found.shared ??= new Map();
  const known = found.shared.get(key);
  const first =
    known === undefined ? (isWhole ? { ...reason, message } : reason) : withRule(known, reason.rule, message);
  found.reasons =
    known === undefined ? [...found.reasons, first] : found.reasons.map((one) => (one === known ? first : one));
  found.shared.set(key, first);
}

const withRule = (known: Reason, rule: string, message: string): Reason => ({
  ...known,
  message,
  also: [...(known.also ?? []), rule],
});

const keyOf = ({ effect, message }: Pick<Reason, "effect" | "message">): string => `${effect} ${message}`;

/** The shared reasons first, each group in its order. */
export function sharedFirst({ reasons, shared }: Findings): readonly Reason[] {
  const isShared = (reason: Reason): boolean => reason.shadow !== true && shared?.has(keyOf(reason)) === true;
  return [...reasons.filter(isShared), ...reasons.filter((reason) => !isShared(reason))];
}
