// A bundle installed as a hook of some host; protocol.ts is the opposite direction, hooks of that host that our rules run. An
// adapter reads what the host sends to its hooks and renders a decision in the host's format. Pure; the worker owns stdin,
// stdout and the exit code.

import type { Decision, Json, Point, PolicyEvent } from "../../language/contract.ts";
import { refusalText, refusedBecause, rewriters } from "../../language/refusal-text.ts";
import { failureOutcome } from "../../language/schema.ts";
import { parseStrictText } from "../../language/strict-json.ts";
import type { Host } from "./host.ts";
import { answerText } from "./read-answer.ts";

export interface AgentReply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export type ReadEvent =
  /** `isUnknown`: policyc does not know the host's event, and decides on the call that it carries. */
  | { readonly event: PolicyEvent; readonly isUnknown?: true }
  /** `point` is null when even the point is unknown; `foreign`: the payload is not in this host's format. */
  | { readonly error: string; readonly point: Point | null; readonly foreign?: true }
  /** An event that no rule can match and that nothing waits for: the reply tells the host to continue. */
  | { readonly ignored: AgentReply };

/** The environment of the process: some hosts name the project only there. */
export type HostEnvironment = { readonly [name: string]: string | undefined };

export interface HostAdapter {
  readonly name: string;
  /** Translates a native payload into an event. The engine checks the fields, as for every event. */
  read(payload: unknown, env?: HostEnvironment): ReadEvent;
  write(decision: Decision, event: PolicyEvent): AgentReply;
  /**
   * The reply when there is no decision: a refusal wherever the action can still be refused. The event, if it could be read,
   * selects the shape of the reply.
   */
  failure(point: Point | null, message: string, event?: PolicyEvent): AgentReply;
}

/** What the host wrote to stdin, or what is wrong with it. */
export function readPayload(text: string): { readonly payload: Json } | { readonly error: string } {
  const parsed = parseStrictText(answerText(text));
  return "error" in parsed ? { error: `the payload cannot be read: ${parsed.error}` } : { payload: parsed.value };
}

/** Empty: the host continues. */
export const silence: AgentReply = { stdout: "", stderr: "", exitCode: 0 };

export function jsonReply(answer: { readonly [field: string]: Json }): AgentReply {
  return { ...silence, stdout: `${JSON.stringify(answer)}\n` };
}

/** The point that a host's event name corresponds to. */
export function pointNamed(host: Host, name: unknown): Point | null {
  const points = Object.keys(host.points) as Point[];
  return points.find((point) => host.points[point]?.event === name) ?? null;
}

export type EventFields = { readonly [field: string]: unknown };

/** The fields that have a value: hosts write null for unknown values. */
export function known(fields: EventFields): EventFields {
  const found: { [field: string]: unknown } = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined && value !== null) found[name] = value;
  }
  return found;
}

/** A decision reduced to what hosts with a coarse format can carry out. */
export interface PlainVerdict {
  readonly isRefused: boolean;
  /** The reason for the refusal; empty when it is not refused. */
  readonly reason: string;
  readonly changes: { readonly [field: string]: Json };
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Every decision that does not proceed is refused, whatever its outcome. So is a rewrite that the host's format cannot
 * express: the call must not run unchanged.
 */
export function verdictOf(
  decision: Decision,
  canChange: (field: string, value: Json) => boolean,
  reasonLimit?: number,
): PlainVerdict {
  const changes = decision.changes ?? {};
  const lost = Object.keys(changes).find((field) => !canChange(field, changes[field] ?? null));
  const warnings = visibleRemarks(decision.warnings);
  const notes = visibleRemarks(decision.notes);
  const refused = (reason: string): PlainVerdict => ({ isRefused: true, reason, changes: {}, warnings, notes });
  if (!decision.proceed) return refused(refusalText(decision, "deny", reasonLimit));
  if (lost === undefined) return { isRefused: false, reason: "", changes, warnings, notes };
  const why = `it rewrites \`${lost}\`, which a hook of this agent cannot change here`;
  return refused(refusedBecause(rewriters(decision), why));
}

/** The remarks for the user and the model. */
export function visibleRemarks(remarks: Decision["warnings"]): readonly string[] {
  return remarks.filter(({ shadow }) => shadow !== true).map(({ message }) => message);
}

/** Adds a remark of policyc's own for the user; an adapter without a channel for it drops it. */
export function remarked(decision: Decision, remark: string | null): Decision {
  if (remark === null) return decision;
  const warning = { rule: "policyc", message: remark, at: "", scope: "internal" } as const;
  return { ...decision, warnings: [...decision.warnings, warning] };
}

/** The decision for a failure: the failure outcome of the point, and a refusal if the point is unknown. */
export function failedDecision(point: Point | null, message: string): Decision {
  const outcome = point === null ? "block" : failureOutcome[point];
  return {
    proceed: outcome === "pass",
    outcome,
    reasons: [],
    warnings: [],
    notes: [],
    unclear: [],
    failures: [{ code: "P704", message }],
    revision: "",
    facts: {},
  };
}
