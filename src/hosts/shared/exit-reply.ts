// Replies to hosts that read little more than the exit code: 2 refuses, with the reason on stderr.

import type { Json, PolicyEvent } from "../../language/contract.ts";
import { type AgentReply, failedDecision, type HostAdapter, silence } from "./adapter.ts";
import { fieldOf, isObject } from "./read-answer.ts";

export function refusedByExit(reason: string): AgentReply {
  return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
}

/** Text on stdout; nothing when there is none. */
export function textReply(texts: readonly string[]): AgentReply {
  return texts.length === 0 ? silence : { ...silence, stdout: `${texts.join("\n")}\n` };
}

/** A failure is written like its decision; if the point is unknown, it is refused. */
export function failingLike(
  write: HostAdapter["write"],
  unplaced: (message: string) => AgentReply,
): HostAdapter["failure"] {
  return (point, message, event) => {
    if (point === null) return unplaced(message);
    const reply = write(failedDecision(point, message), event ?? { point });
    return reply.stderr === "" ? { ...reply, stderr: `${message}\n` } : reply;
  };
}

/** A native field that `read` stored in the metadata. */
export function saidBy(event: PolicyEvent, key: string): Json | undefined {
  return isObject(event.metadata) ? fieldOf(event.metadata, key) : undefined;
}
