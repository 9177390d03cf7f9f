// Agents that call their hooks over HTTP. They read an answer only from a status of success and take every other one, and a
// lost connection, for agreement; so a refusal has status 200 too, and whatever refuses by an exit code is written as JSON.

import { basicsOf } from "../../hosts/basics.ts";
import type { AgentReply } from "../../hosts/shared/adapter.ts";

export interface HookPath {
  readonly agent: string;
  /** The only revision to accept; null where one bundle is served. */
  readonly revision: string | null;
}

/** Whoever asks below it is a hook, whatever else is wrong with the question. */
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

/** The body for an answer: what the agent would have read from a hook's stdout. */
export function bodyOf({ stdout, stderr, exitCode }: AgentReply, payload: Uint8Array): string {
  return exitCode === 0 ? stdout : refusalBody(stderr.trim(), payload);
}

/**
 * A refusal of a payload that was not read as a whole: ends the turn, and refuses in the words of the event that its
 * beginning names. Ending the turn alone lets the call itself run; a payload that does not say is taken for such a call.
 */
export function refusalBody(message: string, beginning: Uint8Array): string {
  const reason = message.startsWith("policyc: ") ? message : `policyc: ${message}`;
  const [, event = "PreToolUse"] = named.exec(Buffer.from(beginning).toString("latin1")) ?? [];
  const own = Object.hasOwn(ownWords, event) ? ownWords[event]?.(reason) : undefined;
  const specific = own === undefined ? {} : { hookSpecificOutput: { hookEventName: event, ...own } };
  return `${JSON.stringify({ continue: false, stopReason: reason, decision: "block", reason, ...specific })}\n`;
}

const named = /"hook_event_name"\s*:\s*"(\w+)"/;

/** Events that read no decision but one of their own. */
const ownWords: { readonly [event: string]: (reason: string) => object } = {
  PreToolUse: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  PermissionRequest: (message) => ({ decision: { behavior: "deny", message } }),
};
