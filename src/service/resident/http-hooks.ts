// Agents that call their hooks over HTTP. They read the body only of a success status, and treat any other status or a lost
// connection as approval. So a refusal also has status 200, and a refusal by exit code is written as JSON.

import { basicsOf } from "../../hosts/basics.ts";
import type { AgentReply } from "../../hosts/shared/adapter.ts";

export interface HookPath {
  readonly agent: string;
  /** The only revision to accept; null where one bundle is served. */
  readonly revision: string | null;
}

/** Every request below this path comes from a hook, even when it is malformed. */
export const isHookPath = (path: string): boolean => path.startsWith(BELOW);

const BELOW = "/hook/";
const REVISION = /^[0-9a-f]{64}$/;

/** `/hook/AGENT` or `/hook/AGENT/REVISION`. */
export function hookPath(path: string): HookPath | null {
  if (!isHookPath(path)) return null;
  const slash = path.indexOf("/", BELOW.length);
  const agent = path.slice(BELOW.length, slash === -1 ? path.length : slash);
  const revision = slash === -1 ? null : path.slice(slash + 1);
  return basicsOf(agent)?.hasHttpHooks === true && (revision === null || REVISION.test(revision))
    ? { agent, revision }
    : null;
}

/** The body of a reply: what the agent would have read from a hook's stdout. */
export function bodyOf({ stdout, stderr, exitCode }: AgentReply, payload: Uint8Array): string {
  return exitCode === 0 ? stdout : refusalBody(stderr.trim(), payload);
}

/**
 * Refuses a payload that was not read completely: ends the turn, and refuses in the format of the event named in its
 * beginning. Ending the turn alone would let the tool call run, so a payload that names no event is treated as a tool call.
 */
export function refusalBody(message: string, beginning: Uint8Array): string {
  const reason = message.startsWith("policyc: ") ? message : `policyc: ${message}`;
  const [, event = "PreToolUse"] = eventName.exec(Buffer.from(beginning).toString("latin1")) ?? [];
  const own = Object.hasOwn(ownFields, event) ? ownFields[event]?.(reason) : undefined;
  const specific = own === undefined ? {} : { hookSpecificOutput: { hookEventName: event, ...own } };
  return `${JSON.stringify({ continue: false, stopReason: reason, decision: "block", reason, ...specific })}\n`;
}

const eventName = /"hook_event_name"\s*:\s*"(\w+)"/;

/** Events that read the decision only from fields of their own. */
const ownFields: { readonly [event: string]: (reason: string) => object } = {
  PreToolUse: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  PermissionRequest: (message) => ({ decision: { behavior: "deny", message } }),
};
