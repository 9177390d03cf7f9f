// How long an answer may take: well below what the host waits, because most hosts treat a late answer as approval.

import { timeLimits } from "../hosts/shared/time-limits.ts";

const limits: { readonly [host: string]: number } = timeLimits;

/** For hosts that wait longer, or do not say. */
const MOST_MS = 5000;
/** The part of a host's own limit that is ours, start of the process included. */
const SHARE = 0.8;

export function deadlineOf(host: string): number {
  const limit = Object.hasOwn(limits, host) ? limits[host] : undefined;
  return limit === undefined ? MOST_MS : Math.min(SHARE * limit, MOST_MS);
}
