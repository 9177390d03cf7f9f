// The answer to an agent's call, of which there may be two readings: the strictest decision, in the format of the host
// that asks, and as a refusal in that of the agent the hook was started for as well.

import type { Decision, PolicyEvent } from "../language/contract.ts";
import { isStricter, proceeds } from "../language/outcome.ts";
import { failureOutcome } from "../language/schema.ts";
import type { HostCall, HostReading } from "./identify-host.ts";
import { type HostRefusal, refusalForBoth, understands } from "./refusal-for-both.ts";
import { type AgentReply, failedDecision, type ReadEvent, reasonText, remarked } from "./shared/adapter.ts";
import { refusedByExit } from "./shared/exit-reply.ts";

/** An event to decide, and the host whose event it is. */
export interface HostEvent {
  readonly host: string;
  readonly event: PolicyEvent;
}

/** The events to decide, one after the other: that of the named agent first. */
export function eventsOf({ adapter, read, own }: HostCall): readonly HostEvent[] {
  const readings = [...(own === null ? [] : [own]), ...(adapter === null ? [] : [{ adapter, read }])];
  return readings.flatMap((one) => ("event" in one.read ? [{ host: one.adapter.name, event: one.read.event }] : []));
}

/** The answer to an event that holds nothing up; null when there is something to decide or to refuse. */
export function ignoredReply({ read, own }: HostCall): AgentReply | null {
  return own === null && "ignored" in read ? read.ignored : null;
}

/** Why the call is refused before anything is decided. */
export function problemOf({ error, adapter, read, own }: HostCall): string | null {
  if (error !== null) return error;
  if (own !== null && "error" in own.read) return own.read.error;
  if ("error" in read && (own === null || isRefused(read))) return read.error;
  return adapter === null ? "there is no agent to answer" : null;
}

const isRefused = ({ point }: { readonly point: PolicyEvent["point"] | null }): boolean =>
  point === null || failureOutcome[point] === "block";

/** `decisions` are those of `eventsOf`, in its order. */
export function replyTo(call: HostCall, decisions: readonly Decision[]): AgentReply {
  const { adapter, read, own, remark } = call;
  const decision = strictest(decisions);
  const [first, second] = decisions;
  const [mine, theirs] = own === null ? [undefined, first] : [first, second];
  if (adapter === null) return refusedByExit(reasonText(decision));
  const reply =
    "event" in read
      ? adapter.write(remarked(withChanges(decision, theirs), remark), read.event)
      : unasked({ adapter, read });
  // A shape that belongs to another event may not be read at all.
  if (isUnknown(read) || (own !== null && isUnknown(own.read)))
    return decision.proceed && !decisions.some(changes) ? reply : refuseDecided(call, decision);
  if (own === null || !("event" in own.read) || (decision.proceed && !changes(mine))) return reply;
  // Without remarks, which hold nothing up.
  const demanded = { ...withChanges(decision, mine), warnings: [], notes: [] };
  const ownReply = own.adapter.write(demanded, own.read.event);
  return understands(own.adapter.name, ownReply, reply) ? reply : refuseDecided(call, decision);
}

/** The strictest of the decisions, of equals the first; `allow` only where every one of them allows. */
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

/** The host that asks has nothing that it waits for. */
function unasked({ adapter, read }: HostReading): AgentReply {
  if ("ignored" in read) return read.ignored;
  return "error" in read
    ? adapter.failure(read.point, read.error)
    : refusedByExit("policyc: the event was not decided");
}

/** A refusal when there is no decision. A format that fails at refusing must not end in silence. */
export function refuseCall(call: HostCall, message: string): AgentReply {
  const { adapter, read, own } = call;
  try {
    if (own !== null || isUnknown(read)) return refuseAll(call, failedDecision(null, message), message);
    // Where nothing is held up there is nothing to refuse.
    if ("ignored" in read) return read.ignored;
    const point = "event" in read ? read.event.point : read.point;
    return adapter?.failure(point, message, "event" in read ? read.event : undefined) ?? refusedByExit(message);
  } catch {
    return refusedByExit(message);
  }
}

/** What cannot be carried out in both formats is refused in both. */
function refuseDecided(call: HostCall, decision: Decision): AgentReply {
  const isFinal = decision.outcome === "block" || decision.outcome === "stop";
  const reason = decision.proceed
    ? "a rule rewrites a call that could come from more than one agent"
    : reasonText(decision);
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

/** Decides one after the other; a promise only where a decision is one. */
export function inTurn<T>(
  items: readonly T[],
  decide: (item: T) => Decision | Promise<Decision>,
): Decision[] | Promise<Decision[]> {
  const made: Decision[] = [];
  for (const [at, item] of items.entries()) {
    const decision = decide(item);
    if (decision instanceof Promise)
      return decision.then(async (first) => [...made, first, ...(await inTurn(items.slice(at + 1), decide))]);
    made.push(decision);
  }
  return made;
}
