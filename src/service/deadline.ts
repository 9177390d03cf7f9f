// How long an answer may take: well below what the host waits, because most hosts treat a late answer as approval.

import { basicsOf } from "../hosts/basics.ts";

/** For hosts that wait longer, or do not say. */
const MOST_MS = 5000;
/** The part of a host's own limit that is ours, start of the process included. */
const SHARE = 0.8;

export function deadlineOf(host: string): number {
  const limitS = basicsOf(host)?.timeLimitS ?? null;
  return limitS === null ? MOST_MS : Math.min(SHARE * limitS * 1000, MOST_MS);
}
