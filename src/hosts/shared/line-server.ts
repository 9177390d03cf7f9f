// A bundle as a long-lived hook: one line in, one line out. The caller owns the streams.

import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";

export interface LineServer {
  /** The line to answer with; null for no answer. Never rejects. */
  answer(line: string): Promise<string | null>;
  /** The same for a line that was too long to store, given its beginning. */
  answerTooLong(head: string): string | null;
}

export interface LineDecider {
  decide(event: PolicyEvent): Promise<Decision>;
  /** The answer to `policyc.status`. */
  status?(): Json;
  /** Below the host's own limit. */
  readonly interceptorMs?: number;
}

export type ServeLines = (decider: LineDecider) => LineServer;
