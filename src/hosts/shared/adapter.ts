// The other end: a bundle installed as a hook of some host. A adapter reads what that host writes to its hooks and
// renders a decision as what the host expects. Pure; the worker owns stdin, stdout and the exit code.

import type { Decision, Json, Point, PolicyEvent } from "../../language/contract.ts";
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
  /** `isUnknown`: policyc does not know the host's event, and judges the call that it carries. */
  | { readonly event: PolicyEvent; readonly isUnknown?: true }
  /** `point` is null when not even that is known; `foreign`: the payload is not in this host's format. */
  | { readonly error: string; readonly point: Point | null; readonly foreign?: true }
  /** An event that no rule can speak about and that holds nothing up: the answer is the host's "go on". */
  | { readonly ignored: AgentReply };

/** The variables of the process: some hosts say there, and nowhere else, which project it is about. */
export type HostEnvironment = { readonly [name: string]: string | undefined };

export interface HostAdapter {
  readonly name: string;
  /** A native payload as an event. What the fields hold is checked by the engine, as for every event. */
  read(payload: unknown, env?: HostEnvironment): ReadEvent;
  write(decision: Decision, event: PolicyEvent): AgentReply;
  /**
   * When there is no decision to render: a refusal wherever something can still be held up. The event, where it could
   * be read, says in which of several shapes.
   */
  failure(point: Point | null, message: string, event?: PolicyEvent): AgentReply;
}

/** What the host wrote to stdin, or what is wrong with it. */
export function readPayload(text: string): { readonly payload: Json } | { readonly error: string } {
  const parsed = parseStrictText(answerText(text));
  return "error" in parsed ? { error: `the payload cannot be read: ${parsed.error}` } : { payload: parsed.value };
}

/** Nothing to say: the host goes on. */
export const silence: AgentReply = { stdout: "", stderr: "", exitCode: 0 };

export function jsonReply(answer: { readonly [field: string]: Json }): AgentReply {
  return { ...silence, stdout: `${JSON.stringify(answer)}\n` };
}

/** The point a host's own event name stands for. */
export function pointNamed(host: Host, name: unknown): Point | null {
  const points = Object.keys(host.points) as Point[];
  return points.find((point) => host.points[point]?.event === name) ?? null;
}

export type EventFields = { readonly [field: string]: unknown };

/** The fields that have a value: hosts write null for what they do not know. */
export function known(fields: EventFields): EventFields {
  const found: { [field: string]: unknown } = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined && value !== null) found[name] = value;
  }
  return found;
}

/** A decision reduced to what hosts without finer words can carry out. */
export interface PlainVerdict {
  readonly isRefused: boolean;
  /** Why it is refused; empty when it is not. */
  readonly reason: string;
  readonly changes: { readonly [field: string]: Json };
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/**
 * What does not proceed is refused, by whatever outcome. So is a rewrite the host has no words for: the call must not
 * run unchanged.
 */
export function verdictOf(decision: Decision, canChange: (field: string, value: Json) => boolean): PlainVerdict {
  const changes = decision.changes ?? {};
  const lost = Object.keys(changes).find((field) => !canChange(field, changes[field] ?? null));
  const warnings = told(decision.warnings);
  const notes = told(decision.notes);
  if (!decision.proceed) return { isRefused: true, reason: reasonText(decision), changes: {}, warnings, notes };
  if (lost === undefined) return { isRefused: false, reason: "", changes, warnings, notes };
  const reason = `a rule rewrites \`${lost}\`, which a hook of this agent cannot change here`;
  return { isRefused: true, reason, changes: {}, warnings, notes };
}

/** What to tell about the outcome: the messages of the rules that gave it, else its failures. */
export function reasonText(decision: Decision): string {
  const given = decision.reasons.filter(({ effect, shadow }) => effect === decision.outcome && shadow !== true);
  const messages = given.map(({ message }) => message).filter((message) => message !== "");
  if (messages.length > 0) return [...new Set(messages)].join("\n");
  if (decision.outcome === "respond" && decision.result !== undefined) return decision.result.text;
  return decision.failures.map(({ message }) => message).join("\n") || `decided by policyc: ${decision.outcome}`;
}

/** The remarks that somebody is to read. */
export function told(remarks: Decision["warnings"]): readonly string[] {
  return remarks.filter(({ shadow }) => shadow !== true).map(({ message }) => message);
}

/** The decision with a remark of our own for the user, which an adapter drops where it has no channel for it. */
export function remarked(decision: Decision, remark: string | null): Decision {
  if (remark === null) return decision;
  const warning = { rule: "policyc", message: remark, at: "", scope: "internal" } as const;
  return { ...decision, warnings: [...decision.warnings, warning] };
}

/** The decision there would have been: the failure outcome of the point, and a refusal where the point is not known. */
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
