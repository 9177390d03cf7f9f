// How long an answer may take: well below the host's own limit, because most hosts treat a late answer as approval.

import { basicsOf } from "../hosts/basics.ts";

/** For hosts whose limit is longer or unknown. */
const MOST_MS = 5000;
/** The part of the host's limit that we use, including the start of the process. */
const SHARE = 0.8;

export function deadlineOf(host: string): number {
  const limitS = basicsOf(host)?.timeLimitS ?? null;
  return limitS === null ? MOST_MS : Math.min(SHARE * limitS * 1000, MOST_MS);
}
