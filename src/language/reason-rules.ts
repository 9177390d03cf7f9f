// The rules behind a reason: its own, and those that share it.

import type { Reason } from "./contract.ts";

export const rulesOfReason = ({ rule, also }: Pick<Reason, "rule" | "also">): readonly string[] =>
  also === undefined ? [rule] : [rule, ...also];
