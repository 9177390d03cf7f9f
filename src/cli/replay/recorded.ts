// The output of log readers: events, and the reason for every line that is not an event.

import type { JsonObject } from "../../hosts/shared/read-answer.ts";
import type { Facts, Outcome } from "../../language/contract.ts";

/** An event as recorded, with further data of the log. */
export interface RecordedEvent {
  readonly event: JsonObject;
  /** Milliseconds since 1970; undefined when the log does not say. */
  readonly time: number | undefined;
  /** The host the decision was for; null leaves it to the caller. */
  readonly target: string | null;
  readonly facts: Facts;
  /** Places below `event` and `facts` whose values are masked. */
  readonly masked: readonly string[];
  readonly before: RecordedDecision | null;
}

export interface RecordedDecision {
  readonly outcome: Outcome;
  readonly rules: readonly string[];
  /** Codes of failures: such an outcome is not caused by the policy alone. */
  readonly failures: readonly string[];
  readonly revision: string;
}

/** A line or a part of one: an event, a known line without one, or an unusable line. */
export type LogPart = RecordedEvent | { readonly nothing: string } | { readonly skipped: SkipReason };

/** Why a line was skipped, in the wording of the report. */
export const skipReasons = {
  broken: "not valid JSON",
  "half-written": "the file ends inside the line",
  oversize: "longer than 16 MiB",
  "not-utf8": "not valid UTF-8",
  unknown: "in an unknown format",
  version: "in a newer log format",
  target: "for an unknown agent",
  point: "an event at an unknown point",
  call: "a tool call that cannot be read",
  orphan: "the result of a call that is not in the log",
  archive: "the compressed data is damaged or ends early",
} as const;

export type SkipReason = keyof typeof skipReasons;

/** Formats, by the name that reports use. */
export type LogFormat = "decision log" | "event" | "Claude Code transcript" | "Codex rollout" | "hook payload";
