// Agents that call their hooks over HTTP. They read an answer only from a status of success and take every other one, and a
// lost connection, for agreement; so a refusal has status 200 too, and whatever refuses by an exit code is written as JSON.

import type { HookReply } from "../../hosts/answer-as.ts";

/** Agents with HTTP hooks whose answers have the shape of Claude Code's. */
const httpAgents: ReadonlySet<string> = new Set(["claude-code", "qwen-code"]);

export interface HookPath {
  readonly agent: string;
  /** The only revision to accept; null where one bundle is served. */
  readonly revision: string | null;
}

/** `/hook/AGENT` or `/hook/AGENT/REVISION`. */
export function hookPath(path: string): HookPath | null {
  const [, agent = "", revision = null] = /^\/hook\/([a-z-]+)(?:\/([0-9a-f]{64}))?$/.exec(path) ?? [];
  return httpAgents.has(agent) ? { agent, revision } : null;
}

/** The body for an answer: what the agent would have read from a hook's stdout. */
export function bodyOf({ stdout, stderr, exitCode }: HookReply): string {
  return exitCode === 0 ? stdout : refusalBody(stderr.trim());
}

/** A refusal where not even the event is known: ends the turn, which every event that can hold something up honours. */
export function refusalBody(message: string): string {
  const reason = message.startsWith("policyc: ") ? message : `policyc: ${message}`;
  return `${JSON.stringify({ continue: false, stopReason: reason, decision: "block", reason })}\n`;
}
