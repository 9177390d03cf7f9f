// The reply to an agent's call. A payload may be readable as a call of two agents: then the strictest decision counts, written in
// the format of the calling host, or as a refusal that both agents understand.

import type { Decision, PolicyEvent } from "../language/contract.ts";
import { isStricter, proceeds } from "../language/outcome.ts";
import { refusalText, refusedBecause, rewriters } from "../language/refusal-text.ts";
import { failureOutcome } from "../language/schema.ts";
import type { HostCall, HostReading } from "./identify-host.ts";
import { type HostRefusal, refusalForBoth, understands } from "./refusal-for-both.ts";
import { type AgentReply, failedDecision, type ReadEvent, remarked } from "./shared/adapter.ts";
import { refusedByExit } from "./shared/exit-reply.ts";

/** An event to decide, and the host that sent it. */
export interface HostEvent {
  readonly host: string;
  readonly event: PolicyEvent;
}

/** The events to decide, in order; the one read for the named agent comes first. */
export function eventsOf({ adapter, read, own }: HostCall): readonly HostEvent[] {
  const readings = [...(own === null ? [] : [own]), ...(adapter === null ? [] : [{ adapter, read }])];
  return readings.flatMap((one) => ("event" in one.read ? [{ host: one.adapter.name, event: one.read.event }] : []));
}

/** The reply to an event that nothing waits for; null when there is something to decide or to refuse. */
export function ignoredReply({ read, own }: HostCall): AgentReply | null {
  return own === null && "ignored" in read ? read.ignored : null;
}

/** The reason to refuse the call without deciding it; null when it can be decided. */
export function problemOf({ error, adapter, read, own }: HostCall): string | null {
  if (error !== null) return error;
  if (own !== null && "error" in own.read) return own.read.error;
  if ("error" in read && (own === null || isRefused(read))) return read.error;
  return adapter === null ? "there is no agent to answer" : null;
}

const isRefused = ({ point }: { readonly point: PolicyEvent["point"] | null }): boolean =>
  point === null || failureOutcome[point] === "block";

/** `decisions` are the decisions of `eventsOf`, in the same order. */
export function replyTo(call: HostCall, decisions: readonly Decision[]): AgentReply {
  const { adapter, read, own, remark } = call;
  const decision = strictest(decisions);
  const [first, second] = decisions;
  const [mine, theirs] = own === null ? [undefined, first] : [first, second];
  if (adapter === null) return refusedByExit(refusalText(decision, "deny"));
  const reply =
    "event" in read
      ? adapter.write(remarked(withChanges(decision, theirs), remark), read.event)
      : unasked({ adapter, read });
  // The event is unknown, so its host may not read a reply in the shape of another event.
  if (isUnknown(read) || (own !== null && isUnknown(own.read)))
    return decision.proceed && !decisions.some(changes) ? reply : refuseDecided(call, decision);
  if (own === null || !("event" in own.read) || (decision.proceed && !changes(mine))) return reply;
  // Warnings and notes are left out: they need not reach both agents.
  const demanded = { ...withChanges(decision, mine), warnings: [], notes: [] };
  const ownReply = own.adapter.write(demanded, own.read.event);
  return understands(own.adapter.name, ownReply, reply) ? reply : refuseDecided(call, decision);
}

/** The strictest decision, the first one among equals; `allow` only if all of them allow. */
export function strictest(decisions: readonly Decision[]): Decision {
  return decisions.reduce((one, other) => {
    if (proceeds(one.outcome) && proceeds(other.outcome))
      return one.outcome === "pass" && other.outcome !== "pass" ? one : other;
    return isStricter(other.outcome, one.outcome) ? other : one;
  });
}

const changes = (decision: Decision | undefined): boolean => Object.keys(decision?.changes ?? {}).length > 0;

function withChanges(decision: Decision, from: Decision | undefined): Decision {
  const { changes: _, ...rest } = decision;
  return from?.changes === undefined ? rest : { ...rest, changes: from.changes };
}

const isUnknown = (read: ReadEvent): boolean => "event" in read && read.isUnknown === true;

/** The reply to a host that is not waiting for a decision. */
function unasked({ adapter, read }: HostReading): AgentReply {
  if ("ignored" in read) return read.ignored;
  return "error" in read
    ? adapter.failure(read.point, `policyc: ${read.error}`)
    : refusedByExit("policyc: the event was not decided");
}

/** A refusal without a decision. If the adapter itself throws, the exit code still refuses. */
export function refuseCall(call: HostCall, message: string): AgentReply {
  const { adapter, read, own } = call;
  try {
    if (own !== null || isUnknown(read)) return refuseAll(call, failedDecision(null, message), message);
    // Nothing waits for this event, so there is nothing to refuse.
    if ("ignored" in read) return read.ignored;
    const point = "event" in read ? read.event.point : read.point;
    return adapter?.failure(point, message, "event" in read ? read.event : undefined) ?? refusedByExit(message);
  } catch {
    return refusedByExit(message);
  }
}

/** A decision that cannot be expressed in both formats is refused in both. */
function refuseDecided(call: HostCall, decision: Decision): AgentReply {
  const isFinal = decision.outcome === "block" || decision.outcome === "stop";
  const reason = decision.proceed
    ? refusedBecause(rewriters(decision), "it rewrites a call that could come from more than one agent")
    : refusalText(decision, "deny");
  return refuseAll(call, isFinal ? decision : failedDecision(null, reason), reason);
}

function refuseAll({ adapter, read, own, remark }: HostCall, decision: Decision, reason: string): AgentReply {
  if (adapter === null) return refusedByExit(reason);
  const asked = refusedBy({ adapter, read }, remarked(decision, remark), reason);
  if (own === null) return { ...asked.reply, stderr: `${reason}\n`, exitCode: 2 };
  return refusalForBoth(refusedBy(own, decision, reason), asked, reason);
}

function refusedBy({ adapter, read }: HostReading, decision: Decision, reason: string): HostRefusal {
  const host = adapter.name;
  if ("event" in read && isRefused(read.event))
    return { host, point: read.event.point, reply: adapter.write(decision, read.event) };
  const point = "error" in read && isRefused(read) ? read.point : null;
  return { host, point, reply: adapter.failure(point ?? "before_tool_call", reason) };
}

/** Decides the items in order; returns a promise only if one of the decisions is a promise. */
export function inTurn<T>(
  items: readonly T[],
  decide: (item: T) => Decision | Promise<Decision>,
): Decision[] | Promise<Decision[]> {
  const decided: Decision[] = [];
  for (const [at, item] of items.entries()) {
    const decision = decide(item);
    if (decision instanceof Promise)
      return decision.then(async (first) => [...decided, first, ...(await inTurn(items.slice(at + 1), decide))]);
    decided.push(decision);
  }
  return decided;
}
