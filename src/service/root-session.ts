// The session that a call belongs to when its agent was started within another session: whoever starts the agent hands the id
// on in a variable, so that labels and counters of the first session hold for the second too. An id that is not handed on, or
// not a plain id, leaves the agent its own session.

import type { HostEvent } from "../hosts/answer-call.ts";

const ROOT_SESSION = "POLICYC_SESSION";
const plainId = /^[\w.:-]{1,128}$/;

export function inRootSession(one: HostEvent, environment: NodeJS.ProcessEnv): HostEvent {
  const id = environment[ROOT_SESSION];
  return id === undefined || !plainId.test(id) ? one : { ...one, event: { ...one.event, session_id: id } };
}
