// A bundle as a hook that stays: one line in, one line out. Whoever serves owns the streams.

import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";

export interface LineServer {
  /** The line to answer with; null when there is nothing to say. Never rejects. */
  answer(line: string): Promise<string | null>;
  /** The same for a line that was too long to keep, by its beginning. */
  answerTooLong(head: string): string | null;
}

export interface LineDecider {
  decide(event: PolicyEvent): Promise<Decision>;
  /** What `policyc.status` answers. */
  status?(): Json;
  /** Below the host's own limit. */
  readonly interceptorMs?: number;
}

export type ServeLines = (decider: LineDecider) => LineServer;
